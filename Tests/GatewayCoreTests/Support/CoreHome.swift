import DeviceProtocols
import Foundation
import HomeCertificates
import HomeModel
import AuditTrail
import TimeSeriesStore
import Logging
import SegmentedLog
import Synchronization

@testable import GatewayCore
@testable import HomeStore
@testable import SQLiteDatabase

/// The services of the core, composed as in the gateway on a real database and a real audit log, with a fake link.
struct CoreHome: Sendable {
    let folder: String
    let time: SettableTime
    let database: HomeDatabase
    let auditKeys: AuditKeys
    let audit: AuditLog
    let core: CoreServices
    let residents: ResidentServices
    let link: FakeLink
    let issuer = FakeCredentialIssuer()
    let configurator = FakeConfigurator()
    let awaited = AwaitedCommands()

    var clock: HomeClock { core.clock }
    var registry: HomeRegistry { core.registry }
    var people: PeopleRegistry { core.people }
    var sessions: SessionRegistry { core.sessions }
    var restrictions: RestrictionRecorder { core.restrictions }
    var pinRegistry: PINRegistry { core.pins }
    var deviceStates: DeviceStateCache { core.deviceStates }
    var feed: LiveFeed { core.feed }
    var pending: PendingCommands { core.pending }
    var tracker: CommandTracker { core.tracker }
    var pipeline: ReadingPipeline { core.pipeline }
    var assigner: TimestampAssigner { core.timestampAssigner }
    var retention: RetentionJob { core.retention }
    var actions: AuthorizedActions { core.actions }
    var clocks: ClockService { core.clocks }
    var commands: CommandService { residents.commands }
    var groups: GroupCommandService { residents.groups }
    var devices: DeviceService { residents.devices }
    var rooms: RoomService { residents.rooms }
    var peopleService: PeopleService { residents.people }
    var grants: GrantService { residents.grants }
    var clients: ClientService { residents.clients }
    var pins: PINService { residents.pins }
    var tokens: TokenService { residents.tokens }
    var pairing: PairingService { residents.pairing }
    var lockdown: LockdownService { residents.lockdown }
    var erasures: ErasureService { residents.erasures }

    static let console: Identity? = ConsolePeer(peerUserID: 0, gatewayUserID: 0).map(Identity.console)

    static func identity(_ person: PersonID) throws -> Identity {
        guard let peer = ConsolePeer(peerUserID: 0, gatewayUserID: 0) else { throw Missing() }
        return .console(peer, as: person)
    }

    struct Missing: Error {}

    fileprivate init(
        isSynchronised: Bool, at time: SettableTime, disk: DiskCalls, deletesSecurely: Bool
    ) async throws {
        folder = "/tmp/core-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        self.time = time
        time.set(isSynchronised: isSynchronised)
        database = try HomeDatabase(
            path: "\(folder)/home.sqlite", schema: .current, disk: disk, deletesSecurely: deletesSecurely)
        let keys = AuditKeys.makeBytes()
        let logger = Logger(label: "core") { _ in SwiftLogNoOpLogHandler() }
        auditKeys = try AuditKeys(sealing: keys.sealing, signing: keys.signing)
        audit = try await AuditLog.open(
            folder: "\(folder)/audit", keys: auditKeys, clock: time.auditClock, logger: logger)
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        core = try await CoreServices.load(
            from: CoreStores(
                database: database, audit: audit,
                restrictions: await RestrictionJournal.open(
                    folder: folder, name: "restrictions.journal", key: auditKeys.sealing),
                erasures: await ErasureJournal.open(
                    folder: folder, name: "erasures.journal", key: auditKeys.sealing),
                incidents: database.incidents(sealedWith: auditKeys.sealing),
                pinHasher: try .quick(secrets), personHasher: try PersonIDHasher(secrets: secrets),
                crashReports: CrashReportService.Setup(folder: folder, version: "test"),
                attachments: try AttachmentStorage(folder: "\(folder)/attachments", secrets: secrets)),
            timeZone: .gmt, clock: time.clock, logger: logger,
            detailLevel: DeviceFamilies.detailLevel)
        link = FakeLink(pending: core.pending)
        residents = ResidentServices(
            on: core, links: [link], issuer: issuer, configurator: configurator, logger: logger)
    }

