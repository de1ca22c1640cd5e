import AuditTrail
import DeviceProtocols
import DeviceSetup
import Foundation
import HomeCertificates
import HomeModel
import HomeStore
import Logging
import TestSupport

@testable import GatewayCore
@testable import HomeKitLink

/// The core of a gateway on a real database and a real audit log, with the HomeKit link.
struct LinkedHome: Sendable {
    let folder: String
    let database: HomeDatabase
    let audit: AuditLog
    let core: CoreServices
    let link: HomeKitLink
    let residents: ResidentServices
    let store: PairingStore

    static let console = ConsolePeer(peerUserID: 0, gatewayUserID: 0).map(Identity.console)

    /// Opens the home in a folder, and runs its link and its commands for as long as `body` runs.
    static func run<Result>(
        in folder: String, pollInterval: Duration = .milliseconds(200), _ body: (LinkedHome) async throws -> Result
    ) async throws -> Result {
        let home = try await LinkedHome(folder: folder, pollInterval: pollInterval)
        defer { home.database.close() }
        let result = try await withThrowingTaskGroup(of: Void.self) { group in
            await home.residents.devices.updateLinks()
            group.addTask { await home.link.run() }
            group.addTask { await home.residents.commands.run() }
            let result = try await body(home)
            group.cancelAll()
            return result
        }
        await home.audit.close()
        return result
    }

    private init(folder: String, pollInterval: Duration) async throws {
        self.folder = folder
        let logger = Logger(label: "link") { _ in SwiftLogNoOpLogHandler() }
        let start = ContinuousClock.now
        let clock = HomeClock(
            now: { Timestamp(Date()) }, uptime: { .hours(1) + (ContinuousClock.now - start) }, boot: UUID(),
            waiting: ContinuousClock(), isSynchronised: { true })
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        let fresh = AuditKeys.makeBytes()
        let sealing = try secrets.readOrCreate("audit-sealing") { Secret(fresh.sealing) }
        let signing = try secrets.readOrCreate("audit-signing") { Secret(fresh.signing) }
        let keys = try AuditKeys(sealing: Data(sealing.exposed()), signing: Data(signing.exposed()))
        database = try HomeDatabase.open(path: "\(folder)/home.sqlite")
        audit = try await AuditLog.open(
            folder: "\(folder)/audit", keys: keys, clock: .system(now: clock.now), logger: logger)
        core = try await CoreServices.load(
            from: CoreStores(
                database: database, audit: audit,
                restrictions: await RestrictionJournal.open(
                    folder: folder, name: "restrictions.journal", key: keys.sealing),
                pinHasher: try PINHasher(secrets: secrets, rounds: 2)),
            timeZone: .gmt, clock: clock, logger: logger, detailLevel: DeviceFamilies.detailLevel)
        store = try PairingStore(secrets: secrets, folder: "\(folder)/homekit")
        link = try HomeKitLink(
            store: store, discovered: core.discovered, eventReceiver: core.eventReceiver,
            timestampAssigner: core.timestampAssigner, commitInterval: .milliseconds(20),
            pollInterval: pollInterval, clock: clock, logger: logger)
        residents = ResidentServices(
            on: core, links: [link], issuer: NoCredentials(), configurator: HTTPDeviceConfigurator(), logger: logger)
    }
}

extension LinkedHome {
    static let code = "031-45-154"

    struct Missing: Error {
        let what: String
    }

    private var console: Identity {
        get throws {
            guard let console = Self.console else { throw Missing(what: "the console") }
            return console
        }
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
    @discardableResult func pair(_ id: String, code: String = LinkedHome.code) async throws -> DevicePairing {
        let identity = try console
        var pairing: DevicePairing?
        // The link learns of the announcement a moment later.
        try await eventually("the link knows the accessory") {
            do throws(ActionRefusal) {
                pairing = try await residents.devicePairings.pair(pairingID(of: id), code: Secret(code), as: identity)
                return true
            } catch {
                guard case .notFound = error else { throw error }
                return false
            }
        }
        guard let pairing else { throw Missing(what: "the pairing") }
        return pairing
    }

    func unpair(_ id: String, discarding: Bool = false) async throws -> Bool {
        try await residents.devicePairings.unpair(pairingID(of: id), discarding: discarding, as: try console)
    }

    func pairing(_ id: String) async throws -> DevicePairing? {
        try await residents.devicePairings.all(as: try console).first { $0.root == id.lowercased() }
    }

    /// Adopts the device with this number, once it has described itself.
    func adopt(_ id: String, aid: UInt64, purposes: [PartID: Purpose] = [:]) async throws -> Device {
        let address = LinkAddress.homeKit(id.lowercased(), aid: aid)
        try await eventually("the accessory \(aid) has described itself") {
            await core.registry.waiting.contains { $0.best.address == address }
        }
        guard let found = await core.registry.waiting.first(where: { $0.best.address == address }) else {
            throw Missing(what: "accessory \(aid)")
        }
        let device = try await residents.devices.adopt(
            found.best.id, name: nil, room: nil, purposes: purposes, as: try console)
        try await eventually("the device is ready") {
            await core.deviceStates.snapshot[device.id].availability == .ready
        }
        return device
    }

    func remove(_ device: Device) async throws { try await residents.devices.remove(device.id, as: try console) }

    /// The device that is named so, with all of its capabilities.
    func waiting(named name: String) async throws -> DiscoveredDevice {
        try await eventually("“\(name)” has described itself") {
            await core.registry.waiting.contains { $0.best.description.name == name }
        }
        guard let found = await core.registry.waiting.first(where: { $0.best.description.name == name }) else {
            throw Missing(what: name)
        }
        return found.best
    }

    /// Sends a command and returns its record once it has ended.
    func send(
        _ value: CapabilityValue, to device: Device, kind: CapabilityKind, deadline: Duration = .seconds(120)
    ) async throws -> CommandRecord {
        guard let part = device.description.parts.first(where: { $0[CapabilityName(kind)]?.isCommanded ?? false })
        else {
            throw Missing(what: "\(kind)")
        }
        let request = CommandRequest(
            id: .random(), device: device.id, part: part.id, capability: CapabilityName(kind), value: value,
            idempotencyKey: nil, receivedAt: core.clock.now(), deadline: deadline)
        let id = try await residents.commands.submit(request, by: try console)
        guard let record = await core.tracker.await(id, until: .ended) else { throw Missing(what: "the record") }
        return record
    }

    /// The value that the home shows now.
    func value(_ kind: CapabilityKind, of device: Device) async -> CapabilityValue? {
        let states = await core.deviceStates.snapshot[device.id].values
        return states.first { $0.key.capability == CapabilityName(kind) }?.value.value
    }
}

/// Issues nothing: HomeKit accessories have no credentials.
struct NoCredentials: CredentialIssuer {
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        throw .notManaged("HomeKit accessories have no credentials.")
    }
    func revoke(_ root: String) async throws(CredentialError) {
        throw .notManaged("HomeKit accessories have no credentials.")
    }
    func credentials() async throws(CredentialError) -> [ListedCredential] { [] }
    func port(for kind: CredentialKind) -> Int? { nil }
    func confirm(_ root: DeviceID) async throws(CredentialError) {}
    func revokeProvisional(_ root: DeviceID) async throws(CredentialError) {}
}
