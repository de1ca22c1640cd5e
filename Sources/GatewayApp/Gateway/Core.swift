import GatewayCore
import HomeCertificates
import HomeModel
import HomeStorage
import Logging

/// The parts of the two journeys that know no network, in the order in which they need each other.
struct Core: Sendable {
    let registry: HomeRegistry
    let people: PeopleRegister
    let sessions: SessionRegister
    let restrictions: RestrictionRecorder
    let pins: PINRegister
    let board: StateBoard
    let feed: LiveFeed
    let pending: PendingCommands
    let findings: LinkFindings
    let ledger: CommandLedger
    let pipeline: ReadingPipeline
    let retention: RetentionKeeper
    let acts: AuditedActs
    let intake: LinkIntake
    let clocks: ClockService

    static func build(
        on disk: Disk, _ configuration: GatewayConfiguration, _ clock: HomeClock, _ logger: Logger
    ) async throws(StartError) -> Core {
        do {
            return try await assemble(on: disk, configuration, clock, logger)
        } catch let error as StorageError {
            throw .storage(error)
        } catch let error as AuditError {
            throw .audit(error)
        } catch let error as CertificateError {
            throw .certificates(error)
        } catch {
            throw .stateFolder("\(error)")
        }
    }

    private static func assemble(
        on disk: Disk, _ configuration: GatewayConfiguration, _ clock: HomeClock, _ logger: Logger
    ) async throws -> Core {
        let database = disk.database
        async let loadedRegistry = HomeRegistry(loading: database.registry)
        async let recentCommands = disk.audit.recentCommands(
            within: CommandLedger.memory, before: clock.isSynchronised() ? clock.now() : nil)
        let terms = try await database.retention.terms()
        let latest = try await database.readings.latest(now: clock.now(), terms: terms)
        let held = disk.restrictions.found
        let people = try await PeopleRegister(
            loading: database.people, timeZone: configuration.timeZone, holding: held.people)
        let kept = try await database.sessions.load().without(held.people.removedPeople)
        let sessions = SessionRegister(
            kept, holding: held.sessions, in: database.sessions, people: people, clock: clock)
        let pins = PINRegister(
            kept.pins, clearing: held.pins, hasher: try PINHasher(secrets: disk.secrets), store: database.sessions,
            sessions: sessions)
        let restrictions = RestrictionRecorder(
            people: people, sessions: sessions, pins: pins, journal: disk.restrictions)
        let acts = AuditedActs(people: people, audit: disk.audit, restrictions: restrictions, clock: clock)
        let (registry, recent) = try await (loadedRegistry, recentCommands)
        await database.readings.know(rollovers: registry.snapshot.rollovers)
        let lastKnown = try await database.clockMarks.mark(.known)
        let trust = ClockTrust(
            newestOfDevices: Array(latest.newestOfDevices.values), lastKnown: lastKnown?.wall)
        let clocks = ClockService(store: database.registry, audit: disk.audit, acts: acts)
        try await clocks.begin(trust: trust)
        let board = StateBoard(latest.current)
        let feed = LiveFeed(registry: registry, people: people, clock: clock)
        let pending = await PendingCommands(after: recent, in: registry.snapshot, clock: clock)
        let findings = LinkFindings()
        let heldReadings = await database.readings.held
        let pipeline = ReadingPipeline(
            registry: registry, board: board, feed: feed, store: database.readings, clock: clock,
            trust: trust, marks: database.clockMarks, terms: terms, latestStates: latest.states,
            heldStates: heldReadings.lastValues,
            previousRun: [latest.newest(until: clock.now()), lastKnown?.wall].compactMap(\.self).max(), logger: logger)
        // Nobody hears any more what their devices say.
        for open in recent.open { try await disk.audit.close(open) }
        let ledger = CommandLedger(feed: feed, recent: recent, uptime: clock.uptime)
        return Core(
            registry: registry, people: people,
            sessions: sessions, restrictions: restrictions,
            pins: pins, board: board, feed: feed,
            pending: pending, findings: findings, ledger: ledger, pipeline: pipeline,
            retention: RetentionKeeper(
                store: database.retention, marks: database.clockMarks, newest: latest.medianOfDevices, terms: terms,
                audit: disk.audit, pipeline: pipeline, acts: acts,
                logger: logger),
            acts: acts,
            intake: LinkIntake(
                registry: registry, board: board, feed: feed, pending: pending, findings: findings,
                clock: clock, logger: logger),
            clocks: clocks)
    }

    /// What happened since the start, by name.
    func counters() async -> [String: Int] {
        var counters = ["readings.stored": await pipeline.storedReadings, "watchers": await feed.readerCount]
        for (_, reasons) in await pipeline.rejected {
            for (reason, count) in reasons { counters["readings.rejected.\(reason)", default: 0] += count }
        }
        for (reason, count) in await findings.counts { counters["announcements.rejected.\(reason)"] = count }
        return counters
    }
}

extension LatestValues {
    /// Readings and states alike, as what holds now.
    fileprivate var current: [SeriesID: CurrentState] {
        readings.mapValues { CurrentState(value: .number($0.value), time: $0.time) }
            .merging(states.mapValues { CurrentState(value: $0.value, time: $0.time) }) { $1 }
    }
}
