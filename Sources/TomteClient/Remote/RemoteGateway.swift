package import GatewayWire
import HomeModel

/// A gateway on the network with which this terminal is paired. It is stored in a separate file with mode 0600.
package struct RemoteGateway: Codable, Sendable, Hashable {
    let host: String
    let port: Int
    /// The address given at pairing; with nil the system resolves `host`.
    let address: String?
    /// SHA-256 of the gateway's public key (SPKI), hex.
    let publicKeyFingerprint: String
    /// The client's private key (PEM).
    let key: String
    let person: PersonID
    var accessToken: String
    var refreshToken: String

    package init(
        host: String, port: Int, address: String?, publicKeyFingerprint: String, key: String, session: SessionBody
    ) {
        self.host = host
        self.port = port
        self.address = address
        self.publicKeyFingerprint = publicKeyFingerprint
        self.key = key
        person = session.person
        accessToken = session.accessToken
        refreshToken = session.refreshToken
    }
}