    /// Adds an adopted device that is ready.
    func add(
        _ id: DeviceID, capabilities: [Capability], purpose: Purpose? = .light, room: RoomID? = nil
    ) async throws {
        let part = Part(id: .main, capabilities: capabilities, purpose: purpose)
        try await registry.add(
            Device(
                id: id, name: DisplayName("\(id)"), room: room,
                address: LinkAddress(kind: .homie5, foreignID: id.rawValue, root: id.rawValue),
                description: DeviceDescription(name: "\(id)", parts: [part]), adoptedAt: clock.now()))
        _ = await deviceStates.set(.ready, of: id)
    }

    /// Sends a command and returns its record once it has ended.
    func send(
        _ value: CapabilityValue, to device: DeviceID, kind: CapabilityKind = .switch, part: PartID = .main,
        as identity: Identity, key: String? = nil, deadline: Duration = .seconds(120)
    ) async throws -> CommandRecord {
        let request = CommandRequest(
            id: CommandID(slugging: UUID().uuidString, fallback: CommandID("command")), device: device, part: part,
            capability: CapabilityName(kind), value: value, idempotencyKey: key, receivedAt: clock.now(),
            deadline: deadline)
        let id = try await commands.submit(request, by: identity)
        guard let record = await awaited.during({ await tracker.await(id, until: .ended) }) else { throw Missing() }
        return record
    }
}

/// Runs `body` with a home whose commands are executed.
func withCore(
    isSynchronised: Bool = true, at time: SettableTime = SettableTime(), disk: DiskCalls = .system,
    deletesSecurely: Bool = true, _ body: @Sendable (CoreHome) async throws -> Void
) async throws {
    let home = try await CoreHome(
        isSynchronised: isSynchronised, at: time, disk: disk, deletesSecurely: deletesSecurely)
    defer { try? FileManager.default.removeItem(atPath: home.folder) }
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await home.commands.run() }
        group.addTask { await home.groups.run() }
        group.addTask { await home.feed.run() }
        group.addTask { await home.erasures.run() }
        try await body(home)
        group.cancelAll()
    }
    await home.audit.close()
    home.database.close()
}

extension ReportSource {
    /// A link like that of MQTT.
    static let acknowledged = ReportSource(name: "acknowledged", delivery: .acknowledged)
    static let atMostOnce = ReportSource(name: "atMostOnce", delivery: .atMostOnce)
}

extension TimestampAssigner {
    func receive(
        _ reports: [TelemetryReport], deliveries: [DeliveryFingerprint], from source: ReportSource = .acknowledged
    ) async {
        await receive(reports, deliveries: deliveries, from: source, at: readClocks())
    }
}

extension ReadingPipeline {
    func commit() async throws(StorageError) { try await commit(.acknowledged) }
}

