import DeviceProtocols
import Foundation
import HomeCertificates
import HomeModel
import Logging

@testable import GatewayCore
@testable import AuditTrail
@testable import HomeStore
@testable import SegmentedLog

/// The home of all schedules: two people, the devices of `ModelledPart.all`, and an audit log that survives every kill.
struct ScheduledHome: Sendable {
    let folder: String
    let time = VirtualTime()
    let database: HomeDatabase
    let audit: AuditLog
    let registry: HomeRegistry
    let people: PeopleRegistry
    let senders: [Identity]

    static func with(_ body: (ScheduledHome) async throws -> Void) async throws {
        let home = try await ScheduledHome()
        defer { try? FileManager.default.removeItem(atPath: home.folder) }
        try await body(home)
        await home.audit.close()
        home.database.close()
    }

    private init() async throws {
        folder = "/tmp/schedules-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        database = try HomeDatabase.open(path: "\(folder)/home.sqlite")
        let (keys, time) = (AuditKeys.makeBytes(), time)
        var (limits, disk) = (AuditLimits(), DiskCalls())
        limits.segmentBytes = 64 << 10
        // Only the process is killed, not the machine, so that written data needs no sync.
        disk.sync = { _ in 0 }
        audit = try await AuditLog.open(
            folder: "\(folder)/audit", keys: AuditKeys(sealing: keys.sealing, signing: keys.signing),
            clock: AuditClock(
                now: time.clock.now, bootID: time.clock.boot,
                monotonic: { UInt64(max(time.uptime.wholeMilliseconds, 0)) * 1_000_000 }),
            limits: limits, disk: disk, logger: Self.logger)
        registry = try await HomeRegistry(loading: database.registry, detailLevel: DeviceFamilies.detailLevel)
        people = try await PeopleRegistry(loading: database.people, timeZone: .gmt, hasher: .ephemeral())
        var senders: [Identity] = []
        for name in ["Anna", "Bo"] {
            let person = try await people.add(name: DisplayName(name), role: .owner) { _ throws(ActionRefusal) in }
            senders.append(try CoreHome.identity(person.id))
        }
        self.senders = senders
        for modelled in ModelledPart.all {
            let id = modelled.device
            let part = Part(
                id: .main, capabilities: modelled.kinds.map { Capability(CapabilityName($0), isCommanded: true) },
                purpose: modelled.purpose)
            try await registry.add(
                Device(
                    id: id, name: DisplayName("\(id)"), room: nil,
                    address: LinkAddress(kind: .homie5, foreignID: id.rawValue, root: id.rawValue),
                    description: DeviceDescription(name: "\(id)", parts: [part]), adoptedAt: time.clock.now()))
        }
    }

    /// Returns when everything that was given to the audit log is written, and its writers were resumed: after two passes
    /// through its queue.
    func settleAudit() async { for _ in 0..<2 { _ = await audit.isClosed } }

    static let logger = Logger(label: "schedules") { _ in SwiftLogNoOpLogHandler() }
}
