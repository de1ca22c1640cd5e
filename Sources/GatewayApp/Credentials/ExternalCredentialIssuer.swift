import GatewayCore

/// For a broker that somebody else runs: its credentials are made there.
struct ExternalCredentialIssuer: CredentialIssuer {
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential { throw .externalBroker }
    func revoke(_ root: String) async throws(CredentialError) {}
    func credentials() async throws(CredentialError) -> [ListedCredential] { [] }
}
