import AvahiDiscovery
import CProcess
import GatewayAPI
package import GatewayCore
import HomeCertificates
import HomeModel
import HomeStorage
package import Logging
import MQTTLink
import MosquittoBroker
import MosquittoTransport
import PageFiles

extension Gateway {
    /// Builds a gateway for a home. This is the only place where its parts are connected. Starts the broker and nothing
    /// else.
    package static func build(
        state: StateFolder, configuration: GatewayConfiguration, clock: HomeClock, logger: Logger
    ) async throws(StartError) -> Gateway {
        MallocArenas.limit()
        let reserve = StartReserve(folder: state.path)
        reserve.release()
        // Nothing that fills the disk runs yet, so the space that this start did not need is reserved for the next one.
        defer { reserve.hold() }
        do throws(StartError) {
            let disk = try await OpenStores.open(state, configuration: configuration, clock: clock, logger: logger)
            do throws(StartError) {
                return try await build(on: disk, state, configuration: configuration, clock: clock, logger: logger)
            } catch {
                await disk.close()
                throw error
            }
        } catch {
            let isFull = error.isDiskFull || reserve.room.map { $0 < StartError.leastRoom } ?? false
            guard isFull else { throw error }
            throw .diskFull(folder: state.path, cause: error.isDiskFull ? nil : error.description)
        }
    }

    private static func build(
        on disk: OpenStores, _ state: StateFolder, configuration: GatewayConfiguration, clock: HomeClock,
        logger: Logger
    ) async throws(StartError) -> Gateway {
        async let broker = ConfiguredBroker.start(state, configuration: configuration, disk: disk, logger: logger)
        do throws(StartError) {
            let core = try await CoreServices.build(on: disk, configuration, clock: clock, logger: logger)
            let network = try await BrokerServices.build(
                state, configuration: configuration, broker: try await broker.get(), disk: disk, core: core,
                clock: clock, logger: logger)
            return try await assemble(
                disk, core: core, network: network, state: state, configuration: configuration, clock: clock,
                logger: logger)
        } catch {
            try? await broker.get().stopAfterFailedStart()
            throw error
        }
    }

