import HomeCertificates
import Logging
import MosquittoBroker

/// The broker to which the home's devices connect.
enum ConfiguredBroker: Sendable {
    case supervised(Broker)
    case external(ExternalBroker)

    /// Starts the gateway's own broker, or uses it if it already runs, unless the configuration names an external one.
    static func start(
        _ state: StateFolder, configuration: GatewayConfiguration, disk: OpenStores, logger: Logger
    ) async -> Result<ConfiguredBroker, StartError> {
        if let external = configuration.externalBroker { return .success(.external(external)) }
        do {
            let child = BrokerSettings(
                folder: state.broker, port: configuration.mqttPort,
                compatibilityPort: configuration.mqttCompatibilityPort, bindAddress: configuration.mqttBindAddress,
                outage: OutageBudget(
                    hours: configuration.outageHours, messagesPerSecond: configuration.outageMessagesPerSecond),
                saveWindowSeconds: configuration.brokerSaveSeconds)
            let settings = configuration.brokerService.map { BrokerSettings(child, service: $0) } ?? child
            let broker = try Broker(
                settings: settings, identity: try await disk.certificates.brokerIdentity(),
                access: BrokerAccessRules(try await disk.certificates.records()), logger: logger)
            try await broker.start()
            return .success(.supervised(broker))
        } catch let error as BrokerError {
            return .failure(.broker(error))
        } catch let error as CertificateError {
            return .failure(.certificates(error))
        } catch {
            return .failure(.stateFolder("\(error)"))
        }
    }

    /// Stops the gateway's own broker, unless it already ran before: it queues the messages of devices until a gateway
    /// can be started.
    func stopAfterFailedStart() async {
        guard case .supervised(let broker) = self, await !broker.health.wasReattached else { return }
        await broker.stop()
    }
}
