package import AuditTrail
import DeviceProtocols
import DeviceSetup
import Foundation
package import GatewayCore
package import HomeCertificates
package import HomeModel
package import HomeStore
package import Logging
import TestSupport

/// The core of a gateway on a real database and a real audit log, with one link.
package struct LinkedHome<Link: PairingLink>: Sendable {
    package let folder: String
    package let database: HomeDatabase
    package let audit: AuditLog
    package let core: CoreServices
    package let link: Link
    package let residents: ResidentServices
    package let secrets: SecretStore

    /// What a link is made of.
    package struct Parts {
        package let folder: String
        package let secrets: SecretStore
        package let core: CoreServices
        package let clock: HomeClock
        package let logger: Logger
    }

    package struct Missing: Error {
        let what: String

        package init(what: String) { self.what = what }
    }

    /// Opens the home in a folder, and runs its link and its commands for as long as `body` runs.
    package static func run<Result>(
        in folder: String, logger: Logger = Logger(label: "link") { _ in SwiftLogNoOpLogHandler() },
        link makeLink: (Parts) throws -> Link, body: (LinkedHome) async throws -> Result
    ) async throws -> Result {
        let home = try await LinkedHome(folder: folder, logger: logger, makeLink: makeLink)
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

    private init(folder: String, logger: Logger, makeLink: (Parts) throws -> Link) async throws {
        self.folder = folder
        let start = ContinuousClock.now
        let clock = HomeClock(
            now: { Timestamp(Date()) }, uptime: { .hours(1) + (ContinuousClock.now - start) }, boot: UUID(),
            waiting: ContinuousClock(), isSynchronised: { true })
        secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
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
                erasures: await ErasureJournal.open(folder: folder, name: "erasures.journal", key: keys.sealing),
                incidents: database.incidents(sealedWith: keys.sealing),
                pinHasher: try PINHasher(secrets: secrets, rounds: 2),
                personHasher: try PersonIDHasher(secrets: secrets),
                crashReports: CrashReportService.Setup(folder: folder, version: "test"),
                attachments: try AttachmentStorage(folder: "\(folder)/attachments", secrets: secrets)),
            timeZone: .gmt, clock: clock, logger: logger, detailLevel: DeviceFamilies.detailLevel)
        link = try makeLink(Parts(folder: folder, secrets: secrets, core: core, clock: clock, logger: logger))
        residents = ResidentServices(
            on: core, links: [link], issuer: NoCredentials(), configurator: HTTPDeviceConfigurator(), logger: logger)
    }
}

extension LinkedHome {
    package var console: Identity {
        get throws {
            guard let console = ConsolePeer(peerUserID: 0, gatewayUserID: 0).map(Identity.console) else {
                throw Missing(what: "the console")
            }
            return console
        }
    }

    /// Pairs an announced device. `id` is that of the discovered service.
    @discardableResult package func pair(
        _ id: DeviceID, code: String, accepting accepted: Set<DevicePairingObstacle> = []
    ) async throws -> DevicePairing {
        let identity = try console
        var pairing: DevicePairing?
        // The link learns of the announcement a moment later.
        try await eventually("the link knows the device") {
            do throws(ActionRefusal) {
                pairing = try await residents.devicePairings.pair(
                    id, code: Secret(code), accepting: accepted, as: identity)
                return true
            } catch {
                guard case .notFound = error else { throw error }
                return false
            }
        }
        guard let pairing else { throw Missing(what: "the pairing") }
        return pairing
    }

    package func pairing(root: String) async throws -> DevicePairing? {
        try await residents.devicePairings.all(as: try console).first { $0.root == root }
    }

    /// Adopts the device with this address, once it has described itself.
    package func adopt(_ address: LinkAddress, purposes: [PartID: Purpose] = [:]) async throws -> Device {
        try await eventually("the device \(address.foreignID) has described itself") {
            await core.registry.waiting.contains { $0.best.address == address }
        }
        guard let found = await core.registry.waiting.first(where: { $0.best.address == address }) else {
            throw Missing(what: "device \(address.foreignID)")
        }
        let device = try await residents.devices.adopt(
            found.best.id, name: nil, room: nil, purposes: purposes, as: try console)
        try await eventually("the device is ready") {
            await core.deviceStates.snapshot[device.id].availability?.isReachable == true
        }
        return device
    }

    package func remove(_ device: Device) async throws {
        try await residents.devices.remove(device.id, as: try console)
    }

    /// The device that is named so, with all of its capabilities.
    package func waiting(named name: String) async throws -> DiscoveredDevice {
        try await eventually("“\(name)” has described itself") {
            await core.registry.waiting.contains { $0.best.description.name == name }
        }
        guard let found = await core.registry.waiting.first(where: { $0.best.description.name == name }) else {
            throw Missing(what: name)
        }
        return found.best
    }

    /// Sends a command and returns its record once it has ended.
    package func send(
        _ value: CapabilityValue, to device: Device, kind: CapabilityKind, deadline: Duration = .seconds(120)
    ) async throws -> CommandRecord {
        let id = try await submit(value, to: device, kind: kind, deadline: deadline)
        guard let record = await core.tracker.await(id, until: .ended) else { throw Missing(what: "the record") }
        return record
    }

    /// Sends a command, and returns its id when it is on its way.
    package func submit(
        _ value: CapabilityValue, to device: Device, kind: CapabilityKind, deadline: Duration = .seconds(120)
    ) async throws -> CommandID {
        guard let part = device.description.parts.first(where: { $0[CapabilityName(kind)]?.isCommanded ?? false })
        else {
            throw Missing(what: "\(kind)")
        }
        let request = CommandRequest(
            id: .random(), device: device.id, part: part.id, capability: CapabilityName(kind), value: value,
            idempotencyKey: nil, receivedAt: core.clock.now(), deadline: deadline)
        return try await residents.commands.submit(request, by: try console)
    }

    /// The value that the home shows now.
    package func value(_ kind: CapabilityKind, of device: Device) async -> CapabilityValue? {
        let states = await core.deviceStates.snapshot[device.id].values
        return states.first { $0.key.capability == CapabilityName(kind) }?.value.value
    }
}

extension ActionRefusal {
    /// The code of a refused pairing.
    package var pairingCode: String? {
        switch self {
        case .invalid(_, let code, _): code
        case .devicePairing(let obstacle, _): obstacle.rawValue
        default: nil
        }
    }
}
