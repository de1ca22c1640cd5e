import AsyncHTTPClient
import Foundation
import GatewayWire
import NIOHTTP1

/// The way by which requests reach a gateway: its Unix socket, or the network.
protocol GatewayDoor: Sendable {
    var configuration: HTTPClient.Configuration { get }

    /// The request as it goes out, with what proves who sends it.
    func prepared(_ request: GatewayRequest) async throws(CommandFailure) -> HTTPClientRequest

    /// Looks at an answer that refused; true when the same request may get another answer now.
    func learns(from refusal: HTTPClientResponse, _ problem: ProblemBody?, _ http: HTTPClient)
        async throws(CommandFailure)
        -> Bool

    /// Why nobody can be reached.
    func absence(errno: Int32) -> CommandFailure
}

extension GatewayDoor {
    func learns(from _: HTTPClientResponse, _: ProblemBody?, _: HTTPClient) async throws(CommandFailure) -> Bool {
        false
    }
}

extension HTTPClient.Configuration {
    /// A gateway that is not there is said at once, not after ten seconds of trying.
    static var forGateway: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        return configuration
    }
}

extension HTTPClientRequest {
    /// What is the same through every door.
    init(_ request: GatewayRequest, url: String) {
        self.init(url: url)
        method = .init(rawValue: request.method.rawValue)
        headers.add(name: "Accept", value: request.accepted)
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        if let body = request.body {
            headers.add(name: "Content-Type", value: "application/json")
            self.body = .bytes(Array(body))
        }
    }
}
