/// What a person may choose about the supervised broker.
package struct BrokerSettings: Sendable, Equatable {
    /// What a bridge says of itself in one message is 1 MB in a large home, and 4 MB is what the gateway reads of it. A
    /// message that is somewhat larger still reaches the gateway, which can say so; beyond this the broker cuts its sender.
    ///
    /// mosquitto 2.0 has one limit for all clients, so it is not lower for devices that are no bridge.
    package static let maximumPacketBytes = 5 << 20

    /// Its own folder: configuration, certificates, log, and below it the broker's data.
    package var folder: String
    package var port: UInt16
    /// Of the compatibility listener, which is there while a device has a password.
    package var compatibilityPort: UInt16
    /// An IPv4 or IPv6 address to listen on; nil listens on all.
    package var bindAddress: String?
    package var outage: OutageBudget
    /// How much a killed broker can lose of what it held for a gateway that was away.
    package var saveWindowSeconds: Int
    /// Where the program is; nil looks in the usual places.
    package var executable: String?

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
    }
}

/// How long the gateway may be away, and at what rate, before the broker drops what it holds for it.
package struct OutageBudget: Sendable, Equatable {
    package var hours: Int
    package var messagesPerSecond: Int
    package var payloadBytes: Int

    package init(hours: Int = 8, messagesPerSecond: Int = 30, payloadBytes: Int = 100) {
        self.hours = hours
        self.messagesPerSecond = messagesPerSecond
        self.payloadBytes = payloadBytes
    }

    /// The broker reads these limits as 32-bit numbers.
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
