import GatewayCore
import HomeModel

/// Issues nothing: devices that are paired have no credentials.
struct NoCredentials: CredentialIssuer {
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        throw .notManaged("Paired devices have no credentials.")
    }
    func revoke(_ root: String) async throws(CredentialError) {
        throw .notManaged("Paired devices have no credentials.")
    }
    func credentials() async throws(CredentialError) -> [ListedCredential] { [] }
    func port(for kind: CredentialKind) -> Int? { nil }
    func confirm(_ root: DeviceID) async throws(CredentialError) {}
    func revokeProvisional(_ root: DeviceID) async throws(CredentialError) {}
}
