import HomeCertificates
import HomeModel

@testable import GatewayCore

/// A credential issuer without a broker. It records all requests, and fails when the test sets an error.
actor FakeCredentialIssuer: CredentialIssuer {
    private(set) var issued: [CredentialRequest] = []
    private(set) var revoked: [String] = []
    private var failure: CredentialError?

    func fail(with error: CredentialError?) { failure = error }

    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        if let failure { throw failure }
        issued.append(request)
        return DeviceCredential(
            request: request, host: "tomte.local", addresses: ["192.168.7.20"], port: 8884, authorityPEM: "CA",
            key: .password(.init("secret"), serverFingerprint: Array(1...20)))
    }

    func revoke(_ root: String) async throws(CredentialError) {
        if let failure { throw failure }
        revoked.append(root)
    }

    func credentials() async throws(CredentialError) -> [ListedCredential] {
        issued.filter { !revoked.contains($0.root.rawValue) }.map {
            ListedCredential(
                root: $0.root, family: $0.family, proof: $0.proof, mac: $0.mac, issuedAt: nil, expiresAt: nil,
                isEnding: false)
        }
    }
}
