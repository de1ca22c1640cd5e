import TimeSeriesStore
import Concurrency
import HomeStore
import AuditTrail
import AvahiDiscovery
import CrashReports
import GatewayAPI
package import GatewayCore
import HomeCertificates
import HomeModel
package import Logging
import MQTTLink
import MosquittoBroker
import ServiceLifecycle
package import UnixSignals

/// A complete gateway, built by `Gateway.build`. `run` operates it until its end.
package struct Gateway: Sendable {
    private static let timeout = Duration.milliseconds(500)

    package let home: Home
    package let state: StateFolder
    /// Whether the next start deletes everything.
    package var isWipeRequested: Bool { StateWipe(folder: state.path).isRequested }
    package let logger: Logger
    /// Records the run, if the home consented to crash reports.
    let recording: CrashRecording

    let disk: OpenStores
    let core: CoreServices
    let network: BrokerServices
    let pairingLinks: [any PairingLink]
    let integrity: IntegrityCheck
    let incidents: IncidentMonitor
    let rotator: HomeKeyRotator
    let configurationWatch: ConfigurationWatch
    /// Nil if HTTPS is off.
    let https: HTTPSServer?
    /// Nil if discovery is off.
    let browser: AvahiBrowser?
    /// Nil if the gateway is not announced over mDNS.
    let announcement: GatewayAdvertisement?

    /// Serves until the task is cancelled or shut down gracefully, then closes everything. A normal end also stops a
    /// broker that is a child. A killed gateway leaves it running, and the next gateway uses that broker.
    ///
    /// Calls `isServing` once the console's socket answers requests. `manager` learns that too, that the gateway stops,
    /// and, if it has a watchdog, that the parts of the gateway answer.
    package func run(
        stoppingOn signals: [UnixSignal] = [], manager: ServiceManager? = nil,
        isServing: @escaping @Sendable () -> Void = {}
    ) async throws {
        let ended: Result<Void, any Error>
        do {
            try await writeEntry(.gatewayStart)
            ended = .success(try await serve(signals, manager: manager, isServing: isServing))
        } catch {
            ended = .failure(error)
        }
        // The only unstructured task of the gateway. Input cannot start it: it runs once, after all services have
        // ended. A cancellation of `run` must not reach it, because stores that are only half closed are found damaged
        // at the next start.
        await Task { await closeAll() }.value
        try ended.get()
    }

    private func serve(
        _ signals: [UnixSignal], manager: ServiceManager?, isServing: @escaping @Sendable () -> Void
    ) async throws {
        var services = backgroundServices
        if let broker = network.broker { services.append(BackgroundService("broker") { await broker.run() }) }
        if let browser {
            services.append(BackgroundService("discovery") { await browser.run() })
            services.append(
                BackgroundService("discovered") {
                    for await change in browser.changes { await home.devices.discovered.apply(change) }
                })
        }
        if let https { services.append(https) }
        if let announcement {
            services.append(BackgroundService("announcement") { await announcement.run(logger: logger) })
        }
        let isReady = Reply()
        services.append(
            UnixSocketServer(home: home, socketPath: state.socket, logger: logger) {
                isReady.send()
                recording.enter(.serving)
                isServing()
            })
        // The last service is the first one that learns of a shutdown.
        if let manager { services.append(managed(by: manager, isReady: isReady)) }
        var configuration = ServiceGroupConfiguration(
            services: services.map {
                .init(
                    service: $0, successTerminationBehavior: .gracefullyShutdownGroup,
                    failureTerminationBehavior: .gracefullyShutdownGroup)
            },
            gracefulShutdownSignals: signals, logger: logger)
        // A client that stops reading its event stream must not delay the shutdown.
        configuration.maximumGracefulShutdownDuration = Self.timeout
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            return
        } catch let error as HTTPSPortInUse {
            throw StartError.httpsPort(error.port)
        }
    }

    /// The services that every gateway has.
    private var backgroundServices: [any Service] {
        [
            BackgroundService("link") {
                // Before the link subscribes, because it would acknowledge messages of unknown devices without decoding
                // them.
                await home.devices.devices.updateLinks()
                await network.link.run()
            },
            BackgroundService("commands") { await home.commands.commands.run() },
            BackgroundService("group commands") { await home.commands.groups.run() },
            BackgroundService("events") { await home.events.feed.run() },
            BackgroundService("activity") { await ActivityNotifier(audit: disk.audit, feed: core.feed).run() },
            BackgroundService("sealing") {
                await disk.database.readings.runFlushesAndCompactions(
                    now: home.state.clock.now, zone: { await home.state.people.policy.timeZone },
                    sleep: { await home.state.clock.sleep(for: $0) })
            },
            BackgroundService("clock") { await core.timestampAssigner.runRelease() },
            BackgroundService("audit memory") { await disk.auditMemoryStore.keepSaving(of: disk.audit) },
            BackgroundService("revocations") { await home.runPeriodicSaves(of: core.restrictions) },
            BackgroundService("incidents") { await incidents.run() },
            BackgroundService("configuration watch") { await configurationWatch.run() },
            BackgroundService("key rotation") { await home.incidents.keys.run() },
            BackgroundService("rotated certificate") {
                for await _ in rotator.webChanges { await useRotatedCertificate() }
            },
            // Its end stops the gateway.
            BackgroundService("wipe") { await home.privacy.wipe.run() },
            BackgroundService("erasures") { await home.privacy.erasures.run() },
            BackgroundService("start reserve") {
                await StartReserve(folder: state.path).keepHolding { await home.state.clock.sleep(for: .seconds(60)) }
            },
            BackgroundService("integrity") { await integrity.run() },
            BackgroundService("retention") { await home.readings.retention.run() },
            BackgroundService("maintenance") { await home.maintenance.tasks.run() },
            BackgroundService("consents") { await home.privacy.consents.run() },
            BackgroundService("attachments") { await home.attachments.run() },
            BackgroundService("descriptions") { await home.devices.devices.run(logger: logger) },
            BackgroundService("certificates") {
                await network.whenConnected()
                async let revocations: Void = home.devices.setups.revokeUnfinished()
                await renewCertificates()
                await revocations
            },
            BackgroundService("setups") { await home.devices.setups.run() },
            BackgroundService("credentials") { await network.workOnCredentials() },
            BackgroundService("broker memory") { await network.watchMemory() },
        ] + pairingLinks.map { link in BackgroundService(link.name) { await link.run() } }
    }

    /// Renews due certificates once a day, and puts them into force at the broker and the HTTPS endpoint at once.
    private func renewCertificates() async {
        while !Task.isCancelled {
            await home.state.clock.sleep(for: .days(1))
            guard !Task.isCancelled else { return }
            do {
                let renewed = try await disk.certificates.renewIfDue(now: home.state.clock.now().date)
                guard !renewed.isEmpty else { continue }
                logger.notice("certificates were renewed", metadata: [LogKey.count: "\(renewed.count)"])
                try await network.broker?.update(identity: try await disk.certificates.brokerIdentity())
                try https?.renew(try await disk.certificates.apiIdentity())
            } catch {
                logger.error("certificates could not be renewed", metadata: [LogKey.errorCode: "\(error)"])
            }
        }
    }

    /// Puts the certificate that a rotation of the keys made into force at the HTTPS endpoint.
    private func useRotatedCertificate() async {
        do { try https?.renew(try await disk.certificates.apiIdentity()) } catch {
            logger.error("the rotated certificate could not be used", metadata: [LogKey.errorCode: "\(error)"])
        }
    }

    private func closeAll() async {
        recording.enter(.stopping)
        await network.broker?.stop()
        await core.timestampAssigner.close()
        try? await writeEntry(.gatewayStop)
        await disk.close()
        recording.end()
    }

    private func writeEntry(_ event: AuditEvent) async throws {
        _ = try await disk.audit.append(
            AuditEntry(event, severity: .security, actor: "gateway", metadata: ["version": Version.text]))
    }
}

/// A background task that runs until the gateway stops.
struct BackgroundService: Service, CustomStringConvertible {
    let description: String
    private let body: @Sendable () async -> Void

    init(_ description: String, body: @escaping @Sendable () async -> Void) {
        self.description = description
        self.body = body
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await body() }
    }
}
