import AvahiDiscovery
import GatewayCore
import HomeModel
import HomeStorage
import Logging
import MQTTLink
import PageFiles

/// Composes the groups of services of a home, in the order of their dependencies.
struct HomeComposition: Sendable {
    let configuration: GatewayConfiguration
    let disk: OpenStores
    let core: CoreServices
    let network: BrokerServices
    let integrity: IntegrityCheck
    let refusals: RefusalMonitor
    /// Nil if discovery is off.
    let browser: AvahiBrowser?
    let clock: HomeClock
    let logger: Logger

    /// Creates all services. The services of a second call would share no state with those of the first one.
    func compose() -> Home {
        let state = HomeState(
            registry: core.registry, people: core.people, deviceStates: core.deviceStates, clock: clock)
        let naming = HomeNameService(
            registry: core.registry, feed: core.feed, actions: core.actions, configured: configuration.homeName)
        let pendingPairings = PendingPairings(clock: clock)
        let commands = commands()
        let people = people(pendingPairings)
        let sessions = sessions(people, pendingPairings: pendingPairings)
        return Home(
            actions: core.actions, devices: devices(state),
            commands: CommandServices(commands: commands, clock: clock),
            readings: readings(state),
            access: AccessServices(
                people: people,
                grants: GrantService(
                    people: core.people, registry: core.registry, actions: core.actions, service: people),
                pins: sessions.pins),
            sessions: sessions,
            events: EventServices(feed: core.feed, sessions: core.sessions),
            settings: SettingServices(
                state: state, naming: naming, clocks: core.clocks,
                lockdown: LockdownService(people: core.people, actions: core.actions), pins: sessions.pins),
            operation: operation(naming, commands: commands, pendingPairings: pendingPairings))
    }

    private var links: [any DeviceLink] { [network.link] }

    private func devices(_ state: HomeState) -> DeviceServices {
        DeviceServices(
            state: state,
            devices: DeviceService(
                registry: core.registry, people: core.people, deviceStates: core.deviceStates, feed: core.feed,
                actions: core.actions, links: links, issuer: network.issuer),
            rooms: RoomService(registry: core.registry, people: core.people, feed: core.feed, actions: core.actions),
            credentials: CredentialService(issuer: network.issuer, registry: core.registry, actions: core.actions),
            discovered: DiscoveredServices(feed: core.feed),
            findings: FindingService(findings: core.findings, actions: core.actions, links: links))
    }

    private func commands() -> CommandService {
        let authorization = CommandAuthorization(
            registry: core.registry, people: core.people, deviceStates: core.deviceStates, clock: clock,
            isStillValid: { [core] in await core.sessions.isStillValid($0) })
        let dispatcher = CommandDispatcher(
            links: links, authorization: authorization, pending: core.pending, tracker: core.tracker, clock: clock)
        return CommandService(
            registry: core.registry, people: core.people, authorization: authorization, audit: disk.audit,
            dispatcher: dispatcher, tracker: core.tracker, clock: clock, logger: logger)
    }

    private func readings(_ state: HomeState) -> ReadingServices {
        let store = disk.database.readings
        return ReadingServices(
            state: state,
            history: ReadingHistory(
                registry: core.registry, people: core.people, store: store, retention: core.retention, clock: clock),
            energy: EnergyReport(
                registry: core.registry, people: core.people, store: store, retention: core.retention, clock: clock),
            imports: ImportService(
                registry: core.registry, deviceStates: core.deviceStates, feed: core.feed, store: store,
                retention: core.retention, actions: core.actions, makeID: { .random() }),
            strikes: StrikeService(
                registry: core.registry, deviceStates: core.deviceStates, store: store, pipeline: core.pipeline,
                actions: core.actions),
            retention: core.retention)
    }

    private func people(_ pendingPairings: PendingPairings) -> PeopleService {
        PeopleService(
            people: core.people, registry: core.registry,
            personRemoval: PersonRemoval(
                sessions: core.sessions, pins: core.pins, pendingPairings: pendingPairings, feed: core.feed),
            actions: core.actions)
    }

    private func sessions(_ people: PeopleService, pendingPairings: PendingPairings) -> SessionServices {
        let clients = ClientService(
            sessions: core.sessions, people: core.people, service: people, feed: core.feed, actions: core.actions)
        let endpoint = CachedEndpointDescription(uptime: clock.uptime) { [configuration, disk] in
            await configuration.endpointDescription(disk.certificates)
        }
        return SessionServices(
            registry: core.sessions, clients: clients,
            pins: PINService(
                pins: core.pins, sessions: core.sessions, people: core.people, clients: clients, service: people,
                actions: core.actions),
            tokens: TokenService(sessions: core.sessions, people: core.people, feed: core.feed, actions: core.actions),
            pairing: PairingService(
                pendingPairings: pendingPairings, sessions: core.sessions, people: core.people, service: people,
                actions: core.actions),
            endpointDescription: { await endpoint.description })
    }
}

// MARK: - Operation

extension HomeComposition {
    private func operation(
        _ naming: HomeNameService, commands: CommandService, pendingPairings: PendingPairings
    ) -> OperationServices {
        let metrics = GatewayMetrics(
            core: core, disk: disk, link: network.link, commands: commands, startedAt: clock.uptime(), clock: clock)
        return OperationServices(
            diagnostics: Diagnostics(
                version: Version.text, startedAt: clock.now(),
                checks: HealthChecks(network.checks + checks(pendingPairings)), uptime: clock.uptime,
                counters: { [core, network] in
                    var counters = await core.counters()
                    counters["messages.dropped"] = await network.link.dropped
                    return counters
                }),
            metrics: Metrics(metrics.collectors), certificates: disk.certificates, naming: naming,
            audit: AuditReader(audit: disk.audit, people: core.people, actions: core.actions), sessions: core.sessions)
    }

    private func checks(_ pendingPairings: PendingPairings) -> [HealthChecks.Check] {
        [
            DeviceCheck.of(core.registry, findings: core.findings),
            browser.map(DiscoveryCheck.of) ?? DiscoveryCheck.off,
            StorageCheck.of(disk.database, integrity: integrity, pipeline: core.pipeline),
            StorageCheck.audit(disk.audit),
            ClockCheck.of(clock, readings: disk.database.readings, retention: core.retention, people: core.people),
            CertificateCheck.of(disk.certificates, clock: clock),
            AccessCheck.of(
                core.sessions, pendingPairings: pendingPairings, people: core.people, pins: core.pins,
                refusals: refusals, restrictions: core.restrictions, clock: clock),
            PageCheck.of(.installed),
        ]
    }
}
