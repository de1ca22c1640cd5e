import Foundation
import GatewayCore
import HomeModel
import LinkFixtures
import TestSupport

@testable import HomeKitLink

/// A home with the HomeKit link.
typealias HomeKitHome = LinkedHome<HomeKitLink>

extension LinkedHome<HomeKitLink> {
    static let code = "031-45-154"

    /// Opens the home in a folder, and runs its link and its commands for as long as `body` runs.
    static func run<Result>(
        in folder: String, pollInterval: Duration = .milliseconds(200),
        _ body: (HomeKitHome) async throws -> Result
    ) async throws -> Result {
        try await run(in: folder, link: { parts in try makeLink(parts, pollInterval: pollInterval) }, body: body)
    }

    private static func makeLink(_ parts: Parts, pollInterval: Duration) throws -> HomeKitLink {
        try HomeKitLink(
            store: try PairingStore(secrets: parts.secrets, folder: "\(parts.folder)/homekit"),
            discovered: parts.core.discovered, eventReceiver: parts.core.eventReceiver,
            timestampAssigner: parts.core.timestampAssigner, commitInterval: .milliseconds(20),
            pollInterval: pollInterval, clock: parts.clock, logger: parts.logger)
    }

    var store: PairingStore {
        get throws { try PairingStore(secrets: secrets, folder: "\(folder)/homekit") }
    }

    /// Lets the network announce an accessory, or another state of it.
    func announce(
        _ id: String, port: UInt16, isPaired: Bool = false, configurationNumber: Int = 1, features: Int = 0
    ) async throws {
        let txt = TXTRecord(
            entries: [
                "c#=\(configurationNumber)", "id=\(id)", "md=Peer", "pv=1.1", "s#=1", "sf=\(isPaired ? 0 : 1)", "ci=2",
                "ff=\(features)",
            ].map { Array($0.utf8) })
        let record = try ServiceRecord(kind: .homeKit, instance: "Peer", txt: txt)
        let now = core.clock.now()
        let service = NetworkService(
            id: NetworkService.ID(kind: .homeKit, identity: id.lowercased()), announcedName: "Peer",
            announcedHost: "peer.local", port: port,
            addresses: [NetworkAddress(family: .ipv4, text: "127.0.0.1", interface: "lo")], record: record,
            firstSeen: now, lastSeen: now)
        await core.discovered.apply(.changed(service))
    }

    func pairingID(of id: String) -> DeviceID {
        NetworkService.deviceID(of: LinkKind.homeKit.rawValue, identity: id.lowercased())
    }

    /// Pairs an announced accessory.
    @discardableResult func pair(_ id: String, code: String = HomeKitHome.code) async throws -> DevicePairing {
        try await pair(pairingID(of: id), code: code)
    }

    func unpair(_ id: String, discarding: Bool = false) async throws -> Bool {
        try await residents.devicePairings.unpair(pairingID(of: id), discarding: discarding, as: try console)
    }

    func pairing(_ id: String) async throws -> DevicePairing? { try await pairing(root: id.lowercased()) }

    /// Adopts the device with this number, once it has described itself.
    func adopt(_ id: String, aid: UInt64, purposes: [PartID: Purpose] = [:]) async throws -> Device {
        try await adopt(.homeKit(id.lowercased(), aid: aid), purposes: purposes)
    }
}
