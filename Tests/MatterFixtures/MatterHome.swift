import GatewayCore
import HomeModel
import LinkFixtures
import MatterProtocol
import TestSupport

@testable import MatterLink

/// A home with the Matter link.
typealias MatterHome = LinkedHome<MatterLink>

extension LinkedHome<MatterLink> {
    /// Opens the home in a folder, and runs its link and its commands for as long as `body` runs.
    static func run<Result>(in folder: String, _ body: (MatterHome) async throws -> Result) async throws -> Result {
        try await run(in: folder, link: { parts in try makeLink(parts) }, body: body)
    }

    private static func makeLink(_ parts: Parts) throws -> MatterLink {
        try MatterLink(
            store: NodeStore(secrets: parts.secrets, folder: "\(parts.folder)/matter"),
            trust: AttestationTrustStore(authorities: [], declarationSigners: []), discovered: parts.core.discovered,
            eventReceiver: parts.core.eventReceiver, timestampAssigner: parts.core.timestampAssigner,
            commitInterval: .milliseconds(20), clock: parts.clock, logger: parts.logger)
    }

    /// Lets the network announce a service of a node on this machine.
    @discardableResult func announce(_ announcement: AnnouncedService) async throws -> NetworkService {
        let record = try ServiceRecord(
            kind: announcement.kind, instance: announcement.name,
            txt: TXTRecord(entries: announcement.txt.map { Array($0.utf8) }))
        let now = core.clock.now()
        let service = NetworkService(
            id: NetworkService.ID(
                kind: announcement.kind, identity: record.identity(instance: announcement.name)),
            announcedName: announcement.name, announcedHost: "node.local", port: announcement.port,
            addresses: [NetworkAddress(family: .ipv6, text: "::1", interface: "lo")], record: record, firstSeen: now,
            lastSeen: now)
        await core.discovered.apply(.changed(service))
        return service
    }
}

/// What a node announces.
struct AnnouncedService: Hashable {
    let kind: ServiceKind
    let name: String
    let port: UInt16
    let txt: [String]
}
