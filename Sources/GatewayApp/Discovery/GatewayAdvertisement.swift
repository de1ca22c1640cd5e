import AvahiDiscovery
import GatewayCore
import HomeCertificates
import Logging
import Synchronization

/// The mDNS service that announces the gateway: the port of its API, the protocol version and the fingerprint of its
/// key. It contains nothing else, because everyone on the network can read it without authentication.
///
/// With it the name of the gateway is announced, such as `tomte.local`, which people type and which is in links: the name
/// of the machine is another one, unless a person chose the same.
struct GatewayAdvertisement: Sendable {
    static let type = "_tomte._tcp"
    /// The version of the API under `/api/v1`.
    private static let protocolVersion = 1
    /// The first label of the gateway's `.local` name, which its certificate shows to every client anyway.
    let hostName: String
    let port: UInt16
    /// SHA-256 (hex) of the SPKI of the API's certificate; clients pin it.
    let keyFingerprint: String
    /// Reads the present addresses of this machine.
    var addresses: @Sendable () -> [PublishedService.Host.Address] = { networkAddresses }
    /// A router can assign new addresses.
    var pauseBetweenReads = Duration.seconds(10)
    /// The name that is announced now.
    let announcedName = AnnouncedName()

    /// Announces the service until cancelled, with the present addresses.
    func run(logger: Logger) async {
        let publisher = AvahiPublisher(logger: logger)
        do throws(AvahiError) {
            let id = try await publisher.publish(published)
            await withTaskGroup { group in
                group.addTask { await publisher.run() }
                group.addTask { await follow(id, of: publisher) }
                await group.next()
                group.cancelAll()
            }
        } catch {
            logger.error("the gateway cannot be announced", metadata: [LogKey.errorCode: "\(error)"])
            // The gateway stops when a background service ends, and it works without an announcement.
            while (try? await Task.sleep(for: .seconds(3600))) != nil {}
        }
    }

    private var published: PublishedService {
        PublishedService(
            name: hostName, type: Self.type, port: port,
            txt: ["v=\(Self.protocolVersion)", "fp=\(keyFingerprint)"].map { Array($0.utf8) }, host: host)
    }

    /// Without an address, as before the router has assigned one, the service has the name of the machine.
    private var host: PublishedService.Host? {
        let addresses = addresses()
        return addresses.isEmpty ? nil : PublishedService.Host(label: hostName, addresses: addresses)
    }

    private func follow(_ id: PublicationID, of publisher: AvahiPublisher) async {
        while (try? await Task.sleep(for: pauseBetweenReads)) != nil {
            // The label was checked before, and the addresses are those of the system.
            try? await publisher.update(id, host: host)
            await announcedName.update(publisher.state(of: id), wanted: hostName)
        }
    }

    /// The addresses of this machine, each announced only on its own interface: only this machine sees those of the
    /// loopback.
    private static var networkAddresses: [PublishedService.Host.Address] {
        InterfaceAddresses.entries.filter { !$0.text.hasPrefix("fe80:") }.map {
            PublishedService.Host.Address($0.text, interface: $0.interface)
        }
    }
}

/// Tells whether the gateway is announced under another name, because another device on the network has the wanted one.
final class AnnouncedName: Sendable {
    /// A wanted name that another device has, and the name that is announced instead. Both end with `.local`.
    struct Replacement: Equatable {
        let wanted: String
        let announced: String
    }

    private let current = Mutex<Replacement?>(nil)

    /// Nil while the wanted name is announced, or none.
    var replacement: Replacement? { current.withLock { $0 } }

    fileprivate func update(_ state: PublicationState?, wanted: String) {
        guard case .established(_, let label?) = state, label != wanted else { return current.withLock { $0 = nil } }
        current.withLock { $0 = Replacement(wanted: "\(wanted).local", announced: "\(label).local") }
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