/// A link whose devices behave as the test sets.
actor FakeLink: DeviceLink {
    enum Behaviour: Sendable {
        case obeys, acknowledges(CapabilityValue), silent, notListening, cannotReport
        /// Reports only when it is queried.
        case answersWhenQueried
        /// Its bridge reports the value that it assumes; after a query it reports `shows`.
        case assumes(shows: CapabilityValue?)
        /// Its bridge reports the value that it assumes, and answers each query before the link returns from sending it.
        case answersWhileSending(acknowledgement: @Sendable () async -> Void)
        /// Its bridge was busy: it reports the value that it assumes at the first query, and nothing more.
        case assumesLate
        /// The broker does not accept the command.
        case unsendable
        /// The broker does not say whether it accepted the command.
        case unanswered
        /// It reports an error, for the command itself or for the device.
        case refuses(String), reportsError(String)
    }

    nonisolated let kinds: Set<LinkKind> = [.homie5]
    nonisolated let findingSource: LinkFinding.Source
    private let pending: PendingCommands
    private var behaviour = Behaviour.obeys
    private var tolerance = ConfirmationTolerance.exact
    private var travelTime: Duration?
    /// The devices that behave differently from the others.
    private var exceptions: [DeviceID: Behaviour] = [:]
    private(set) var sent: [CapabilityValue] = []
    /// Runs before a command reaches its device, with the number of the command from 1.
    private var interception: (@Sendable (Int) async -> Void)?
    private var sendCount = 0
    private(set) var queryCount = 0
    private(set) var cleared: [String] = []

    init(pending: PendingCommands, findingSource: LinkFinding.Source = .fake) {
        self.pending = pending
        self.findingSource = findingSource
    }

    func behave(_ behaviour: Behaviour) { self.behaviour = behaviour }

    /// Sets what the link states of the reports that it expects.
    func state(tolerance: ConfirmationTolerance = .exact, travelTime: Duration? = nil) {
        (self.tolerance, self.travelTime) = (tolerance, travelTime)
    }

    func intercept(_ interception: @escaping @Sendable (Int) async -> Void) { self.interception = interception }

    func behave(_ behaviour: Behaviour, device: DeviceID) { exceptions[device] = behaviour }

    private func behaviour(of command: ValidCommand) -> Behaviour { exceptions[command.request.device] ?? behaviour }

    func prepare(_ command: AuditedCommand) async -> (any PreparedCommand)? {
        let confirmationMode: ConfirmationMode =
            switch behaviour(of: command.command) {
            case .cannotReport: .none
            case .assumes, .assumesLate, .answersWhileSending: .reportAfterQuery
            default: .report
            }
        return FakeCommand(
            expectedReport: ExpectedReport(
                value: command.command.value, confirmationMode: confirmationMode,
                tolerance: tolerance, travelTime: travelTime),
            command: command.command, link: self)
    }

    fileprivate func send(_ valid: ValidCommand) async throws(LinkError) {
        let behaviour = behaviour(of: valid)
        sendCount += 1
        await interception?(sendCount)
        if case .notListening = behaviour { throw .notListening("The device is not connected.") }
        if case .unsendable = behaviour { throw .refused("The packet is too large.") }
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
        case .acknowledges(let value): await pending.acknowledged(value, for: valid.request.series)
        case .refuses(let reason): await pending.failed(valid.request.id, reason: reason)
        case .reportsError(let reason): await pending.failed(reason) { $0.device == valid.request.device }
        case .silent, .notListening, .unsendable, .unanswered, .cannotReport, .answersWhenQueried, .assumesLate: break
        }
    }

    fileprivate func query(about command: ValidCommand) async throws(LinkError) {
        queryCount += 1
        switch behaviour(of: command) {
        case .answersWhenQueried: await pending.reported(command.value, for: command.request.series)
        case .assumes(.some(let value)): await pending.reported(value, for: command.request.series)
        case .assumesLate where queryCount == 1:
            await pending.reported(command.value, for: command.request.series)
        case .answersWhileSending(let acknowledgement):
            await pending.reported(command.value, for: command.request.series)
            await acknowledgement()
        case .assumes(nil), .assumesLate: break
        default: throw .notExpressible
        }
    }

    func clear(_ finding: LinkFinding) async throws(LinkError) {
        if finding.isKept { cleared.append(finding.location.text) }
    }
    func follow(_ devices: [Device], asOf revision: Int) async {}
}

extension LinkFinding.Source {
    static let fake = LinkFinding.Source(name: "fake", auditKey: "place", logKey: "net.place")
}

private struct FakeCommand: PreparedCommand {
    let expectedReport: ExpectedReport
    let command: ValidCommand
    let link: FakeLink

    func send(
        expiringIn remaining: Duration, while isAllowed: @escaping @Sendable () async -> Bool
    ) async throws(LinkError) { try await link.send(command) }
    func queryState(expiringIn remaining: Duration) async throws(LinkError) { try await link.query(about: command) }
}

extension Capability {
    static let lamp = Capability(CapabilityName(.switch), isCommanded: true)
    static let thermometer = Capability(CapabilityName(.temperature))
    static let contact = Capability(CapabilityName(.contact))
    static let button = Capability(CapabilityName(.button), options: ["single", "double"])
}

extension PINHasher {
    /// Hashes much faster than the hasher of a home, because these tests do not test the hash.
    static func quick(_ secrets: SecretStore) throws -> PINHasher { try PINHasher(secrets: secrets, rounds: 2) }
}
