import HomeStore
import AvahiDiscovery
import DeviceSetup
import GatewayCore
import HomeModel
import HostInspection
import Logging
import MQTTLink
import MosquittoBroker
import PageFiles

/// Composes the home of a running gateway: its services, and those of its operation, which know the broker, the disk
/// and the network.
struct HomeComposition: Sendable {
    let state: StateFolder
    let configuration: GatewayConfiguration
    let disk: OpenStores
    let core: CoreServices
    let network: BrokerServices
    let pairingLinks: [any PairingLink]
    let integrity: IntegrityCheck
    let files: FileIntegrity
    let rotator: HomeKeyRotator
    /// Nil if discovery is off.
    let browser: AvahiBrowser?
    /// Nil if the gateway is not announced.
    let announcement: GatewayAdvertisement?
    let clock: HomeClock
    let logger: Logger

    /// Creates all services. The services of a second call would share no state with those of the first one.
    func compose() -> Home {
        let naming = HomeNameService(
            registry: core.registry, feed: core.feed, actions: core.actions, configured: configuration.homeName)
        let residents = ResidentServices(
            on: core, links: [network.link] + pairingLinks, issuer: network.issuer,
            configurator: HTTPDeviceConfigurator(), saveMessages: { [network] in try await network.broker?.save() },
            logger: logger)
        let endpoint = CachedEndpointDescription(uptime: clock.uptime) { [configuration, disk] in
            await configuration.endpointDescription(disk.certificates)
        }
        let consents = ConsentService(on: core, logger: logger)
        let attachments = AttachmentService(on: core, logger: logger)
        return Home(
            on: core, residents: residents, naming: naming, endpointDescription: { await endpoint.description },
            inventory: inventory(), consents: consents, attachments: attachments,
            operation: operation(naming, residents: residents, consents: consents, attachments: attachments),
            incidentSources: IncidentSources(
                rotator: rotator, configuration: { [configuration] in configuration.publicSettings },
                log: { [network] in await network.log(of: $0) }),
            requestDeletion: { [state] in try StateWipe(folder: state.path).requestDeletion() })
    }
}

extension HomeComposition {
    private func inventory() -> StoredDataInventory {
        var roots = [StoredFiles.Root.state: files.files.stateFolder]
        roots[.brokerService] = files.files.serviceBrokerFolder
        let meter = StoredDataMeter(
            DataInventory.kinds, database: disk.database, roots: roots, uptime: clock.uptime)
        return StoredDataInventory(kinds: DataInventory.kinds) { await meter.amounts() }
    }
}

// MARK: - Operation

extension HomeComposition {
    private func operation(
        _ naming: HomeNameService, residents: ResidentServices, consents: ConsentService,
        attachments: AttachmentService
    ) -> OperationServices {
        let metrics = GatewayMetrics(
            core: core, disk: disk, link: network.link, commands: residents.commands, startedAt: clock.uptime(),
            clock: clock)
        return OperationServices(
            diagnostics: Diagnostics(
                version: Version.text, startedAt: clock.now(),
                checks: HealthChecks(
                    network.checks
                        + checks(residents, consents: consents, attachments: attachments)),
                recheck: { [integrity] in await integrity.checkEverything() }, uptime: clock.uptime,
                counters: { [core, network] in
                    var counters = await core.counters()
                    counters["messages.dropped"] = await network.link.dropped
                    return counters
                }),
            metrics: Metrics(metrics.collectors), certificates: disk.certificates, naming: naming,
            audit: AuditReader(audit: disk.audit, people: core.people, actions: core.actions), sessions: core.sessions)
    }

    /// What this machine's network lacks for the devices of a link.
    private func networkFindings(of link: any PairingLink) -> @Sendable ([DevicePairing]) async -> [HealthFinding] {
        guard link.kinds.contains(.matter) else { return { _ in [] } }
        return { [core, browser, clock] pairings in
            let kinds: Set<ServiceKind> = [.matterOperational, .matterCommissionable]
            let services = await core.discovered.all.filter { kinds.contains($0.kind) }
            var listening: Duration?
            if case .running(let since)? = await browser?.health.status { listening = clock.now() - since }
            return NodeNetworkFindings(
                pairings: pairings, services: services, network: IPv6Network(), listening: listening
            ).all
        }
    }

    private func checks(
        _ residents: ResidentServices, consents: ConsentService, attachments: AttachmentService
    ) -> [HealthChecks.Check] {
        let keys = KeyRotationService(on: core, residents: residents, rotator: rotator)
        let links =
            [DeviceCheck.of(core.registry, findings: core.findings)]
            + pairingLinks.map { PairingCheck.of($0, others: networkFindings(of: $0)) }
            + pairingLinks.compactMap { $0 as? any MakerTrustingLink }.map(MakerCheck.of)
        return links + [
            browser.map { DiscoveryCheck.of($0, announcedName: announcement?.announcedName) } ?? DiscoveryCheck.off,
            StorageCheck.of(disk.database, integrity: integrity, pipeline: core.pipeline),
            StorageCheck.audit(disk.audit, integrity: integrity),
            FilesCheck.of(files),
            ClockCheck.of(clock, readings: disk.database.readings, retention: core.retention, people: core.people),
            CertificateCheck.of(disk.certificates, clock: clock, rotation: { await keys.wholePlan() }),
            AccessCheck.of(
                core.sessions, pendingPairings: residents.pendingPairings, invitations: core.invitations,
                people: core.people, pins: core.pins, incidents: core.incidents, restrictions: core.restrictions),
            ConsentCheck.of(consents, erasures: disk.erasures, leftovers: WipeLeftovers(folder: state.path)),
            AttachmentCheck.of(attachments),
            PageCheck.of(.installed),
        ]
    }
}
