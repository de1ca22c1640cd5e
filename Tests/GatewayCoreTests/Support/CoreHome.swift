import Foundation
import HomeCertificates
import HomeModel
import HomeStorage
import Logging
import Synchronization

@testable import GatewayCore

/// The two journeys on a real database and a real audit log, with a link that a test plays.
struct CoreHome: Sendable {
    let folder: String
    let time: SettableTime
    let clock: HomeClock
    let database: HomeDatabase
    let auditKeys: AuditKeys
    let audit: AuditLog
    let registry: HomeRegistry
    let people: PeopleRegister
    let board = StateBoard()
    let pending: PendingCommands
    let feed: LiveFeed
    let ledger: CommandLedger
    let pipeline: ReadingPipeline
    let acts: AuditedActs
    let restrictions: RestrictionRecorder
    let link: PlayedLink
    let issuer = PlayedIssuer()
    let commands: CommandService
    let devices: DeviceService
    let peopleService: PeopleService
    let grants: GrantService
    let sessions: SessionRegister
    let pairing: PairingService
    let clients: ClientService
    let tokens: TokenService
    let pins: PINService
    let pinRegister: PINRegister
    let lockdown: LockdownService
    let rooms: RoomService
    let clocks: ClockService
    let retention: RetentionKeeper
    let awaited = AwaitedCommands()

    static let console: Identity? = ConsolePeer(peerUserID: 0, gatewayUserID: 0).map(Identity.console)

    static func identity(_ person: PersonID) throws -> Identity {
        guard let peer = ConsolePeer(peerUserID: 0, gatewayUserID: 0) else { throw Missing() }
        return .console(peer, as: person)
    }

    struct Missing: Error {}

    fileprivate init(isSynchronised: Bool, at time: SettableTime) async throws {
        folder = "/tmp/core-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.time = time
        time.set(isSynchronised: isSynchronised)
        clock = time.clock
        database = try HomeDatabase.open(path: "\(folder)/home.sqlite")
        let keys = AuditKeys.makeBytes()
        let logger = Logger(label: "core") { _ in SwiftLogNoOpLogHandler() }
        auditKeys = try AuditKeys(sealing: keys.sealing, signing: keys.signing)
        audit = try await AuditLog.open(
            folder: "\(folder)/audit", keys: auditKeys,
            clock: time.auditClock, logger: logger)
        registry = try await HomeRegistry(loading: database.registry)
        people = try await PeopleRegister(loading: database.people, timeZone: .gmt)
        feed = LiveFeed(registry: registry, people: people, clock: clock)
        pending = PendingCommands(uptime: clock.uptime)
        ledger = CommandLedger(feed: feed, uptime: clock.uptime)
        let kept = try await database.sessions.load()
        sessions = SessionRegister(kept, in: database.sessions, people: people, clock: clock)
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        pinRegister = PINRegister(
            kept.pins, hasher: try .quick(secrets), store: database.sessions, sessions: sessions)
        restrictions = RestrictionRecorder(
            people: people, sessions: sessions, pins: pinRegister,
            journal: await RestrictionJournal.open(folder: folder, name: "restrictions.journal", keys: auditKeys))
        acts = AuditedActs(people: people, audit: audit, restrictions: restrictions, clock: clock)
        pipeline = ReadingPipeline(
            registry: registry, board: board, feed: feed, store: database.readings, clock: clock,
            trust: ClockTrust(newestOfDevices: [], lastKnown: nil), marks: database.clockMarks,
            terms: RetentionTerms(), latestStates: [:], logger: logger)
        link = PlayedLink(pending: pending)
        devices = DeviceService(
            registry: registry, people: people, board: board, feed: feed, acts: acts, links: [link], issuer: issuer)
        commands = CommandService(
            registry: registry, people: people, board: board, audit: audit,
            dispatcher: CommandDispatcher(
                links: [link], people: people, registry: registry, pending: pending, ledger: ledger, clock: clock,
                holds: { [sessions] in await sessions.stillHolds($0) }),
            ledger: ledger, clock: clock, logger: logger)
        let desk = PairingDesk(clock: clock)
        peopleService = PeopleService(
            people: people, registry: registry,
            departure: PersonDeparture(sessions: sessions, pins: pinRegister, desk: desk, feed: feed), acts: acts)
        pairing = PairingService(
            desk: desk, sessions: sessions, people: people, service: peopleService, acts: acts)
        clients = ClientService(sessions: sessions, people: people, service: peopleService, feed: feed, acts: acts)
        tokens = TokenService(sessions: sessions, people: people, feed: feed, acts: acts)
        pins = PINService(
            pins: pinRegister, sessions: sessions, people: people, clients: clients, service: peopleService,
            acts: acts)
        lockdown = LockdownService(people: people, acts: acts)
        rooms = RoomService(registry: registry, people: people, feed: feed, acts: acts)
        clocks = ClockService(store: database.registry, audit: audit, acts: acts)
        grants = GrantService(people: people, registry: registry, acts: acts, service: peopleService)
        retention = RetentionKeeper(
            store: database.retention, marks: database.clockMarks, newest: nil, terms: RetentionTerms(), audit: audit,
            pipeline: pipeline, acts: acts,
            logger: logger)
    }

    /// An adopted device that is there.
    func add(_ id: DeviceID, _ capabilities: [Capability], purpose: Purpose? = .light) async throws {
        let part = Part(id: .main, capabilities: capabilities, purpose: purpose)
        try await registry.add(
            Device(
                id: id, name: DisplayName("\(id)"), room: nil,
                address: LinkAddress(kind: .homie5, foreignID: id.rawValue, root: id.rawValue),
                description: DeviceDescription(name: "\(id)", parts: [part]), adoptedAt: clock.now()))
        _ = await board.set(.ready, of: id)
    }

