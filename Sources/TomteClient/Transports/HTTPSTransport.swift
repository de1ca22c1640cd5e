package import AsyncHTTPClient
import Foundation
package import GatewayWire
package import HomeModel
import NIOCore
import NIOHTTP1
package import ProofOfPossession
import Synchronization

/// Sends requests to a gateway by HTTPS, with DPoP proofs of the client's key and, after pairing, the access token of
/// its session.
package final class HTTPSTransport: GatewayTransport {
    private let address: RemoteAddress
    private let key: DPoPKey
    /// Nil for a client that is not paired yet.
    private let file: RemoteGatewayFile?
    /// Asks the person for their PIN; returns nil when it cannot ask, or no PIN was entered.
    private let askPIN: @Sendable (StepUp) -> String?
    private let state: Mutex<(nonce: String?, token: String?)>

    /// For a client that has a key and no session yet.
    package init(_ address: RemoteAddress, key: DPoPKey) {
        self.address = address
        self.key = key
        file = nil
        askPIN = { _ in nil }
        state = Mutex((nil, nil))
    }

    /// For a paired client. It calls `askPIN` when the gateway needs a step-up.
    package init(
        _ file: RemoteGatewayFile, askPIN: @escaping @Sendable (StepUp) -> String?
    ) throws(ClientError) {
        let remote = try file.read()
        guard let key = try? DPoPKey(pem: remote.key) else {
            throw .unusableCredentials("\(file.path) contains no valid private key; delete it and pair again.")
        }
        address = try RemoteAddress(
            host: remote.host, port: remote.port, address: remote.address, fingerprint: remote.publicKeyFingerprint)
        self.key = key
        self.file = file
        self.askPIN = askPIN
        state = Mutex((nil, remote.accessToken))
    }

    package var configuration: HTTPClient.Configuration { address.configuration }

    package func failure(errno: Int32) -> ClientError { address.failure(errno: errno) }

    package func prepared(_ request: GatewayRequest) async throws(ClientError) -> HTTPClientRequest {
        try await prepared(request, token: state.withLock { $0.token })
    }

    private func prepared(
        _ request: GatewayRequest, token: String?
    ) async throws(ClientError) -> HTTPClientRequest {
        let url = request.url(host: address.host, port: address.port)
        var prepared = try HTTPClientRequest(request, url: url)
        let body = try request.body?.get()
        do {
            prepared.headers.add(
                name: "DPoP",
                value: try await key.proof(
                    method: request.method.rawValue, url: url, token: token, body: body,
                    nonce: state.withLock { $0.nonce }, now: Date()))
        } catch {
            throw .unusableCredentials("This client's private key cannot sign; pair again.")
        }
        if let token { prepared.headers.add(name: "Authorization", value: "DPoP \(token)") }
        return prepared
    }

    package func renewCredentials(
        from refusal: HTTPClientResponse, _ problem: ProblemBody?, http: HTTPClient
    ) async throws(ClientError) -> Bool {
        note(refusal)
        switch problem?.code {
        case "useNonce": return true
        case "unauthenticated": return try await refresh(http)
        case "stepUpNeeded": return try await stepUp(problem?.stepUp, http: http)
        default: return false
        }
    }

    /// Asks the person for their PIN and sends it to the gateway. Returns false without a PIN.
    private func stepUp(_ purpose: StepUp?, http: HTTPClient) async throws(ClientError) -> Bool {
        guard let purpose, let pin = askPIN(purpose) else { return false }
        let request = GatewayRequest(.post, path: "/step-up").withBody(StepUpBody(pin: pin, purpose: purpose))
        _ = try await exchange(request, token: state.withLock { $0.token }, http: http)
        return true
    }

    /// Keeps the nonce of a response for the next proof.
    private func note(_ response: HTTPClientResponse) {
        guard let nonce = response.headers.first(name: "DPoP-Nonce") else { return }
        state.withLock { $0.nonce = nonce }
    }

    /// Renews the tokens, unless another process has already renewed those in the file. Returns false when the gateway
    /// no longer accepts this client.
    private func refresh(_ http: HTTPClient) async throws(ClientError) -> Bool {
        guard let file else { return false }
        let used = state.withLock { $0.token }
        return try await file.locked { () async throws(ClientError) in
            var remote = try file.read()
            if remote.accessToken == used {
                guard let fresh = try await self.session(remote.refreshToken, http: http) else { return false }
                (remote.accessToken, remote.refreshToken) = (fresh.accessToken, fresh.refreshToken)
                try file.write(remote)
            }
            let token = remote.accessToken
            self.state.withLock { $0.token = token }
            return true
        }
    }

    private func session(_ refreshToken: String, http: HTTPClient) async throws(ClientError) -> SessionBody? {
        let request = GatewayRequest(.post, path: "/sessions/refresh").withBody(
            RefreshBody(refreshToken: refreshToken))
        do throws(ClientError) {
            let bytes = try await exchange(request, token: nil, http: http)
            return try APIResponse<SessionBody, ClientError>(status: 200, bytes: bytes).body()
        } catch .problem {
            return nil
        }
    }

    /// Sends a request of the transport itself, again with a new nonce when the gateway asks for one.
    private func exchange(
        _ request: GatewayRequest, token: String?, http: HTTPClient
    ) async throws(ClientError) -> [UInt8] {
        do {
            while true {
                let prepared = try await prepared(request, token: token)
                let used = state.withLock { $0.nonce }
                let response = try await http.execute(prepared, timeout: .seconds(10))
                note(response)
                let body = Array(try await response.body.collect(upTo: 64 * 1024).readableBytesView)
                if (200..<300).contains(response.status.code) { return body }
                let problem = try JSONDecoder().decode(ProblemBody.self, from: Data(body))
                guard problem.code == "useNonce", state.withLock({ $0.nonce }) != used else {
                    throw ClientError.problem(problem)
                }
            }
        } catch let failure as ClientError {
            throw failure
        } catch {
            throw .connectionLost
        }
    }
}
