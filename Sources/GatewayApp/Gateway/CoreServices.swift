import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import HomeStorage
import Logging

/// The services of the two main flows, readings and commands, that do not know the network. They are created in the
/// order of their dependencies.
struct CoreServices: Sendable {
    let registry: HomeRegistry
    let people: PeopleRegistry
    let sessions: SessionRegistry
    let restrictions: RestrictionRecorder
    let pins: PINRegistry
    let deviceStates: DeviceStateCache
    let feed: LiveFeed
    let pending: PendingCommands
    let findings: LinkFindings
    let tracker: CommandTracker
    let pipeline: ReadingPipeline
    let retention: RetentionJob
    let actions: AuthorizedActions
    let eventReceiver: LinkEventReceiver
    let clocks: ClockService

    /// Creates the services on the opened stores.
    static func build(
        on disk: OpenStores, _ configuration: GatewayConfiguration, clock: HomeClock, logger: Logger
    ) async throws(StartError) -> CoreServices {
        do {
            return try await assemble(on: disk, configuration, clock: clock, logger: logger)
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
        on disk: OpenStores, _ configuration: GatewayConfiguration, clock: HomeClock, logger: Logger
    ) async throws -> CoreServices {
        let database = disk.database
        async let loadedRegistry = HomeRegistry(loading: database.registry)
        async let recentCommands = disk.audit.recentCommands(
            within: CommandTracker.recordLifetime, before: clock.isSynchronised() ? clock.now() : nil)
        let terms = try await database.retention.terms()
        let latest = try await database.readings.latest(now: clock.now(), terms: terms)
        let access = try await RestoredAccess.load(from: disk, timeZone: configuration.timeZone, clock: clock)
        let (people, actions) = (access.people, access.actions)
        let (registry, recent) = try await (loadedRegistry, recentCommands)
        await database.readings.setRollovers(rollovers: registry.snapshot.rollovers)
        let lastKnown = try await database.clockCheckpoints.checkpoint(.known)
        let trust = ClockTrust(
            newestOfDevices: Array(latest.newestOfDevices.values), lastKnown: lastKnown?.wall)
        let clocks = ClockService(store: database.registry, audit: disk.audit, actions: actions)
        try await clocks.begin(trust: trust)
        let deviceStates = DeviceStateCache(latest.current)
        let feed = LiveFeed(registry: registry, people: people, clock: clock)
        let display = StateDisplay(current: deviceStates, feed: feed)
        let pending = await PendingCommands(after: recent, in: registry.snapshot, clock: clock)
        let findings = LinkFindings()
        let heldReadings = await database.readings.unclocked
        let pipeline = ReadingPipeline(
            registry: registry, display: display, store: database.readings, clock: clock,
            trust: trust, marks: database.clockCheckpoints, terms: terms, latestStates: latest.states,
            heldStates: heldReadings.lastValues,
            previousRun: [latest.newest(until: clock.now()), lastKnown?.wall].compactMap(\.self).max(), logger: logger)
        // The confirmations of commands that were open in an earlier run are no longer received.
        for open in recent.open { try await disk.audit.close(open) }
        let tracker = CommandTracker(feed: feed, recent: recent, uptime: clock.uptime)
        return CoreServices(
            registry: registry, people: people,
            sessions: access.sessions, restrictions: access.restrictions,
            pins: access.pins, deviceStates: deviceStates, feed: feed,
            pending: pending, findings: findings, tracker: tracker, pipeline: pipeline,
            retention: RetentionJob(
                store: database.retention, marks: database.clockCheckpoints, newest: latest.medianOfDevices,
                terms: terms,
                audit: disk.audit, pipeline: pipeline, actions: actions,
                logger: logger),
            actions: actions,
            eventReceiver: LinkEventReceiver(
                registry: registry, display: display, pending: pending, findings: findings,
                clock: clock, logger: logger),
            clocks: clocks)
    }

    /// Counters since the start, by name.
    func counters() async -> [String: Int] {
        var counters = ["readings.stored": await pipeline.storedReadings, "watchers": await feed.readerCount]
        for (_, reasons) in await pipeline.rejected {
            for (reason, count) in reasons { counters["readings.rejected.\(reason)", default: 0] += count }
        }
        for (reason, count) in await findings.counts { counters["announcements.rejected.\(reason)"] = count }
        return counters
    }
}

/// The people, sessions and PINs of the home as they were stored, with the restrictions of earlier runs that are in the
/// journal and not in the database.
private struct RestoredAccess {
    let people: PeopleRegistry
    let sessions: SessionRegistry
    let pins: PINRegistry
    let restrictions: RestrictionRecorder
    let actions: AuthorizedActions

    static func load(from disk: OpenStores, timeZone: TimeZone, clock: HomeClock) async throws -> RestoredAccess {
        let database = disk.database
        let held = disk.restrictions.found
        let people = try await PeopleRegistry(loading: database.people, timeZone: timeZone, holding: held.people)
        let kept = try await database.sessions.load().without(held.people.removedPeople)
        let sessions = SessionRegistry(
            kept, holding: held.sessions, in: database.sessions, people: people, clock: clock)
        let pins = PINRegistry(
            kept.pins, clearing: held.pins, hasher: try PINHasher(secrets: disk.secrets), store: database.sessions,
            sessions: sessions)
        let restrictions = RestrictionRecorder(
            people: people, sessions: sessions, pins: pins, journal: disk.restrictions)
        return RestoredAccess(
            people: people, sessions: sessions, pins: pins, restrictions: restrictions,
            actions: AuthorizedActions(people: people, audit: disk.audit, restrictions: restrictions, clock: clock))
    }
}

extension LatestValues {
    /// The current state of each series, from the last readings and the last states.
    fileprivate var current: [SeriesID: CurrentState] {
        readings.mapValues { CurrentState(value: .number($0.value), time: $0.time) }
            .merging(states.mapValues { CurrentState(value: $0.value, time: $0.time) }) { $1 }
    }
}