    /// Sends a command and gives the record once it has ended.
    func send(
        _ value: CapabilityValue, to device: DeviceID, _ kind: CapabilityKind = .switch, part: PartID = .main,
        as identity: Identity, key: String? = nil, deadline: Duration = .seconds(120)
    ) async throws -> CommandRecord {
        let request = CommandRequest(
            id: CommandID(slugging: UUID().uuidString, fallback: CommandID("command")), device: device, part: part,
            capability: CapabilityName(kind), value: value, idempotencyKey: key, receivedAt: clock.now(),
            deadline: deadline)
        let id = try await commands.submit(request, by: identity)
        guard let record = await awaited.during({ await ledger.await(id, until: .ended) }) else { throw Missing() }
        return record
    }
}

/// Runs `body` with a home whose commands are carried out.
func withCore(
    isSynchronised: Bool = true, at time: SettableTime = SettableTime(),
    _ body: @Sendable (CoreHome) async throws -> Void
) async throws {
    let home = try await CoreHome(isSynchronised: isSynchronised, at: time)
    defer { try? FileManager.default.removeItem(atPath: home.folder) }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await home.commands.run() }
        group.addTask { await home.feed.run() }
        try await body(home)
        group.cancelAll()
    }
    await home.audit.close()
    home.database.close()
}

extension ReadingPipeline {
    func receive(_ reports: [TelemetryReport], deliveries: [Delivery]) async {
        await receive(reports, deliveries: deliveries, at: readClocks())
    }
}

/// A link whose devices do what the test says.
actor PlayedLink: DeviceLink {
    enum Behaviour: Sendable {
        case obeys, stays(CapabilityValue), silent, gone, cannotReport
        /// Speaks only when it is asked.
        case answersWhenAsked
        /// Its bridge says what it assumes; asked, it says what is so.
        case assumes(shows: CapabilityValue?)
        /// Its bridge reports what it assumes, and answers each question before the link returns from sending it.
        case answersWhileSending(acknowledgement: @Sendable () async -> Void)
        /// It was busy: what it assumes comes when it is asked, and nothing more.
        case assumesLate
        /// The broker does not take the command.
        case unsendable
        /// The broker does not say whether it took the command.
        case unanswered
        /// It says no, to the command itself or to anything.
        case refuses(String), complains(String)
    }

    nonisolated let kinds: Set<LinkKind> = [.homie5]
    private let pending: PendingCommands
    private var behaviour = Behaviour.obeys
    private(set) var sent: [CapabilityValue] = []
    private(set) var questions = 0
    private(set) var cleared: [String] = []

    init(pending: PendingCommands) { self.pending = pending }

    func behave(_ behaviour: Behaviour) { self.behaviour = behaviour }

    func expectation(of command: ValidCommand) async -> Expectation? {
        switch behaviour {
        case .cannotReport: Expectation(value: command.value, evidence: .none)
        case .assumes, .assumesLate, .answersWhileSending: Expectation(value: command.value, evidence: .answer)
        default: Expectation(value: command.value, evidence: .report)
        }
    }

    func send(_ command: AuditedCommand, expiringIn remaining: Duration) async throws(LinkError) {
        if case .gone = behaviour { throw .notListening }
        if case .unsendable = behaviour { throw .refused("The packet is too large.") }
        let valid = command.command
        sent.append(valid.value)
        if case .unanswered = behaviour { throw .unanswered("The connection was lost.") }
        switch behaviour {
        case .obeys:
            await pending.acknowledged(valid.value, for: valid.request.series)
            await pending.reported(valid.value, for: valid.request.series)
            let part = valid.device.description[valid.request.part]
            for (name, value) in part?.effects(of: valid.request.capability, becoming: valid.value) ?? [:]
            where name != valid.request.capability {
                let series = SeriesID(device: valid.request.device, part: valid.request.part, capability: name)
                await pending.reported(value, for: series)
            }
        case .assumes, .answersWhileSending: await pending.reported(valid.value, for: valid.request.series)
        case .stays(let value): await pending.acknowledged(value, for: valid.request.series)
        case .refuses(let reason): await pending.failed(valid.request.id, reason)
        case .complains(let reason): await pending.failed(reason) { $0.device == valid.request.device }
        case .silent, .gone, .unsendable, .unanswered, .cannotReport, .answersWhenAsked, .assumesLate: break
        }
    }

    func ask(about command: ValidCommand, expiringIn remaining: Duration) async throws(LinkError) {
        questions += 1
        switch behaviour {
        case .answersWhenAsked: await pending.reported(command.value, for: command.request.series)
        case .assumes(.some(let value)): await pending.reported(value, for: command.request.series)
        case .assumesLate where questions == 1:
            await pending.reported(command.value, for: command.request.series)
        case .answersWhileSending(let acknowledgement):
            await pending.reported(command.value, for: command.request.series)
            await acknowledgement()
        case .assumes(nil), .assumesLate: break
        default: throw .notExpressible
        }
    }

    func clear(_ topic: String) async throws(LinkError) { cleared.append(topic) }
    func follow(_ devices: [Device], asOf revision: Int) async {}
}

extension Capability {
    static let lamp = Capability(CapabilityName(.switch), isCommanded: true)
    static let thermometer = Capability(CapabilityName(.temperature))
    static let contact = Capability(CapabilityName(.contact))
}

extension PINHasher {
    /// Hashes in the smallest part of the time that a home takes: these tests are about who may do what.
    static func quick(_ secrets: SecretStore) throws -> PINHasher { try PINHasher(secrets: secrets, rounds: 2) }
}
