/// The functions of a broker that this gateway runs and that the link uses. An external broker offers none of them.
package struct SupervisedBroker: Sendable {
    /// The topic on which the broker publishes how many messages it dropped since it started, because its queues were
    /// full.
    static let droppedTopic = "$SYS/broker/publish/messages/dropped"

    /// The topic on which the broker publishes how many bytes of memory it uses.
    static let heapTopic = "$SYS/broker/heap/current"

    /// Makes the broker write its sessions to disk, so that the subscriptions survive a crash of the broker. Readings
    /// then wait for the telemetry lane; without a subscription the broker would acknowledge them to their device and
    /// drop them.
    let saveSession: @Sendable () async -> Void
    /// Identifies the running broker process; each start has another identity.
    let currentStart: @Sendable () async -> String

    package init(
        saveSession: @escaping @Sendable () async -> Void, currentStart: @escaping @Sendable () async -> String
    ) {
        self.saveSession = saveSession
        self.currentStart = currentStart
    }
}

/// The memory use that the broker reported last.
package struct BrokerHeap: Sendable, Equatable {
    package let bytes: Int
    /// When the report arrived, on the monotonic clock.
    package let receivedAt: Duration

    package init(bytes: Int, receivedAt: Duration) { (self.bytes, self.receivedAt) = (bytes, receivedAt) }
}
