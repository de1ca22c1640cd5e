package import DeviceEmulators
import NIOCore
import NIOHTTP1
import NIOPosix

/// A small web server for simulated devices: one request on each connection.
package struct DeviceWebServer: Sendable {
    private static let maximumBody = 1 << 16

    private let host: String
    private let port: UInt16
    private let answer: @Sendable (WebRequest) async -> WebResponse

    package init(host: String, port: UInt16, answer: @escaping @Sendable (WebRequest) async -> WebResponse) {
        self.host = host
        self.port = port
        self.answer = answer
    }

    /// Serves until cancelled. Calls `isServing` once the port is open. Throws if the port cannot be opened.
    package func run(isServing: @escaping @Sendable () -> Void = {}) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .bind(host: host, port: Int(port)) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: false)
                    return try NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>(
                        wrappingChannelSynchronously: channel)
                }
            }
        isServing()
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { group in
                // A failing connection ends only itself.
                for try await connection in connections { group.addTask { try? await serve(connection) } }
            }
        }
    }

    private func serve(_ connection: NIOAsyncChannel<HTTPServerRequestPart, HTTPServerResponsePart>) async throws {
        try await connection.executeThenClose { incoming, outgoing in
            var (head, body): (HTTPRequestHead?, [UInt8]) = (nil, [])
            for try await part in incoming {
                switch part {
                case .head(let received): head = received
                case .body(let bytes): body += bytes.readableBytesView
                case .end:
                    guard let head, body.count <= Self.maximumBody else { return }
                    let request = WebRequest(method: head.method.rawValue, uri: head.uri, body: body)
                    return try await write(await answer(request), to: outgoing)
                }
            }
        }
    }

    private func write(
        _ response: WebResponse, to outgoing: NIOAsyncChannelOutboundWriter<HTTPServerResponsePart>
    ) async throws {
        var headers = HTTPHeaders(response.headers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
        headers.add(name: "Content-Length", value: "\(response.body.count)")
        headers.add(name: "Connection", value: "close")
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
        try await outgoing.write(.head(head))
        if !response.body.isEmpty { try await outgoing.write(.body(.byteBuffer(ByteBuffer(bytes: response.body)))) }
        try await outgoing.write(.end(nil))
    }
}
