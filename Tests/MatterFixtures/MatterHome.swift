import GatewayCore
package import HomeModel
package import LinkFixtures
package import Logging
package import MatterEmulator
package import MatterLink
import TestSupport

/// A home with the Matter link.
package typealias MatterHome = LinkedHome<MatterLink>

extension LinkedHome<MatterLink> {
    /// Opens the home in a folder, and runs its link and its commands for as long as `body` runs.
    package static func run<Result>(
        in folder: String, logger: Logger = Logger(label: "link") { _ in SwiftLogNoOpLogHandler() },
        _ body: (MatterHome) async throws -> Result
    ) async throws -> Result {
        try await run(in: folder, logger: logger, link: { parts in try makeLink(parts) }, body: body)
    }

    private static func makeLink(_ parts: Parts) throws -> MatterLink {
        try MatterLink(
            store: NodeStore(secrets: parts.secrets, folder: "\(parts.folder)/matter"),
            makers: MakerStore(installed: nil, folder: "\(parts.folder)/makers"), discovered: parts.core.discovered,
            eventReceiver: parts.core.eventReceiver, timestampAssigner: parts.core.timestampAssigner,
            commitInterval: .milliseconds(20), clock: parts.clock, logger: parts.logger)
    }

    /// Lets the network announce a service of a node on this machine, at these addresses.
    @discardableResult package func announce(
        _ announcement: AnnouncedService, at addresses: [NetworkAddress] = [.loopback]
    ) async throws -> NetworkService {
        let record = try ServiceRecord(
            kind: announcement.kind, instance: announcement.name,
            txt: TXTRecord(entries: announcement.txt.map { Array($0.utf8) }))
        let now = core.clock.now()
        let service = NetworkService(
            id: NetworkService.ID(
                kind: announcement.kind, identity: record.identity(instance: announcement.name)),
            announcedName: announcement.name, announcedHost: "node.local", port: announcement.port,
            addresses: addresses, record: record, firstSeen: now, lastSeen: now)
        await core.discovered.apply(.changed(service))
        return service
    }

    /// Lets the network announce what a simulated node does now, and nothing of `known` besides. Returns what it announces.
    package func announce(
        _ announcements: [NodeAnnouncement], besides known: Set<NetworkService.ID> = []
    ) async throws -> Set<NetworkService.ID> {
        var present: Set<NetworkService.ID> = []
        for announcement in announcements {
            present.insert(try await announce(AnnouncedService(announcement)).id)
        }
        for gone in known.subtracting(present) { await core.discovered.apply(.lost(gone)) }
        return present
    }
}

extension NetworkAddress {
    /// The addresses of this machine for itself, which a node on it has.
    package static let loopback = NetworkAddress(family: .ipv6, text: "::1", interface: "lo")
    package static let loopbackIPv4 = NetworkAddress(family: .ipv4, text: "127.0.0.1", interface: "lo")
}

extension AnnouncedService {
    package init(_ announcement: NodeAnnouncement) {
        self.init(
            kind: announcement.service == .operational ? .matterOperational : .matterCommissionable,
            name: announcement.name, port: announcement.port, txt: announcement.txt)
    }
}
