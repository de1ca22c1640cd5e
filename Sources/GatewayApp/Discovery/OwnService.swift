import AvahiDiscovery
import GatewayCore
import HomeCertificates
import Logging

/// What the gateway says of itself on the network: where its API is, how it speaks, and by which key to know it. Nothing
/// else: whoever asks has not proved who they are.
struct OwnService: Sendable {
    static let type = "_tomte._tcp"
    /// The API under `/api/v1`.
    private static let protocolVersion = 1

    /// The first label of the gateway's `.local` name, which its certificate shows to everyone anyhow.
    let hostName: String
    let port: UInt16
    /// SHA-256 (hex) of the SPKI of the API's certificate: what clients pin.
    let keyFingerprint: String

    var published: PublishedService {
        PublishedService(
            name: hostName, type: Self.type, port: port,
            txt: ["v=\(Self.protocolVersion)", "fp=\(keyFingerprint)"].map { Array($0.utf8) })
    }

    /// Announces it for as long as it runs. Nil when it cannot be announced.
    func publisher(logger: Logger) async -> AvahiPublisher? {
        let publisher = AvahiPublisher(logger: logger)
        do throws(AvahiError) {
            try await publisher.publish(published)
            return publisher
        } catch {
            logger.error("the gateway cannot be announced", metadata: [LogKey.errorCode: "\(error)"])
            return nil
        }
    }
}

extension OwnService {
    /// Nil without an HTTPS door, or where discovery is off.
    static func of(_ configuration: GatewayConfiguration, _ certificates: HomeCertificates) async -> OwnService? {
        guard configuration.isDiscoveryEnabled, let sign = await configuration.doorSign(certificates) else {
            return nil
        }
        return OwnService(
            hostName: configuration.hostName, port: configuration.https.port,
            keyFingerprint: sign.publicKeyFingerprint)
    }
}
