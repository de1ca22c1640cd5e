import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import HomeStorage
import Logging
import MQTTLink
import MosquittoBroker
import MosquittoTransport

/// The broker, ours or somebody else's, and the link over it.
struct Network: Sendable {
    private static let inFlight: UInt16 = 1000
    /// How long new access rules wait for a lane that is on its way back.
    private static let patience = Duration.seconds(5)

    let broker: Broker?
    let link: MQTTLink
    let issuer: any CredentialIssuer
    /// To be done once the lanes are connected.
    let whenConnected: @Sendable () async -> Void
    /// Lets devices in and out of our own broker, until cancelled.
    let workOnCredentials: @Sendable () async -> Void
    /// Watches the memory of our own broker, until cancelled.
    let watchMemory: @Sendable () async -> Void
    let checks: [HealthBoard.Check]

    static func build(
        _ state: StateFolder, _ configuration: GatewayConfiguration, _ broker: HomeBroker, _ disk: Disk, _ core: Core,
        _ clock: HomeClock, _ logger: Logger
    ) async throws(StartError) -> Network {
        switch broker {
        case .ours(let broker): try await ours(broker, state, configuration, disk, core, clock, logger)
        case .external(let external): try somebodyElses(external, state, configuration, core, clock, logger)
        }
    }

    private static func somebodyElses(
        _ external: ExternalBroker, _ state: StateFolder, _ configuration: GatewayConfiguration, _ core: Core,
        _ clock: HomeClock, _ logger: Logger
    ) throws(StartError) -> Network {
        let link = try link(
            lanes(try externalFiles(state), host: external.host, port: external.port, configuration), state, core,
            clock, logger)
        return Network(
            broker: nil, link: link, issuer: ExternalCredentialIssuer(), whenConnected: {}, workOnCredentials: {},
            watchMemory: {},
            checks: [BrokerCheck.external(external, link)])
    }

    private static func ours(
        _ broker: Broker, _ state: StateFolder, _ configuration: GatewayConfiguration, _ disk: Disk, _ core: Core,
        _ clock: HomeClock, _ logger: Logger
    ) async throws(StartError) -> Network {
        let certificates = disk.certificates
        let roots = TasmotaRoots(try await records(certificates))
        let files = { (lane: Lane) in disk.certificates.laneFiles(lane).forTransport }
        let link = try link(
            lanes(files, host: configuration.localHost, port: configuration.mqttPort, configuration), state, core,
            clock, logger, ownership: TopicOwnership(rootOfMAC: roots.root),
            broker: SupervisedBroker(
                saveSession: { await broker.save() }, currentStart: { await broker.currentStart }))
        let door = try door(state, configuration)
        await broker.askBeforeReload { await link.isConnected(to: broker.currentStart, within: patience) }
        let gate = BrokerGate(certificates, door, clock, enforce: { try await broker.enforce(certificates) })
        let issuer = BrokerCredentialIssuer(
            certificates: certificates, roots: roots, door: door, gate: gate,
            host: "\(configuration.hostName).local", clock: clock, logger: logger,
            unended: disk.restrictions.found.credentials,
            savingUnended: { await core.restrictions.record(revoking: $0) })
        let watch = BrokerMemoryWatch(
            BrokerMemoryActions(
                broker: broker, link: link, issuer: issuer, certificates: certificates, door: door, core: core,
                audit: disk.audit, clock: clock),
            clock: clock, logger: logger)
        return Network(
            broker: broker, link: link, issuer: issuer,
            whenConnected: {
                await link.waitUntilConnected()
                guard !Task.isCancelled else { return }
                await issuer.refresh()
            },
            workOnCredentials: { await issuer.run() },
            watchMemory: { await watch.run() },
            checks: [BrokerCheck.ours(broker, link, watch), CredentialCheck.of(issuer)])
    }

    private static func link(
        _ lanes: MQTTLanes, _ state: StateFolder, _ core: Core, _ clock: HomeClock, _ logger: Logger,
        ownership: TopicOwnership = .unconfined, broker: SupervisedBroker? = nil
    ) throws(StartError) -> MQTTLink {
        do {
            return try MQTTLink(
                lanes: lanes, intake: core.intake, pipeline: core.pipeline, clock: clock, logger: logger,
                ownership: ownership, broker: broker, profiles: profiles(state, logger))
        } catch {
            throw .mqtt(error)
        }
    }

    private static func profiles(_ state: StateFolder, _ logger: Logger) -> DeviceProfiles {
        DeviceProfiles(own: .own(of: state.path), shipped: .shipped) { unreadable in
            logger.warning(
                "a profile cannot be read; see tomte devices lint",
                metadata: [LogKey.errorDetail: "\(unreadable.path)"])
        }
    }

    private static func lanes(
        _ files: (Lane) -> TLSFiles, host: String, port: UInt16, _ configuration: GatewayConfiguration
    ) -> MQTTLanes {
        var control = MosquittoSettings(host: host, port: port, clientID: Lane.control.clientID, tls: files(.control))
        control.receiveMaximum = inFlight
        control.maximumPacketBytes = UInt32(BrokerSettings.maximumPacketBytes)
        var telemetry = MosquittoSettings(
            host: host, port: port, clientID: Lane.telemetry.clientID, tls: files(.telemetry))
        telemetry.receiveMaximum = inFlight
        telemetry.maximumPacketBytes = control.maximumPacketBytes
        telemetry.sessionExpirySeconds = configuration.sessionExpirySeconds
        // Half a window: the broker keeps sending while a batch is committed.
        telemetry.acknowledgement = .afterRelease(
            batchMessages: Int(inFlight) / 2, batchDelay: configuration.commitInterval)
        return MQTTLanes(control: control, telemetry: telemetry)
    }

    private static func records(_ certificates: HomeCertificates) async throws(StartError) -> [CredentialRecord] {
        do { return try await certificates.records() } catch { throw .certificates(error) }
    }

    private static func door(
        _ state: StateFolder, _ configuration: GatewayConfiguration
    ) throws(StartError) -> BrokerDoor {
        do {
            return try BrokerDoor(
                host: configuration.localHost, port: configuration.mqttPort,
                compatibilityPort: configuration.mqttCompatibilityPort, folder: "\(state.path)/run/takeover")
        } catch {
            throw .stateFolder(error.description)
        }
    }

    private static func externalFiles(_ state: StateFolder) throws(StartError) -> (Lane) -> TLSFiles {
        let folder = state.externalBroker
        let names = ["ca.pem"] + Lane.allCases.flatMap { ["\($0.rawValue).pem", "\($0.rawValue).key"] }
        let missing = names.filter { !FileManager.default.isReadableFile(atPath: "\(folder)/\($0)") }
        guard missing.isEmpty else { throw .externalBrokerFiles(missing: missing, folder: folder) }
        return { lane in
            TLSFiles(
                certificateAuthority: "\(folder)/ca.pem", certificate: "\(folder)/\(lane.rawValue).pem",
                privateKey: "\(folder)/\(lane.rawValue).key")
        }
    }
}

extension LaneFiles {
    fileprivate var forTransport: TLSFiles {
        TLSFiles(certificateAuthority: trustPath, certificate: certificatePath, privateKey: privateKeyPath)
    }
}

extension GatewayConfiguration {
    /// Where we ourselves reach our own broker.
    fileprivate var localHost: String {
        switch mqttBindAddress {
        case nil, "0.0.0.0", "::": "localhost"
        case .some(let address): address
        }
    }
}
