/// What the link asks of a broker that this gateway runs; of somebody else's it can ask nothing.
package struct SupervisedBroker: Sendable {
    /// Where it says how many messages found no room in its queues since it started.
    static let droppedTopic = "$SYS/broker/publish/messages/dropped"

    /// Where it says how many bytes of memory it holds.
    static let heapTopic = "$SYS/broker/heap/current"

    /// Has it remember over its own death what is subscribed to: readings then wait for the telemetry lane where else
    /// they would be acknowledged to their device and dropped.
    let saveSession: @Sendable () async -> Void
    /// Tells one start of it from another.
    let currentStart: @Sendable () async -> String

    package init(
        saveSession: @escaping @Sendable () async -> Void, currentStart: @escaping @Sendable () async -> String
    ) {
        self.saveSession = saveSession
        self.currentStart = currentStart
    }
}

/// What the broker last said of its memory.
package struct BrokerHeap: Sendable, Equatable {
    package let bytes: Int
    /// On the monotonic clock.
    package let heardAt: Duration

    package init(bytes: Int, heardAt: Duration) { (self.bytes, self.heardAt) = (bytes, heardAt) }
}
