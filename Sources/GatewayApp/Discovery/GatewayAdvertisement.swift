import AvahiDiscovery
import GatewayCore
import HomeCertificates
import Logging

/// The mDNS service that announces the gateway: the port of its API, the protocol version and the fingerprint of its
/// key. It contains nothing else, because everyone on the network can read it without authentication.
struct GatewayAdvertisement: Sendable {
    static let type = "_tomte._tcp"
    /// The version of the API under `/api/v1`.
    private static let protocolVersion = 1

    /// The first label of the gateway's `.local` name, which its certificate shows to every client anyway.
    let hostName: String
    let port: UInt16
    /// SHA-256 (hex) of the SPKI of the API's certificate; clients pin it.
    let keyFingerprint: String

    var published: PublishedService {
        PublishedService(
            name: hostName, type: Self.type, port: port,
            txt: ["v=\(Self.protocolVersion)", "fp=\(keyFingerprint)"].map { Array($0.utf8) })
    }

    /// Publishes the service for as long as the returned publisher runs. Nil if it cannot be published.
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

extension GatewayAdvertisement {
    /// The service for this configuration; nil if HTTPS or discovery is off, or if the certificate cannot be read.
    static func of(_ configuration: GatewayConfiguration, certificates: HomeCertificates) async
        -> GatewayAdvertisement?
    {
        guard configuration.isDiscoveryEnabled, let endpoint = await configuration.endpointDescription(certificates)
        else {
            return nil
        }
        return GatewayAdvertisement(
            hostName: configuration.hostName, port: configuration.https.port,
            keyFingerprint: endpoint.publicKeyFingerprint)
    }
}
