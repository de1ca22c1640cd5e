import AsyncHTTPClient
import Foundation
import GatewayWire
import HomeModel
import NIOCore
import NIOHTTP1
import ProofOfPossession
import Synchronization

/// The HTTPS door of a gateway, with proofs of a key and, once there is one, a session.
final class RemoteDoor: GatewayDoor {
    private let place: RemoteAddress
    private let key: ProofKey
    /// Nil for a client that is not paired yet.
    private let file: RemoteFile?
    private let state: Mutex<(nonce: String?, token: String?)>

    /// For somebody who holds a key and no session.
    init(_ place: RemoteAddress, key: ProofKey) {
        self.place = place
        self.key = key
        file = nil
        state = Mutex((nil, nil))
    }

    /// For a paired client.
    init(_ file: RemoteFile) throws(CommandFailure) {
        let remote = try file.read()
        guard let key = try? ProofKey(pem: remote.key) else {
            throw .cannotStart("\(file.path) has no key; pair again.")
        }
        place = try RemoteAddress(
            host: remote.host, port: remote.port, address: remote.address, fingerprint: remote.publicKeyFingerprint)
        self.key = key
        self.file = file
        state = Mutex((nil, remote.accessToken))
    }

    var configuration: HTTPClient.Configuration { place.configuration }

    func absence(errno: Int32) -> CommandFailure { place.absence(errno: errno) }

    func prepared(_ request: GatewayRequest) async throws(CommandFailure) -> HTTPClientRequest {
        try await prepared(request, token: state.withLock { $0.token })
    }

    private func prepared(
        _ request: GatewayRequest, token: String?
    ) async throws(CommandFailure) -> HTTPClientRequest {
        let url = request.url(host: place.host, port: place.port)
        var prepared = HTTPClientRequest(request, url: url)
        do {
            prepared.headers.add(
                name: "DPoP",
                value: try await key.proof(
                    method: request.method.rawValue, url: url, token: token, body: request.body,
                    nonce: state.withLock { $0.nonce }, now: Date()))
        } catch {
            throw .cannotStart("This client's key cannot sign; pair again.")
        }
        if let token { prepared.headers.add(name: "Authorization", value: "DPoP \(token)") }
        return prepared
    }

    func learns(
        from refusal: HTTPClientResponse, _ problem: ProblemBody?, _ http: HTTPClient
    ) async throws(CommandFailure) -> Bool {
        note(refusal)
        switch problem?.code {
        case "useNonce": return true
        case "unauthenticated": return try await refresh(http)
        case "stepUpNeeded": return try await stepUp(problem?.stepUp, http)
        default: return false
        }
    }

    /// Asks whoever sits here for their PIN; false when nobody can be asked.
    private func stepUp(_ purpose: StepUp?, _ http: HTTPClient) async throws(CommandFailure) -> Bool {
        guard let purpose, Console.output.canAsk, let pin = SecretPrompt.ask("PIN, to confirm \(purpose.rawValue):")
        else {
            return false
        }
        let request = try GatewayRequest(.post, "/step-up").sending(StepUpBody(pin: pin, purpose: purpose))
        _ = try await exchange(request, token: state.withLock { $0.token }, http)
        return true
    }

    private func note(_ response: HTTPClientResponse) {
        guard let nonce = response.headers.first(name: "DPoP-Nonce") else { return }
        state.withLock { $0.nonce = nonce }
    }

    /// New tokens for the file and for us; false when this client is not let in any more.
    private func refresh(_ http: HTTPClient) async throws(CommandFailure) -> Bool {
        guard let file else { return false }
        let used = state.withLock { $0.token }
        return try await file.locked { () async throws(CommandFailure) in
            var remote = try file.read()
            if remote.accessToken == used {
                guard let fresh = try await self.session(remote.refreshToken, http) else { return false }
                (remote.accessToken, remote.refreshToken) = (fresh.accessToken, fresh.refreshToken)
                try file.write(remote)
            }
            let token = remote.accessToken
            self.state.withLock { $0.token = token }
            return true
        }
    }

    private func session(_ refreshToken: String, _ http: HTTPClient) async throws(CommandFailure) -> SessionBody? {
        let request = try GatewayRequest(.post, "/sessions/refresh").sending(RefreshBody(refreshToken: refreshToken))
        do throws(CommandFailure) {
            let bytes = try await exchange(request, token: nil, http)
            return try Answer<SessionBody>(status: 200, bytes: bytes).body()
        } catch .problem {
            return nil
        }
    }

    /// One request on the side, again with a fresh nonce where that is all that was missing.
    private func exchange(
        _ request: GatewayRequest, token: String?, _ http: HTTPClient
    ) async throws(CommandFailure) -> [UInt8] {
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
                    throw CommandFailure.problem(problem)
                }
            }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw .connectionLost
        }
    }
}
