import NIOCore
import NIOPosix
import Synchronization

@testable import HomeKitEmulator

/// Forwards TCP connections to an accessory, and cuts one of them at a chosen moment.
final class CuttingProxy: Sendable {
    /// When a connection is cut, by the number of its request from 1.
    enum Cut: Sendable, CustomStringConvertible {
        /// The request does not arrive.
        case request(Int)
        /// The request arrives, and its answer does not.
        case answer(Int)

        var description: String {
            switch self {
            case .request(let number): "request \(number)"
            case .answer(let number): "answer \(number)"
            }
        }
    }

    private let target: Int
    /// Nil once a connection was cut.
    private let cut: Mutex<Cut?>

    private init(target: UInt16, cut: Cut) {
        self.target = Int(target)
        self.cut = Mutex(cut)
    }

    /// Runs `body` with the port of the proxy. All connections after the one that is cut are only forwarded.
    static func run<Result: Sendable>(
        to target: UInt16, cutting cut: Cut, _ body: (UInt16) async throws -> Result
    ) async throws -> Result {
        let proxy = CuttingProxy(target: target, cut: cut)
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelOption(.autoRead, value: false)
            .bind(host: "127.0.0.1", port: 0) { channel in channel.eventLoop.makeSucceededFuture(channel) }
        let port = UInt16(server.channel.localAddress?.port ?? 0)
        return try await server.executeThenClose { connections in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await withThrowingDiscardingTaskGroup { group in
                        for try await connection in connections {
                            group.addTask { try? await proxy.forward(AccessoryListener.open(connection)) }
                        }
                    }
                }
                let result = try await body(port)
                group.cancelAll()
                return result
            }
        }
    }

    @Sendable private static func channel(
        _ channel: any Channel
    ) -> EventLoopFuture<NIOAsyncChannel<ByteBuffer, ByteBuffer>> {
        channel.eventLoop.makeCompletedFuture { try NIOAsyncChannel(wrappingChannelSynchronously: channel) }
    }

    private func forward(_ client: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async throws {
        let server = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: target, channelInitializer: Self.channel)
        try await client.executeThenClose { requests, toClient in
            try await server.executeThenClose { answers, toServer in
                let sent = RequestCount()
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        do {
                            for try await request in requests {
                                let number = sent.add()
                                if self.takesCut(at: .request(number)) { return }
                                try await toServer.write(request)
                            }
                        } catch {}
                    }
                    group.addTask {
                        do {
                            for try await answer in answers {
                                if self.takesCut(at: .answer(sent.value)) { return }
                                try await toClient.write(answer)
                            }
                        } catch {}
                    }
                    await group.next()
                    group.cancelAll()
                }
            }
        }
    }

    private func takesCut(at moment: Cut) -> Bool {
        cut.withLock { cut in
            switch (cut, moment) {
            case (.request(let wanted)?, .request(let now)) where wanted == now: cut = nil
            case (.answer(let wanted)?, .answer(let now)) where wanted == now: cut = nil
            default: return false
            }
            return true
        }
    }
}

/// The number of requests that a client sent over one connection.
private final class RequestCount: Sendable {
    private let count = Mutex(0)

    var value: Int { count.withLock(\.self) }

    func add() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