    private static func assemble(
        _ disk: OpenStores, core: CoreServices, network: BrokerServices, state: StateFolder,
        configuration: GatewayConfiguration,
        clock: HomeClock, logger: Logger
    ) async throws(StartError) -> Gateway {
        let links: [any DeviceLink] = [network.link]
        let browser = configuration.isDiscoveryEnabled ? AvahiBrowser(now: clock.now, logger: logger) : nil

        let integrity = IntegrityCheck(database: disk.database, clock: clock)
        let authorization = CommandAuthorization(
            registry: core.registry, people: core.people, deviceStates: core.deviceStates, clock: clock,
            isStillValid: { await core.sessions.isStillValid($0) })
        let dispatcher = CommandDispatcher(
            links: links, authorization: authorization, pending: core.pending, tracker: core.tracker, clock: clock)
        let commands = CommandService(
            registry: core.registry, people: core.people, authorization: authorization, audit: disk.audit,
            dispatcher: dispatcher, tracker: core.tracker, clock: clock, logger: logger)
        let metrics = GatewayMetrics(
            core: core, disk: disk, link: network.link, commands: commands,
            startedAt: clock.uptime(), clock: clock)
        let pendingPairings = PendingPairings(clock: clock)
        let refusals = RefusalMonitor(audit: disk.audit, people: core.people, registry: core.registry, clock: clock)
        let peopleService = PeopleService(
            people: core.people, registry: core.registry,
            personRemoval: PersonRemoval(
                sessions: core.sessions, pins: core.pins, pendingPairings: pendingPairings, feed: core.feed),
            actions: core.actions)
        let clients = ClientService(
            sessions: core.sessions, people: core.people, service: peopleService, feed: core.feed, actions: core.actions
        )
        let endpoint = CachedEndpointDescription(uptime: clock.uptime) {
            await configuration.endpointDescription(disk.certificates)
        }
        let home = Home(
            naming: HomeNameService(
                registry: core.registry, feed: core.feed, actions: core.actions, configured: configuration.homeName),
            registry: core.registry, people: core.people, deviceStates: core.deviceStates, feed: core.feed,
            services: DiscoveredServices(feed: core.feed),
            devices: DeviceService(
                registry: core.registry, people: core.people, deviceStates: core.deviceStates, feed: core.feed,
                actions: core.actions,
                links: links, issuer: network.issuer),
            findings: FindingService(findings: core.findings, actions: core.actions, links: links),
            rooms: RoomService(
                registry: core.registry, people: core.people, feed: core.feed, actions: core.actions),
            credentials: CredentialService(issuer: network.issuer, registry: core.registry, actions: core.actions),
            peopleService: peopleService,
            grants: GrantService(
                people: core.people, registry: core.registry, actions: core.actions, service: peopleService),
            lockdown: LockdownService(people: core.people, actions: core.actions), sessions: core.sessions,
            restrictions: core.restrictions, clients: clients,
            tokens: TokenService(sessions: core.sessions, people: core.people, feed: core.feed, actions: core.actions),
            pins: PINService(
                pins: core.pins, sessions: core.sessions, people: core.people, clients: clients, service: peopleService,
                actions: core.actions),
            pairing: PairingService(
                pendingPairings: pendingPairings, sessions: core.sessions, people: core.people, service: peopleService,
                actions: core.actions),
            endpointDescription: { await endpoint.description }, certificates: disk.certificates,
            commands: commands,
            history: ReadingHistory(
                registry: core.registry, people: core.people, store: disk.database.readings, retention: core.retention,
                clock: clock),
            energy: EnergyReport(
                registry: core.registry, people: core.people, store: disk.database.readings, retention: core.retention,
                clock: clock),
            imports: ImportService(
                registry: core.registry, deviceStates: core.deviceStates, feed: core.feed,
                store: disk.database.readings,
                retention: core.retention, actions: core.actions,
                makeID: { .random() }),
            audit: AuditReader(audit: disk.audit, people: core.people, actions: core.actions),
            retention: core.retention,
            strikes: StrikeService(
                registry: core.registry, deviceStates: core.deviceStates, store: disk.database.readings,
                pipeline: core.pipeline,
                actions: core.actions),
            diagnostics: Diagnostics(
                version: Version.text, startedAt: clock.now(),
                checks: HealthChecks(
                    network.checks + [
                        DeviceCheck.of(core.registry, findings: core.findings),
                        browser.map(DiscoveryCheck.of) ?? DiscoveryCheck.off,
                        StorageCheck.of(disk.database, integrity: integrity, pipeline: core.pipeline),
                        StorageCheck.audit(disk.audit),
                        ClockCheck.of(
                            clock, readings: disk.database.readings, retention: core.retention, people: core.people),
                        CertificateCheck.of(disk.certificates, clock: clock),
                        AccessCheck.of(
                            core.sessions, pendingPairings: pendingPairings, people: core.people, pins: core.pins,
                            refusals: refusals, restrictions: core.restrictions, clock: clock),
                        PageCheck.of(.installed),
                    ]),
                uptime: clock.uptime,
                counters: {
                    var counters = await core.counters()
                    counters["messages.dropped"] = await network.link.dropped
                    return counters
                }),
            metrics: Metrics(metrics.collectors), clocks: core.clocks, clock: clock)
        let https = try await HTTPSServer.of(
            home, configuration: configuration, certificates: disk.certificates, logger: logger)
        let announcement = await GatewayAdvertisement.of(configuration, certificates: disk.certificates)?.publisher(
            logger: logger)
        return Gateway(
            home: home, state: state, broker: network.broker, logger: logger, database: disk.database,
            pipeline: core.pipeline, integrity: integrity,
            audit: disk.audit, refusals: refusals, certificates: disk.certificates,
            auditMemoryStore: disk.auditMemoryStore, https: https, link: network.link,
            whenConnected: network.whenConnected, workOnCredentials: network.workOnCredentials,
            watchMemory: network.watchMemory,
            browser: browser, announcement: announcement)
    }
}

/// Limits the memory arenas of the C library. By default each thread has its own arena, and most of each is unused.
enum MallocArenas {
    /// Limits this process to two arenas for its whole run. Call it as early as possible, because an existing arena
    /// stays.
    static func limit() { mallopt(M_ARENA_MAX, 2) }
}
