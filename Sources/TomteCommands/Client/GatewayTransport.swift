import AsyncHTTPClient
import Foundation
import GatewayWire
import HomeModel
import NIOHTTP1

/// A transport of requests to a gateway: its Unix socket, or HTTPS.
protocol GatewayTransport: Sendable {
    var configuration: HTTPClient.Configuration { get }

    /// The HTTP request to send, with the credentials of the sender.
    func prepared(_ request: GatewayRequest) async throws(CLIError) -> HTTPClientRequest

    /// Renews the credentials after a refusal, for instance the nonce or the token. Returns true when the same request
    /// may succeed now.
    func renewCredentials(from refusal: HTTPClientResponse, _ problem: ProblemBody?, http: HTTPClient)
        async throws(CLIError)
        -> Bool

    /// The failure to report when a connection fails with this `errno`.
    func failure(errno: Int32) -> CLIError
}

extension GatewayTransport {
    func renewCredentials(from _: HTTPClientResponse, _: ProblemBody?, http _: HTTPClient) async throws(CLIError)
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

/// Sends requests to a gateway on this machine, through its Unix socket.
struct UnixSocketTransport: GatewayTransport {
    let home: StateFolderPath
    /// The person with whose rights the console acts; nil for its own rights.
    var person: PersonID?

    var configuration: HTTPClient.Configuration { .forGateway }

    func prepared(_ request: GatewayRequest) throws(CLIError) -> HTTPClientRequest {
        guard home.socket.utf8.count <= GatewayUnavailability.maximumSocketPathBytes else {
            throw .noGateway(.pathTooLong(home.socket))
        }
        var prepared = HTTPClientRequest(request, url: request.url(socket: home.socket))
        prepared.headers.add(name: "Host", value: "localhost")
        if let person { prepared.headers.add(name: "Tomte-As", value: person.rawValue) }
        return prepared
    }

    func failure(errno: Int32) -> CLIError {
        .noGateway(GatewayUnavailability(errno: errno, stateFolder: home.path, socket: home.socket))
    }
}
