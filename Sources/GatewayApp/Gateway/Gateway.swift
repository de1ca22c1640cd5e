import AvahiDiscovery
package import GatewayCore
import GatewayAPI
import HomeCertificates
import HomeModel
import HomeStorage
package import Logging
import MQTTLink
package import MosquittoBroker
import ServiceLifecycle
package import UnixSignals

/// A whole gateway, built by `Gateway.build`. `run` is its life.
package struct Gateway: Sendable {
    private static let patience = Duration.milliseconds(500)

    package let home: Home
    package let state: StateFolder
    /// Nil when somebody else runs the broker.
    package let broker: Broker?
    package let logger: Logger

    let database: HomeDatabase
    let pipeline: ReadingPipeline
    let integrity: IntegrityCheck
    let audit: AuditLog
    let refusals: RefusalWatch
    let certificates: HomeCertificates
    /// Nil when the home has no HTTPS door.
    let auditMemory: AuditMemoryKeeper
    let https: HTTPSServer?
    let link: MQTTLink
    let whenConnected: @Sendable () async -> Void
    let workOnCredentials: @Sendable () async -> Void
    let watchMemory: @Sendable () async -> Void
    let browser: AvahiBrowser?
    /// Nil when nobody is told of the gateway.
    let announcement: AvahiPublisher?

    /// Serves until the task is cancelled or shut down gracefully, then puts everything away. A normal end also ends
    /// the broker; a killed gateway leaves it running, and the next one finds it.
    ///
    /// `isServing` is called once requests are answered.
    package func run(
        stoppingOn signals: [UnixSignal] = [], isServing: @escaping @Sendable () -> Void = {}
    ) async throws {
        let ended: Result<Void, any Error>
        do {
            try await writeDown(.gatewayStart)
            ended = .success(try await serve(signals, isServing))
        } catch {
            ended = .failure(error)
        }
        // The only unstructured task of the gateway, and out of the reach of input: it runs once, after everything that
        // serves has ended. A cancellation of `run` must not reach it: what is put away half is found damaged.
        await Task { await putAway() }.value
        try ended.get()
    }

    private func serve(_ signals: [UnixSignal], _ isServing: @escaping @Sendable () -> Void) async throws {
        var services: [any Service] = [
            Activity("link") {
                // Before it listens: what it does not know it would acknowledge unread.
                await home.devices.tellLinks()
                await link.run()
            },
            Activity("commands") { await home.commands.run() },
            Activity("events") { await home.feed.run() },
            Activity("sealing") {
                await database.readings.keepSealing(
                    now: home.clock.now, zone: await home.people.policy.timeZone,
                    sleep: { await home.clock.sleep(for: $0) })
            },
            Activity("clock") { await pipeline.keepReleasing() },
            Activity("audit memory") { await auditMemory.keepSaving(of: audit) },
            Activity("revocations") { await home.settleRevocations() },
            Activity("refusals") { await refusals.run() },
            Activity("start reserve") {
                await StartReserve(folder: state.path).keepHolding { await home.clock.sleep(for: .seconds(60)) }
            },
            Activity("integrity") { await integrity.run() },
            Activity("retention") { await home.retention.run() },
            Activity("descriptions") { await home.devices.run(logger: logger) },
            Activity("memory") { await ColdCode.keepGivingBack { await home.clock.sleep(for: $0) } },
            Activity("certificates") {
                await whenConnected()
                await renewCertificates()
            },
            Activity("credentials") { await workOnCredentials() },
            Activity("broker memory") { await watchMemory() },
        ]
        if let broker { services.append(Activity("broker") { await broker.run() }) }
        if let browser {
            services.append(Activity("discovery") { await browser.run() })
            services.append(
                Activity("discovered") {
                    for await change in browser.changes { await home.services.apply(change) }
                })
        }
        if let https { services.append(https) }
        if let announcement { services.append(Activity("announcement") { await announcement.run() }) }
        services.append(
            HomeServer(home: home, socketPath: state.socket, logger: logger, isServing: isServing))
        var configuration = ServiceGroupConfiguration(
            services: services.map { .init(service: $0, successTerminationBehavior: .gracefullyShutdownGroup) },
            gracefulShutdownSignals: signals, logger: logger)
        // A watcher that reads no more must not hold up the end.
        configuration.maximumGracefulShutdownDuration = Self.patience
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch is CancellationError {
            return
        } catch let error as HTTPSPortTaken {
            throw StartError.httpsPort(error.port)
        }
    }

    /// Looks once a day; a renewed broker certificate is put in force at once.
    private func renewCertificates() async {
        while !Task.isCancelled {
            await home.clock.sleep(for: .days(1))
            guard !Task.isCancelled else { return }
            do {
                let renewed = try await certificates.renewIfDue(now: home.clock.now().date)
                guard !renewed.isEmpty else { continue }
                logger.notice("certificates were renewed", metadata: [LogKey.count: "\(renewed.count)"])
                try await broker?.update(identity: try await certificates.brokerIdentity())
                try https?.renew(try await certificates.apiIdentity())
            } catch {
                logger.error("certificates could not be renewed", metadata: [LogKey.errorCode: "\(error)"])
            }
        }
    }

    private func putAway() async {
        await broker?.stop()
        await pipeline.close()
        try? await writeDown(.gatewayStop)
        await audit.close()
        await auditMemory.save(of: audit)
        database.close()
    }

    private func writeDown(_ event: AuditEvent) async throws {
        _ = try await audit.append(AuditEntry(event, .security, actor: "gateway", metadata: ["version": Version.text]))
    }
}

/// Work that goes on until the gateway stops.
struct Activity: Service, CustomStringConvertible {
    let description: String
    private let body: @Sendable () async -> Void

    init(_ description: String, _ body: @escaping @Sendable () async -> Void) {
        self.description = description
        self.body = body
    }

    func run() async throws {
        await cancelWhenGracefulShutdown { await body() }
    }
}
