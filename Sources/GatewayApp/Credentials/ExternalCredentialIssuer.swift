import GatewayCore

/// The credential issuer for an external broker, where credentials are made outside the gateway: `issue` throws
/// `.externalBroker`.
struct ExternalCredentialIssuer: CredentialIssuer {
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential { throw .externalBroker }
    func revoke(_ root: String) async throws(CredentialError) {}
    func credentials() async throws(CredentialError) -> [ListedCredential] { [] }
}
