/// The settings of the supervised broker that a person may choose.
package struct BrokerSettings: Sendable, Equatable {
    /// The largest packet that the broker accepts. In a large home, a bridge describes itself in one message of 1 MB,
    /// and the gateway reads at most 4 MB of it. A somewhat larger message still reaches the gateway, which can report
    /// it; beyond this limit the broker disconnects the sender.
    ///
    /// mosquitto 2.0 has one limit for all clients, so it cannot be lower for devices that are not bridges.
    package static let maximumPacketBytes = 5 << 20

    /// The folder of the broker: configuration, certificates and log; below it the data of a broker that is a child.
    package var folder: String
    package var port: UInt16
    /// The port of the compatibility listener, which is open while a device has a password.
    package var compatibilityPort: UInt16
    /// An IPv4 or IPv6 address to listen on; nil listens on all.
    package var bindAddress: String?
    package var outage: OutageBudget
    /// How many seconds of the messages queued for an absent gateway a killed broker can lose.
    package var saveWindowSeconds: Int
    /// The path of the program; nil searches the usual places.
    package var executable: String?
    /// The service that runs the broker, whose folder of the configuration is then `folder`; nil for a process that the gateway starts.
    package let service: BrokerService?

    package init(
        folder: String, port: UInt16 = 8883, compatibilityPort: UInt16 = 8884, bindAddress: String? = nil,
        outage: OutageBudget = OutageBudget(), saveWindowSeconds: Int = 15, executable: String? = nil
    ) {
        self.folder = folder
        self.port = port
        self.compatibilityPort = compatibilityPort
        self.bindAddress = bindAddress
        self.outage = outage
        self.saveWindowSeconds = saveWindowSeconds
        self.executable = executable
        service = nil
    }

    /// The settings `other`, for a broker that `service` runs.
    package init(_ other: BrokerSettings, service: BrokerService) {
        (folder, port, compatibilityPort) = (service.configurationFolder, other.port, other.compatibilityPort)
        (bindAddress, outage, saveWindowSeconds) = (other.bindAddress, other.outage, other.saveWindowSeconds)
        (executable, self.service) = (other.executable, service)
    }
}

/// How long the gateway may be away, and at which rate of messages, before the broker drops messages that it queues for
/// the gateway.
package struct OutageBudget: Sendable, Equatable {
    package var hours: Int
    package var messagesPerSecond: Int
    package var payloadBytes: Int

    package init(hours: Int = 8, messagesPerSecond: Int = 30, payloadBytes: Int = 100) {
        self.hours = hours
        self.messagesPerSecond = messagesPerSecond
        self.payloadBytes = payloadBytes
    }

    /// The limits are capped, because the broker reads them as 32-bit numbers.
    var queuedMessages: Int { product(hours, 3600, messagesPerSecond) }
    var queuedBytes: Int { product(queuedMessages, payloadBytes) }
    /// A queued message costs about 0.5 kB beside its payload; the rest is for connections and retained values.
    var memoryBytes: Int { product(queuedMessages, min(payloadBytes, 1 << 20) + 512) + (64 << 20) }

    private func product(_ factors: Int...) -> Int {
        let limit = Int(Int32.max)
        return factors.reduce(1) { total, factor in
            let (value, overflow) = total.multipliedReportingOverflow(by: max(1, factor))
            return overflow ? limit : min(value, limit)
        }
    }
}
