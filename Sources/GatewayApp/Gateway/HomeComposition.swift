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
        let residents = ResidentServices(on: core, links: links, issuer: network.issuer, logger: logger)
        return Home(
            actions: core.actions, devices: devices(state, residents: residents),
            commands: CommandServices(commands: residents.commands, clock: clock),
            readings: readings(state),
            access: AccessServices(people: residents.people, grants: residents.grants, pins: residents.pins),
            sessions: sessions(residents),
            events: EventServices(feed: core.feed, sessions: core.sessions),
            settings: SettingServices(
                state: state, naming: naming, clocks: core.clocks, lockdown: residents.lockdown, pins: residents.pins),
            operation: operation(naming, residents: residents))
    }

    private var links: [any DeviceLink] { [network.link] }

    private func devices(_ state: HomeState, residents: ResidentServices) -> DeviceServices {
        DeviceServices(
            state: state, devices: residents.devices, rooms: residents.rooms,
            credentials: CredentialService(issuer: network.issuer, registry: core.registry, actions: core.actions),
            discovered: DiscoveredServices(feed: core.feed),
            findings: FindingService(findings: core.findings, actions: core.actions, links: links))
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

    private func sessions(_ residents: ResidentServices) -> SessionServices {
        let endpoint = CachedEndpointDescription(uptime: clock.uptime) { [configuration, disk] in
            await configuration.endpointDescription(disk.certificates)
        }
        return SessionServices(
            registry: core.sessions, clients: residents.clients, pins: residents.pins, tokens: residents.tokens,
            pairing: residents.pairing, endpointDescription: { await endpoint.description })
    }
}

// MARK: - Operation

extension HomeComposition {
    private func operation(_ naming: HomeNameService, residents: ResidentServices) -> OperationServices {
        let metrics = GatewayMetrics(
            core: core, disk: disk, link: network.link, commands: residents.commands, startedAt: clock.uptime(),
            clock: clock)
        return OperationServices(
            diagnostics: Diagnostics(
                version: Version.text, startedAt: clock.now(),
                checks: HealthChecks(network.checks + checks(residents.pendingPairings)), uptime: clock.uptime,
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
