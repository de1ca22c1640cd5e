/// What the link asks of a broker that this gateway runs; of somebody else's it can ask nothing.
package struct SupervisedBroker: Sendable {
    /// Where it says how many messages found no room in its queues since it started.
    static let droppedTopic = "$SYS/broker/publish/messages/dropped"

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
