package import AsyncHTTPClient
package import GatewayWire
import NIOHTTP1

/// A transport of requests to a gateway: its Unix socket, or HTTPS.
package protocol GatewayTransport: Sendable {
    var configuration: HTTPClient.Configuration { get }

    /// The HTTP request to send, with the credentials of the sender.
    func prepared(_ request: GatewayRequest) async throws(ClientError) -> HTTPClientRequest

    /// Renews the credentials after a refusal, for instance the nonce or the token. Returns true when the same request
    /// may succeed now.
    func renewCredentials(from refusal: HTTPClientResponse, _ problem: ProblemBody?, http: HTTPClient)
        async throws(ClientError)
        -> Bool

    /// The failure to report when a connection fails with this `errno`.
    func failure(errno: Int32) -> ClientError
}

extension GatewayTransport {
    package func renewCredentials(from _: HTTPClientResponse, _: ProblemBody?, http _: HTTPClient)
        async throws(ClientError)
        -> Bool
    {
        false
    }
}

extension HTTPClient.Configuration {
    /// Connections are not retried, so that an absent gateway is reported at once and not after ten seconds.
    static var forGateway: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        return configuration
    }
}

extension HTTPClientRequest {
    /// The parts of a request that are the same in every transport.
    init(_ request: GatewayRequest, url: String) throws(ClientError) {
        self.init(url: url)
        method = .init(rawValue: request.method.rawValue)
        headers.add(name: "Accept", value: request.accepted)
        headers.add(name: APILevel.headerField, value: "\(APILevel.current)")
        for header in request.headers { headers.add(name: header.name, value: header.value) }
        if let body = try request.body?.get() {
            headers.add(name: "Content-Type", value: request.bodyType)
            self.body = .bytes(Array(body))
        }
    }
}
