import HomeStore
import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import Logging
import MQTTLink
import MosquittoBroker
import MosquittoTransport

/// The broker, the gateway's own or an external one, and the link to the devices over it.
struct BrokerServices: Sendable {
    private static let inFlight: UInt16 = 1000
    /// How long new access rules wait for a lane that is reconnecting.
    private static let timeout = Duration.seconds(5)

    /// Nil if the broker is external.
    let broker: Broker?
    let link: MQTTLink
    let issuer: any CredentialIssuer
    /// Work that must be done once the lanes are connected.
    let whenConnected: @Sendable () async -> Void
    /// Issues and revokes credentials at the gateway's own broker, until cancelled.
    let workOnCredentials: @Sendable () async -> Void
    /// Watches the memory of the gateway's own broker, until cancelled.
    let watchMemory: @Sendable () async -> Void
    let checks: [HealthChecks.Check]

    /// The last lines of the broker's log about the device of an incident. They contain no names of people.
    func log(of subject: IncidentSubject) async -> [String] {
        guard let broker, let device = subject.device else { return [] }
        return await broker.recentLog(about: device)
    }

    static func build(
        _ state: StateFolder, configuration: GatewayConfiguration, broker: ConfiguredBroker, disk: OpenStores,
        core: CoreServices,
        clock: HomeClock, logger: Logger
    ) async throws(StartError) -> BrokerServices {
        switch broker {
        case .supervised(let broker):
            try await supervised(
                broker, state: state, configuration: configuration, disk: disk, core: core, clock: clock, logger: logger
            )
        case .external(let broker):
            try Self.external(
                broker, state: state, configuration: configuration, core: core, clock: clock, logger: logger)
        }
    }

    private static func external(
        _ external: ExternalBroker, state: StateFolder, configuration: GatewayConfiguration, core: CoreServices,
        clock: HomeClock, logger: Logger
    ) throws(StartError) -> BrokerServices {
        let link = try link(
            lanes(
                try externalFiles(state), host: external.host, port: external.port, configuration: configuration,
                feed: core.feed),
            state: state, core: core,
            clock: clock, logger: logger)
        return BrokerServices(
            broker: nil, link: link, issuer: ExternalCredentialIssuer(), whenConnected: {}, workOnCredentials: {},
            watchMemory: {},
            checks: [BrokerCheck.external(external, link: link)])
    }

    private static func supervised(
        _ broker: Broker, state: StateFolder, configuration: GatewayConfiguration, disk: OpenStores,
        core: CoreServices,
        clock: HomeClock, logger: Logger
    ) async throws(StartError) -> BrokerServices {
        let certificates = disk.certificates
        let roots = AnnouncedRootTable(try await records(certificates))
        let files = { (lane: GatewayConnection) in disk.certificates.connectionFiles(lane).forTransport }
        let link = try link(
            lanes(
                files, host: configuration.localHost, port: configuration.mqttPort, configuration: configuration,
                feed: core.feed),
            state: state, core: core,
            clock: clock, logger: logger, ownership: TopicOwnership(rootOfMAC: roots.root),
            broker: SupervisedBroker(
                saveSession: { await broker.saveIfPossible() }, currentStart: { await broker.currentStart },
                reportSilence: { broker.reportSilence() }))
        let endpoint = try endpoint(state, configuration: configuration)
        await broker.setReloadCheck { await link.isConnected(to: broker.currentStart, within: timeout) }
        let accessControl = BrokerAccessControl(
            certificates, endpoint: endpoint, clock: clock, enforce: { try await broker.enforce(certificates) })
        let issuer = BrokerCredentialIssuer(
            certificates: certificates, roots: roots, endpoint: endpoint, accessControl: accessControl,
            host: "\(configuration.hostName).local", clock: clock, logger: logger,
            incompleteRevocations: disk.restrictions.found.credentials,
            savingUnended: { await core.restrictions.record(revoking: $0) })
        let watch = BrokerMemoryMonitor(
            BrokerMemoryOperations(
                broker: broker, link: link, issuer: issuer, certificates: certificates, endpoint: endpoint, core: core,
                audit: disk.audit, clock: clock),
            clock: clock, logger: logger)
        return BrokerServices(
            broker: broker, link: link, issuer: issuer,
            whenConnected: {
                await link.waitUntilConnected()
                guard !Task.isCancelled else { return }
                await issuer.refresh()
            },
            workOnCredentials: { await issuer.run() },
            watchMemory: { await watch.run() },
            checks: [BrokerCheck.supervised(broker, link: link, memory: watch), CredentialCheck.of(issuer)])
    }

