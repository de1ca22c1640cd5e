import NIOCore
import NIOPosix

@testable import HomeKitEmulator
@testable import HomeKitLink

/// A server that answers everything it receives with the next of some byte sequences, whatever was asked, once `pause`
/// returns. After the last one it closes the connection: at the next request, or with `closesAfterwards` at once.
enum HostileAccessory {
    static func run<Result: Sendable>(
        answers: [[UInt8]], closesAfterwards: Bool = false, pause: @escaping @Sendable () async -> Void = {},
        _ body: (AccessoryAddress) async throws -> Result
    ) async throws -> Result {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.autoRead, value: false)
            .bind(host: "127.0.0.1", port: 0) { channel in channel.eventLoop.makeSucceededFuture(channel) }
        let port = UInt16(server.channel.localAddress?.port ?? 0)
        return try await server.executeThenClose { connections in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for try await connection in connections {
                        try? await serve(
                            try await AccessoryListener.open(connection), answers: answers,
                            closesAfterwards: closesAfterwards, pause: pause)
                    }
                }
                let result = try await body(AccessoryAddress(host: "127.0.0.1", port: port))
                group.cancelAll()
                return result
            }
        }
    }

    private static func serve(
        _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, answers: [[UInt8]], closesAfterwards: Bool,
        pause: @escaping @Sendable () async -> Void
    ) async throws {
        try await connection.executeThenClose { incoming, outgoing in
            var rest = answers[...]
            for try await _ in incoming {
                guard let answer = rest.popFirst() else { return }
                await pause()
                try await outgoing.write(ByteBuffer(bytes: answer))
                if closesAfterwards, rest.isEmpty { return }
            }
        }
    }
}
