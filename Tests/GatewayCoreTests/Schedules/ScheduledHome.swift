import Foundation
import HomeModel
import Logging
import Synchronization

@testable import GatewayCore
@testable import HomeStorage

/// What all schedules have in common: two people, the devices of `ModelledPart.all`, and an audit log that outlives every kill.
struct ScheduledHome: Sendable {
    let folder: String
    let time = VirtualTime()
    let database: HomeDatabase
    let audit: AuditLog
    let registry: HomeRegistry
    let people: PeopleRegistry
    let askers: [Identity]

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
        // A kill of the process, not of the machine: what was written stays.
        disk.sync = { _ in 0 }
        audit = try await AuditLog.open(
            folder: "\(folder)/audit", keys: AuditKeys(sealing: keys.sealing, signing: keys.signing),
            clock: AuditClock(
                now: time.clock.now, bootID: time.clock.boot,
                monotonic: { UInt64(max(time.uptime.wholeMilliseconds, 0)) * 1_000_000 }),
            limits: limits, disk: disk, logger: Self.logger)
        registry = try await HomeRegistry(loading: database.registry)
        people = try await PeopleRegistry(loading: database.people, timeZone: .gmt)
        var askers: [Identity] = []
        for name in ["Anna", "Bo"] {
            let person = try await people.add(name: DisplayName(name), role: .owner) { _ throws(ActionRefusal) in }
            askers.append(try CoreHome.identity(person.id))
        }
        self.askers = askers
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

    /// Returns when what was handed to the audit log until now is written and its writers were resumed: two turns of its
    /// queue later.
    func settleAudit() async { for _ in 0..<2 { _ = await audit.isClosed } }

    static let logger = Logger(label: "schedules") { _ in SwiftLogNoOpLogHandler() }
}

/// One run of the gateway's process. It is killed by never running its jobs again.
final class ScheduledRun: Sendable {
    let executor: SeededExecutor
    let tracker: CommandTracker
    let commands: CommandService
    private let home: ScheduledHome
    private let said: AsyncStream<(ModelledPart, ModelledDevice.Statement)>.Continuation
    private let carryingOut: Task<Void, Never>

    /// Starts as the gateway does: from what the audit log says.
    init(
        of home: ScheduledHome, link: ScheduledLink, seed: UInt64
    ) async throws {
        self.home = home
        executor = SeededExecutor(seed: seed)
        let clock = home.time.clock
        let recent = try await home.audit.recentCommands(within: CommandTracker.recordLifetime, before: clock.now())
        let pending = await PendingCommands(after: recent, in: home.registry.snapshot, clock: clock)
        for open in recent.open { try await home.audit.close(open) }
        let (deviceStates, feed) = (
            DeviceStateCache(), LiveFeed(registry: home.registry, people: home.people, clock: clock)
        )
        for part in ModelledPart.all { _ = await deviceStates.set(.ready, of: part.device) }
        tracker = CommandTracker(feed: feed, recent: recent, uptime: clock.uptime)
        commands = CommandService(
            registry: home.registry, people: home.people, deviceStates: deviceStates, audit: home.audit,
            dispatcher: CommandDispatcher(
                links: [link], people: home.people, registry: home.registry, pending: pending, tracker: tracker,
                clock: clock, isStillValid: { _ in true }),
            tracker: tracker, clock: clock, logger: ScheduledHome.logger)
        let intake = LinkEventReceiver(
            registry: home.registry, deviceStates: deviceStates, feed: feed, pending: pending, findings: LinkFindings(),
            clock: clock, logger: ScheduledHome.logger)
        let (statements, said) = AsyncStream.makeStream(of: (ModelledPart, ModelledDevice.Statement).self)
        self.said = said
        let commands = commands
        carryingOut = Task(executorPreference: executor) { await commands.run() }
        Task(executorPreference: executor) {
            for await (part, statement) in statements {
                switch statement {
                case .state(let kind, let value):
                    await intake.state(part.series(of: kind), value: value, isRetained: false)
                case .target(let kind, let value):
                    await intake.accepted(part.series(of: kind), value: value, isRetained: false)
                case .answer(let command): await intake.replied(command, failure: nil)
                case .unanswered(let kind):
                    let series = part.series(of: kind)
                    await intake.failed(
                        series.device, part: series.part, capability: series.capability, reason: "no answer",
                        isCertain: false)
                }
            }
        }
    }

    func hear(_ statements: [ModelledDevice.Statement], of part: ModelledPart) {
        for statement in statements { said.yield((part, statement)) }
    }

    /// Sends a command as one request to the API does; `told` gets what the answer says, if it ever comes.
    func submit(
        _ request: CommandRequest, as identity: Identity, told: @escaping @Sendable (CommandRecord) -> Void
    ) {
        Task(executorPreference: executor) { [commands, tracker] in
            guard let id = try? await commands.submit(request, by: identity),
                let record = await tracker.await(id, until: .ended)
            else { return }
            told(record)
        }
    }

    /// Ends as the gateway does when it is told to.
    func stop() async {
        carryingOut.cancel()
        await settle()
    }

    /// Returns when everything waits for time to pass or for the network.
    func settle() async {
        while true {
            let count = executor.run()
            // What was handed to the audit log is written, and its writer was resumed, two turns of its queue later.
            await home.settleAudit()
            if count == 0, executor.run() == 0 { return }
        }
    }
}
