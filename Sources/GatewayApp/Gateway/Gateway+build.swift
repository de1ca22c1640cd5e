import AvahiDiscovery
package import GatewayCore
import GatewayAPI
import HomeCertificates
import HomeModel
import HomeStorage
package import Logging
import MQTTLink
import MosquittoBroker
import MosquittoTransport
import PageFiles

extension Gateway {
    /// Builds a gateway on a home: the only place where its parts meet. Starts the broker, and nothing else.
    package static func build(
        state: StateFolder, configuration: GatewayConfiguration, clock: HomeClock, logger: Logger
    ) async throws(StartError) -> Gateway {
        Arenas.keepFew()
        let reserve = StartReserve(folder: state.path)
        reserve.release()
        // Nothing that fills the disk runs yet: what the start did not need is there for the next one.
        defer { reserve.hold() }
        do throws(StartError) {
            let disk = try await Disk.open(state, configuration, clock, logger)
            do throws(StartError) {
                return try await build(on: disk, state, configuration, clock, logger)
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
        on disk: Disk, _ state: StateFolder, _ configuration: GatewayConfiguration, _ clock: HomeClock,
        _ logger: Logger
    ) async throws(StartError) -> Gateway {
        async let broker = HomeBroker.start(state, configuration, disk, logger)
        do throws(StartError) {
            let core = try await Core.build(on: disk, configuration, clock, logger)
            let network = try await Network.build(
                state, configuration, try await broker.get(), disk, core, clock, logger)
            return try await assemble(disk, core, network, state, configuration, clock, logger)
        } catch {
            try? await broker.get().abandon()
            throw error
        }
    }

    private static func assemble(
        _ disk: Disk, _ core: Core, _ network: Network, _ state: StateFolder, _ configuration: GatewayConfiguration,
        _ clock: HomeClock, _ logger: Logger
    ) async throws(StartError) -> Gateway {
        let links: [any DeviceLink] = [network.link]
        let browser = configuration.isDiscoveryEnabled ? AvahiBrowser(now: clock.now, logger: logger) : nil

        let integrity = IntegrityCheck(database: disk.database, clock: clock)
        let dispatcher = CommandDispatcher(
            links: links, people: core.people, registry: core.registry, pending: core.pending, ledger: core.ledger,
            clock: clock, holds: { await core.sessions.stillHolds($0) })
        let commands = CommandService(
            registry: core.registry, people: core.people, board: core.board, audit: disk.audit,
            dispatcher: dispatcher, ledger: core.ledger, clock: clock, logger: logger)
        let metrics = GatewayMetrics(
            core: core, disk: disk, link: network.link, commands: commands,
            startedAt: clock.uptime(), clock: clock)
        let desk = PairingDesk(clock: clock)
        let refusals = RefusalWatch(audit: disk.audit, people: core.people, registry: core.registry, clock: clock)
        let peopleService = PeopleService(
            people: core.people, registry: core.registry,
            departure: PersonDeparture(sessions: core.sessions, pins: core.pins, desk: desk, feed: core.feed),
            acts: core.acts)
        let clients = ClientService(
            sessions: core.sessions, people: core.people, service: peopleService, feed: core.feed, acts: core.acts)
        let sign = PostedSign(uptime: clock.uptime) { await configuration.doorSign(disk.certificates) }
        let home = Home(
            naming: HomeNaming(
                registry: core.registry, feed: core.feed, acts: core.acts, configured: configuration.homeName),
            registry: core.registry, people: core.people, board: core.board, feed: core.feed,
            services: NetworkServices(feed: core.feed),
            devices: DeviceService(
                registry: core.registry, people: core.people, board: core.board, feed: core.feed, acts: core.acts,
                links: links, issuer: network.issuer),
            findings: FindingService(findings: core.findings, acts: core.acts, links: links),
            rooms: RoomService(
                registry: core.registry, people: core.people, feed: core.feed, acts: core.acts),
            credentials: CredentialService(issuer: network.issuer, registry: core.registry, acts: core.acts),
            peopleService: peopleService,
            grants: GrantService(
                people: core.people, registry: core.registry, acts: core.acts, service: peopleService),
            lockdown: LockdownService(people: core.people, acts: core.acts), sessions: core.sessions,
            restrictions: core.restrictions, clients: clients,
            tokens: TokenService(sessions: core.sessions, people: core.people, feed: core.feed, acts: core.acts),
            pins: PINService(
                pins: core.pins, sessions: core.sessions, people: core.people, clients: clients, service: peopleService,
                acts: core.acts),
            pairing: PairingService(
                desk: desk, sessions: core.sessions, people: core.people, service: peopleService, acts: core.acts),
            doorSign: { await sign.sign }, certificates: disk.certificates,
            commands: commands,
            history: ReadingHistory(
                registry: core.registry, people: core.people, store: disk.database.readings, keeper: core.retention,
                clock: clock),
            energy: EnergyReport(
                registry: core.registry, people: core.people, store: disk.database.readings, keeper: core.retention,
                clock: clock),
            imports: ImportService(
                registry: core.registry, board: core.board, feed: core.feed, store: disk.database.readings,
                retention: core.retention, acts: core.acts,
                makeID: { .random() }),
            audit: AuditReader(audit: disk.audit, people: core.people, acts: core.acts),
            retention: core.retention,
            strikes: StrikeService(
                registry: core.registry, board: core.board, store: disk.database.readings, pipeline: core.pipeline,
                acts: core.acts),
            diagnostics: Diagnostics(
                version: Version.text, startedAt: clock.now(),
                board: HealthBoard(
                    network.checks + [
                        DeviceCheck.of(core.registry, core.findings),
                        browser.map(DiscoveryCheck.of) ?? DiscoveryCheck.off,
                        StorageCheck.of(disk.database, integrity, core.pipeline), StorageCheck.audit(disk.audit),
                        ClockCheck.of(clock, disk.database.readings, core.retention, core.people),
                        CertificateCheck.of(disk.certificates, clock),
                        AccessCheck.of(
                            core.sessions, desk, core.people, core.pins, refusals, core.restrictions, clock),
                        PageCheck.of(.installed),
                    ]),
                uptime: clock.uptime,
                counters: {
                    var counters = await core.counters()
                    counters["messages.dropped"] = await network.link.dropped
                    return counters
                }),
            metrics: Metrics(metrics.collectors), clocks: core.clocks, clock: clock)
        let https = try await HTTPSServer.of(home, configuration, disk.certificates, logger)
        let announcement = await OwnService.of(configuration, disk.certificates)?.publisher(logger: logger)
        return Gateway(
            home: home, state: state, broker: network.broker, logger: logger, database: disk.database,
            pipeline: core.pipeline, integrity: integrity,
            audit: disk.audit, refusals: refusals, certificates: disk.certificates,
            auditMemory: disk.auditMemory, https: https, link: network.link,
            whenConnected: network.whenConnected, workOnCredentials: network.workOnCredentials,
            watchMemory: network.watchMemory,
            browser: browser, announcement: announcement)
    }
}