    private static func link(
        _ lanes: MQTTLanes, state: StateFolder, core: CoreServices, clock: HomeClock, logger: Logger,
        ownership: TopicOwnership = .unconfined, broker: SupervisedBroker? = nil
    ) throws(StartError) -> MQTTLink {
        do {
            return try MQTTLink(
                lanes: lanes, eventReceiver: core.eventReceiver,
                timestampAssigner: core.timestampAssigner, clock: clock, logger: logger, ownership: ownership,
                broker: broker, profiles: profiles(state, logger: logger))
        } catch {
            throw .mqtt(error)
        }
    }

    private static func profiles(_ state: StateFolder, logger: Logger) -> DeviceProfiles {
        DeviceProfiles(own: .own(of: state.path), shipped: .shipped) { unreadable in
            logger.warning(
                "a profile cannot be read; see tomte devices lint",
                metadata: [LogKey.errorDetail: "\(unreadable.path)"])
        }
    }

    private static func lanes(
        _ files: (GatewayConnection) -> TLSFiles, host: String, port: UInt16, configuration: GatewayConfiguration,
        feed: LiveFeed
    ) -> MQTTLanes {
        var control = MosquittoSettings(
            host: host, port: port, clientID: GatewayConnection.control.clientID, tls: files(.control))
        control.receiveMaximum = inFlight
        // A broker that hangs is noticed, and restarted, within twice this time.
        control.keepAliveSeconds = 15
        control.maximumPacketBytes = UInt32(BrokerSettings.maximumPacketBytes)
        var telemetry = MosquittoSettings(
            host: host, port: port, clientID: GatewayConnection.telemetry.clientID, tls: files(.telemetry))
        telemetry.receiveMaximum = inFlight
        telemetry.maximumPacketBytes = control.maximumPacketBytes
        telemetry.sessionExpirySeconds = configuration.sessionExpirySeconds
        // Half of the receive window, so that the broker keeps sending while a batch is committed.
        telemetry.acknowledgement = .afterRelease(
            batchMessages: Int(inFlight) / 2, batchDelay: configuration.commitInterval)
        return MQTTLanes(control: control, telemetry: telemetry, isWatched: { feed.isWatched })
    }

    private static func records(_ certificates: HomeCertificates) async throws(StartError) -> [CredentialRecord] {
        do { return try await certificates.records() } catch { throw .certificates(error) }
    }

    private static func endpoint(
        _ state: StateFolder, configuration: GatewayConfiguration
    ) throws(StartError) -> BrokerEndpoint {
        do {
            return try BrokerEndpoint(
                host: configuration.localHost, port: configuration.mqttPort,
                compatibilityPort: configuration.mqttCompatibilityPort, folder: "\(state.path)/run/takeover")
        } catch {
            throw .stateFolder(error.description)
        }
    }

    private static func externalFiles(_ state: StateFolder) throws(StartError) -> (GatewayConnection) -> TLSFiles {
        let folder = state.externalBroker
        let names = ["ca.pem"] + GatewayConnection.allCases.flatMap { ["\($0.rawValue).pem", "\($0.rawValue).key"] }
        let missing = names.filter { !FileManager.default.isReadableFile(atPath: "\(folder)/\($0)") }
        guard missing.isEmpty else { throw .externalBrokerFiles(missing: missing, folder: folder) }
        return { lane in
            TLSFiles(
                certificateAuthority: "\(folder)/ca.pem", certificate: "\(folder)/\(lane.rawValue).pem",
                privateKey: "\(folder)/\(lane.rawValue).key")
        }
    }
}

extension GatewayConnectionFiles {
    fileprivate var forTransport: TLSFiles {
        TLSFiles(certificateAuthority: trustPath, certificate: certificatePath, privateKey: privateKeyPath)
    }
}

extension GatewayConfiguration {
    /// The host at which the gateway reaches its own broker.
    fileprivate var localHost: String {
        switch mqttBindAddress {
        case nil, "0.0.0.0", "::": "localhost"
        case .some(let address): address
        }
    }
}

/// The credential issuer for an external broker, where credentials are made outside the gateway: `issue` throws
/// `.notManaged`.
struct ExternalCredentialIssuer: CredentialIssuer {
    func issue(_ request: CredentialRequest) async throws(CredentialError) -> DeviceCredential {
        throw .notManaged("The gateway does not manage this broker; make the device's credentials there.")
    }
    func revoke(_ root: String) async throws(CredentialError) {}
    func credentials() async throws(CredentialError) -> [ListedCredential] { [] }
    func port(for kind: CredentialKind) -> Int? { nil }
    func confirm(_ root: DeviceID) async throws(CredentialError) {
        throw .notManaged("The gateway does not manage this broker.")
    }
    func revokeProvisional(_ root: DeviceID) async throws(CredentialError) {}
}
