import HomeCertificates
import Logging
import MosquittoBroker

/// The broker that the home's devices speak to.
enum HomeBroker: Sendable {
    case ours(Broker)
    case external(ExternalBroker)

    /// Starts ours, or finds it running, unless the configuration names somebody else's.
    static func start(
        _ state: StateFolder, _ configuration: GatewayConfiguration, _ disk: Disk, _ logger: Logger
    ) async -> Result<HomeBroker, StartError> {
        if let external = configuration.externalBroker { return .success(.external(external)) }
        do {
            let settings = BrokerSettings(
                folder: state.broker, port: configuration.mqttPort,
                compatibilityPort: configuration.mqttCompatibilityPort, bindAddress: configuration.mqttBindAddress,
                outage: OutageBudget(
                    hours: configuration.outageHours, messagesPerSecond: configuration.outageMessagesPerSecond),
                saveWindowSeconds: configuration.brokerSaveSeconds)
            let broker = try Broker(
                settings: settings, identity: try await disk.certificates.brokerIdentity(),
                access: BrokerAccess(try await disk.certificates.records()), logger: logger)
            try await broker.start()
            return .success(.ours(broker))
        } catch let error as BrokerError {
            return .failure(.broker(error))
        } catch let error as CertificateError {
            return .failure(.certificates(error))
        } catch {
            return .failure(.stateFolder("\(error)"))
        }
    }

    /// Ends ours, unless it was found running: what devices send waits there until a gateway can be started.
    func abandon() async {
        guard case .ours(let broker) = self, await !broker.health.wasReattached else { return }
        await broker.stop()
    }
}
