package import Foundation
package import HomeCertificates
package import HomeModel
package import AuditTrail
package import HomeStore
import TimeSeriesStore
package import Logging

/// The opened stores of the home.
package struct CoreStores: Sendable {
    let database: HomeDatabase
    let audit: AuditLog
    let restrictions: RestrictionJournal
    let erasures: ErasureJournal
    let incidents: IncidentStore
    let pinHasher: PINHasher
    let personHasher: PersonIDHasher
    let crashReports: CrashReportService.Setup
    let attachments: AttachmentStorage

    package init(
        database: HomeDatabase, audit: AuditLog, restrictions: RestrictionJournal, erasures: ErasureJournal,
        incidents: IncidentStore, pinHasher: PINHasher, personHasher: PersonIDHasher,
        crashReports: CrashReportService.Setup, attachments: AttachmentStorage
    ) {
        self.database = database
        self.audit = audit
        self.restrictions = restrictions
        self.erasures = erasures
        self.incidents = incidents
        self.pinHasher = pinHasher
        self.personHasher = personHasher
        self.crashReports = crashReports
        self.attachments = attachments
    }
}

/// The state of the home, and the services for readings and for reports of devices. They do not know the network.
/// `ResidentServices` are the services on top of them through which people act.
package struct CoreServices: Sendable {
    let stores: CoreStores
    package let registry: HomeRegistry
    package let people: PeopleRegistry
    package let sessions: SessionRegistry
    package let invitations: InvitationRegistry
    package let restrictions: RestrictionRecorder
    package let pins: PINRegistry
    package let layouts: LayoutRegistry
    package let tariffs: TariffRegistry
    package let preferences: PreferencesRegistry
    package let notices: NoticeRegistry
    package let consents: ConsentRegistry
    package let crashReports: CrashReportService
    package let incidents: IncidentRegistry
    package let incidentFeed: IncidentFeed
    package let deviceStates: DeviceStateCache
    package let feed: LiveFeed
    package let discovered: DiscoveredServices
    package let pending: PendingCommands
    package let findings: LinkFindings
    package let tracker: CommandTracker
    package let groupTracker: GroupCommandTracker
    package let pipeline: ReadingPipeline
    package let timestampAssigner: TimestampAssigner
    package let retention: RetentionJob
    package let actions: AuthorizedActions
    package let eventReceiver: LinkEventReceiver
    package let clocks: ClockService
    package let clock: HomeClock

    /// Creates the services on the opened stores, in the order of their dependencies. Finishes the erasures of people
    /// that an earlier run began, and closes the commands that it left open. `timeZone` applies until a person sets
    /// another one. `detailLevel` says how much of a device a dialect describes. Throws `StorageError`, `AuditError`,
    /// `CertificateError` or `ErasureFailure`.
    package static func load(
        from stores: CoreStores, timeZone: TimeZone, clock: HomeClock, logger: Logger,
        detailLevel: @escaping @Sendable (LinkKind) -> Int
    ) async throws -> CoreServices {
        let database = stores.database
        try await stores.attachments.prepare()
        try await finishErasures(in: stores, at: clock.now(), logger: logger)
        async let loadedRegistry = HomeRegistry(loading: database.registry, detailLevel: detailLevel)
        async let recentCommands = stores.audit.recentCommands(
            within: CommandTracker.recordLifetime, before: clock.isSynchronised() ? clock.now() : nil)
        let terms = try await database.retention.terms()
        let latest = try await database.readings.latest(now: clock.now(), terms: terms)
        let access = try await RestoredAccess.load(from: stores, timeZone: timeZone, clock: clock)
        let (registry, recent) = try await (loadedRegistry, recentCommands)
        let layouts = try await LayoutRegistry(loading: database.layouts)
        let tariffs = try await TariffRegistry(loading: database.tariffs)
        let preferences = try await PreferencesRegistry(loading: database.preferences)
        let notices = try await NoticeRegistry(loading: database.notices)
        let consents = try await ConsentRegistry(loading: database.consents)
        let incidents = try await IncidentRegistry(loading: stores.incidents)
        let home = await registry.snapshot
        let crashReports = await access.beginCrashReports(
            stores.crashReports, with: consents, names: home.names + [await registry.name?.text ?? ""], logger: logger)
        await database.readings.setRollovers(home.rollovers, asOf: home.revision)
        let lastKnown = try await database.clockCheckpoints.checkpoint(.known)?.wall
        let trust = ClockTrust(newestOfDevices: Array(latest.newestOfDevices.values), lastKnown: lastKnown)
        let clocks = ClockService(store: database.registry, audit: stores.audit, actions: access.actions)
        try await clocks.begin(trust: trust)
        let deviceStates = DeviceStateCache(latest.current)
        let feed = LiveFeed(registry: registry, people: access.people, clock: clock)
        let awaited = AwaitedReports(uptime: clock.uptime)
        let display = StateDisplay(current: deviceStates, feed: feed, awaited: awaited)
        let pending = PendingCommands(after: recent, in: home, clock: clock)
        let findings = LinkFindings()
        let reachability = ReachabilityRecorder(
            store: database.readings, last: try await database.readings.lastReachability(), logger: logger)
        let pipeline = ReadingPipeline(
            registry: registry, display: display, store: database.readings, clock: clock, terms: terms,
            latestStates: latest.states, unclockedStates: await database.readings.unclocked.lastValues, logger: logger)
        let timestampAssigner = TimestampAssigner(
            pipeline, store: database.readings, clock: clock, trust: trust, checkpoints: database.clockCheckpoints,
            previousRun: [latest.newest(until: clock.now()), lastKnown].compactMap(\.self).max())
        // The confirmations of commands that were open in an earlier run are no longer received.
        for open in recent.open { try await stores.audit.close(open) }
        for group in recent.groups { try await stores.audit.close(group) }
        return CoreServices(
            stores: stores, registry: registry, people: access.people, sessions: access.sessions,
            invitations: access.invitations, restrictions: access.restrictions, pins: access.pins, layouts: layouts,
            tariffs: tariffs, preferences: preferences, notices: notices, consents: consents,
            crashReports: crashReports, incidents: incidents, incidentFeed: IncidentFeed(), deviceStates: deviceStates,
            feed: feed, discovered: DiscoveredServices(feed: feed), pending: pending, findings: findings,
            tracker: CommandTracker(feed: feed, recent: recent, awaited: awaited, uptime: clock.uptime),
            groupTracker: GroupCommandTracker(feed: feed, recent: recent.groups, uptime: clock.uptime),
            pipeline: pipeline,
            timestampAssigner: timestampAssigner,
            retention: RetentionJob(
                store: database.retention, checkpoints: database.clockCheckpoints, newest: latest.medianOfDevices,
                terms: terms, audit: stores.audit, pipeline: pipeline, crashReports: crashReports,
                actions: access.actions, logger: logger),
            actions: access.actions,
            eventReceiver: LinkEventReceiver(
                registry: registry, display: display, pending: pending, findings: findings,
                reachability: reachability, clock: clock, logger: logger),
            clocks: clocks, clock: clock)
    }

    /// Where the digests of watched files are stored.
    package var incidentStore: IncidentStore { stores.incidents }

    /// Counters since the start, by name.
    package func counters() async -> [String: Int] {
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
    let invitations: InvitationRegistry
    let pins: PINRegistry
    let restrictions: RestrictionRecorder
    let actions: AuthorizedActions

    /// Writes the crash report about the last run, if there is one and the home consented, and records the present run.
    /// `names` are those of rooms and devices; those of people and their clients are added.
    func beginCrashReports(
        _ setup: CrashReportService.Setup, with consents: ConsentRegistry, names: [String], logger: Logger
    ) async -> CrashReportService {
        let service = CrashReportService(setup, actions: actions, logger: logger)
        let own =
            await people.policy.people.values.flatMap { [$0.name.text, $0.id.rawValue] }
            + sessions.clients.values.map(\.name.text)
        service.begin(isAllowed: await consents.record(of: .crashReports).isGiven, names: names + own)
        return service
    }

    static func load(from stores: CoreStores, timeZone: TimeZone, clock: HomeClock) async throws -> RestoredAccess {
        let database = stores.database
        let held = stores.restrictions.found
        let people = try await PeopleRegistry(
            loading: database.people, timeZone: timeZone, hasher: stores.personHasher, holding: held.people)
        let kept = try await database.sessions.load().without(held.people.removedPeople)
        let sessions = SessionRegistry(
            kept, holding: held.sessions, in: database.sessions, people: people, clock: clock)
        let pins = PINRegistry(
            kept.pins, clearing: held.pins, hasher: stores.pinHasher, store: database.sessions,
            sessions: sessions)
        let invitations = InvitationRegistry(
            try await database.invitations.load().filter { !held.people.removedPeople.contains($0.person) },
            removing: held.sessions.removedInvitations, in: database.invitations, clock: clock)
        let restrictions = RestrictionRecorder(
            people: people, sessions: sessions, pins: pins, invitations: invitations, journal: stores.restrictions)
        return RestoredAccess(
            people: people, sessions: sessions, invitations: invitations, pins: pins, restrictions: restrictions,
            actions: AuthorizedActions(people: people, audit: stores.audit, restrictions: restrictions, clock: clock))
    }
}

extension CoreServices {
    /// Throws `StorageError` when the rows of a person cannot be deleted, and `ErasureFailure` when a journal fails.
    private static func finishErasures(in stores: CoreStores, at time: Timestamp, logger: Logger) async throws {
        do throws(ErasureFailure) {
            try await StoredErasure(of: stores).finishInterrupted(at: time, logger: logger)
        } catch .storage(let error) {
            throw error
        }
    }
}

extension HomeSnapshot {
    /// The names and ids of rooms and devices.
    fileprivate var names: [String] {
        rooms.values.flatMap { [$0.name.text, $0.id.rawValue] }
            + devices.values.flatMap { [$0.name.text, $0.id.rawValue, $0.address.foreignID] }
    }
}

extension LatestValues {
    /// The current state of each series, from the last readings and the last states.
    fileprivate var current: [SeriesID: CurrentState] {
        readings.mapValues { CurrentState(value: .number($0.value), time: $0.time) }
            .merging(states.mapValues { CurrentState(value: $0.value, time: $0.time) }) { $1 }
    }
}
