package import AsyncHTTPClient
package import Foundation
package import GatewayWire
import NIOCore
import NIOHTTP1
import NIOSSL
package import ProofOfPossession

/// Connections to the HTTPS listener.
package typealias HTTPConnections = HTTPClient

/// A client of the HTTPS listener that a test controls in detail: it can send correct and incorrect requests.
package actor HTTPSTestClient {
    /// A whole HTTP response.
    package struct Response: Sendable {
        package let status: Int
        package let headers: [String: String]
        package let body: Data

        /// The code of a problem; nil for any other body.
        package var code: String? { (try? JSONDecoder().decode(ProblemBody.self, from: body))?.code }

        package func json<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
            try JSONDecoder().decode(type, from: body)
        }
    }

    package nonisolated let key: DPoPKey
    package nonisolated let authority: String
    package private(set) var session: SessionBody?
    private let http: HTTPClient
    private var nonce: String?

    package init(port: UInt16, http: HTTPClient, key: DPoPKey? = nil) throws {
        authority = "localhost:\(port)"
        self.http = http
        self.key = try key ?? DPoPKey()
    }

    /// Sets the session of later requests.
    package func use(_ session: SessionBody?) { self.session = session }

    /// Sends a correct request: with a proof and, if there is one, the session. Repeats it once when the gateway
    /// requires another nonce.
    package func send(
        _ method: String, path: String, body: (any Encodable & Sendable)? = nil, headers: [String: String] = [:]
    ) async throws -> Response {
        let data = try body.map { try JSONEncoder().encode($0) }
        var answer = try await once(method, path: path, body: data, more: headers)
        if answer.code == "useNonce" { answer = try await once(method, path: path, body: data, more: headers) }
        return answer
    }

    /// Makes a proof with the latest nonce of the gateway.
    package func proof(
        _ method: String, path: String, body: Data? = nil, token: String? = nil
    ) async throws -> String {
        if nonce == nil { nonce = try await raw("GET", path: "/api/v1/health").headers["dpop-nonce"] }
        return try await key.proof(
            method: method, url: "https://\(authority)\(path)", token: token, body: body, nonce: nonce, now: Date())
    }

    /// Sends a request with exactly these headers.
    package func raw(
        _ method: String, path: String, body: Data? = nil, headers: [String: String] = [:]
    ) async throws -> Response {
        var request = HTTPClientRequest(url: "https://\(authority)\(path)")
        request.method = HTTPMethod(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body { request.body = .bytes(body) }
        let response = try await http.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        let fields = Dictionary(response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 })
        if let fresh = fields["dpop-nonce"] { nonce = fresh }
        return Response(status: Int(response.status.code), headers: fields, body: Data(bytes.readableBytesView))
    }

    private func once(
        _ method: String, path: String, body: Data?, more: [String: String]
    ) async throws -> Response {
        let path = "/api/v1\(path)"
        let token = session?.accessToken
        var headers = more
        headers["DPoP"] = try await proof(method, path: path, body: body, token: token)
        if let token { headers["Authorization"] = "DPoP \(token)" }
        if body != nil { headers["Content-Type"] = "application/json" }
        return try await raw(method, path: path, body: body, headers: headers)
    }
}

extension HomeUnderTest {
    /// Runs `body` with an HTTP client for the HTTPS listener. The client accepts every certificate, because other
    /// tests check the certificates.
    package nonisolated func withHTTPS<Result: Sendable>(
        _ body: @Sendable (HTTPClient) async throws -> Result
    ) async throws -> Result {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.certificateVerification = .none
        configuration.redirectConfiguration = .disallow
        configuration.httpVersion = .http1Only
        return try await HTTPClient.withHTTPClient(configuration: configuration) { try await body($0) }
    }

    /// Pairs a client for a person who already exists.
    package nonisolated func pair(_ person: String, scope: [String] = [], http: HTTPClient) async throws
        -> HTTPSTestClient
    {
        let resident = try HTTPSTestClient(port: httpsPort, http: http)
        let words = ["people", "invite", person, "--approve-any", "--json"] + scope.flatMap { ["--scope", $0] }
        let payload = try await tomte.run(words).json(PairingPayload.self)
        let pairing = try await resident.send(
            "POST", path: "/pair", body: PairBody(code: payload.code, clientName: "Phone")
        ).json(PairingBody.self)
        let session = try await resident.send("POST", path: "/pairings/\(pairing.id)/session").json(SessionBody.self)
        await resident.use(session)
        return resident
    }
}
