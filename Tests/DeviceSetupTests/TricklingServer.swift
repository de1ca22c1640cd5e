import HomeModel
import NIOCore
import NIOPosix

/// A web server that sends the start of a response, and then one byte after another without an end.
struct TricklingServer: Sendable {
    private static let pause = TimeAmount.milliseconds(20)

    let target: SetupTarget
    private let channel: any Channel

    static func open(start: String) async throws -> TricklingServer {
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { connection in
                connection.eventLoop.makeCompletedFuture { send(start, to: connection) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let port = UInt16(channel.localAddress?.port ?? 0)
        return TricklingServer(
            target: SetupTarget(address: IPv4Address(rawValue: 0x7F00_0001), port: port), channel: channel)
    }

    func close() async throws { try await channel.close() }

    private static func send(_ start: String, to connection: any Channel) {
        connection.eventLoop.scheduleRepeatedTask(initialDelay: pause, delay: pause) { task in
            guard connection.isActive else { return task.cancel() }
            connection.writeAndFlush(ByteBuffer(string: " "), promise: nil)
        }
        connection.eventLoop.execute { connection.writeAndFlush(ByteBuffer(string: start), promise: nil) }
    }
}
