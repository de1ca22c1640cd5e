import Foundation
import GatewayCore
import HomeCertificates
import Logging
import MQTTLink
import MosquittoBroker
import MosquittoTransport

/// The broker, ours or somebody else's, and the link over it.
struct Network: Sendable {
    /// Longer than any outage that the broker's queue is sized for.
    private static let sessionExpirySeconds: UInt32 = 7 * 86_400
    private static let inFlight: UInt16 = 1000

    let broker: Broker?
    let link: MQTTLink
    let issuer: any CredentialIssuer
    /// To be done once the lanes are connected.
    let whenConnected: @Sendable () async -> Void
    let check: HealthBoard.Check

    static func build(
        _ state: StateFolder, _ configuration: GatewayConfiguration, _ disk: Disk, _ core: Core, _ clock: HomeClock,
        _ logger: Logger
    ) async throws(StartError) -> Network {
        if let external = configuration.externalBroker {
            let link = try link(
                lanes(try externalFiles(state), host: external.host, port: external.port, configuration), core, clock,
                logger, revoke: { _ in })
            return Network(
                broker: nil, link: link, issuer: ExternalCredentialIssuer(), whenConnected: {},
                check: BrokerCheck.external(external, link))
        }
        let broker = try await startBroker(state, configuration, disk, clock, logger)
        let issuer = BrokerCredentialIssuer(
            certificates: disk.certificates, broker: broker, host: "\(configuration.hostName).local",
            localHost: configuration.localHost, port: configuration.mqttPort, clock: clock,
            takeoverFolder: try takeoverFolder(state), logger: logger)
        let files = { (lane: Lane) in disk.certificates.laneFiles(lane).forTransport }
        let link = try link(
            lanes(files, host: configuration.localHost, port: configuration.mqttPort, configuration), core, clock,
            logger,
            revoke: { root in await issuer.revoke(root) }, saveSession: { await broker.save() })
        return Network(
            broker: broker, link: link, issuer: issuer,
            whenConnected: {
                await link.waitUntilConnected()
                guard !Task.isCancelled else { return }
                await issuer.refresh()
            }, check: BrokerCheck.ours(broker, link))
    }

    private static func startBroker(
        _ state: StateFolder, _ configuration: GatewayConfiguration, _ disk: Disk, _ clock: HomeClock,
        _ logger: Logger
    ) async throws(StartError) -> Broker {
        do {
            let settings = BrokerSettings(
                folder: state.broker, port: configuration.mqttPort, bindAddress: configuration.mqttBindAddress,
                outage: OutageBudget(
                    hours: configuration.outageHours, messagesPerSecond: configuration.outageMessagesPerSecond),
                saveWindowSeconds: configuration.brokerSaveSeconds)
            let broker = try Broker(
                settings: settings, identity: try await disk.certificates.brokerIdentity(),
                access: BrokerAccess(devices: try await disk.certificates.liveDevices()), logger: logger)
            try await broker.start()
            return broker
        } catch let error as BrokerError {
            throw .broker(error)
        } catch let error as CertificateError {
            throw .certificates(error)
        } catch {
            throw .stateFolder("\(error)")
        }
    }

    private static func link(
        _ lanes: MQTTLanes, _ core: Core, _ clock: HomeClock, _ logger: Logger,
        revoke: @escaping @Sendable (String) async -> Void, saveSession: @escaping @Sendable () async -> Void = {}
    ) throws(StartError) -> MQTTLink {
        do {
            return try MQTTLink(
                lanes: lanes, intake: core.intake, pipeline: core.pipeline, clock: clock, logger: logger,
                revokeCredential: revoke, saveSession: saveSession)
        } catch {
            throw .mqtt(error)
        }
    }

    private static func lanes(
        _ files: (Lane) -> TLSFiles, host: String, port: UInt16, _ configuration: GatewayConfiguration
    ) -> MQTTLanes {
        var control = MosquittoSettings(host: host, port: port, clientID: Lane.control.clientID, tls: files(.control))
        control.receiveMaximum = inFlight
        var telemetry = MosquittoSettings(
            host: host, port: port, clientID: Lane.telemetry.clientID, tls: files(.telemetry))
        telemetry.receiveMaximum = inFlight
        telemetry.sessionExpirySeconds = sessionExpirySeconds
        // Half a window: the broker keeps sending while a batch is committed.
        telemetry.acknowledgement = .afterRelease(
            batchMessages: Int(inFlight) / 2, batchDelay: configuration.commitInterval)
        return MQTTLanes(control: control, telemetry: telemetry)
    }

    private static func takeoverFolder(_ state: StateFolder) throws(StartError) -> PrivateFolder {
        do {
            return try PrivateFolder(path: "\(state.path)/run/takeover")
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
