/// One client of an MQTT 5 broker over TLS 1.3, on a thread of its own.
///
/// `events` has a single consumer and is bounded: when the consumer lags, the connection stops reading and TCP slows
/// the broker down, so nothing is dropped on this side.
///
/// With `.afterRelease` no PUBACK is sent for a message of a batch that is not released. Requests and their answers
/// wait for the release too, so the task that releases batches must not await a request: both would wait until the
/// request times out.
package final class MosquittoConnection: Sendable {
    package let events: ConnectionEvents

    private let settings: MosquittoSettings
    private let requests: RequestQueue
    private let eventQueue: EventQueue
    private let wakeUp: WakeUp
    private let lifecycle = ThreadLifecycle()

    /// Checks the settings; does not connect yet. Throws `.invalidSetting`, `.unreadableFile`, or the error of an
    /// invalid will.
    package init(_ settings: MosquittoSettings) throws(MosquittoError) {
        try settings.check()
        self.settings = settings
        wakeUp = try WakeUp()
        requests = RequestQueue(wakeUp: wakeUp)
        eventQueue = EventQueue(limit: settings.eventQueueLimit, wakeUp: wakeUp)
        events = ConnectionEvents(eventQueue: eventQueue)
    }

    deinit {
        requests.add(.transition(.close))
        eventQueue.finish()
    }

    /// Connects, and reconnects with a random back-off of 0.1 s to 30 s until `close`. Does nothing when already open.
    /// Throws `.outOfMemory` when the system cannot start the thread.
    package func open() throws(MosquittoError) {
        try lifecycle.start { [settings, requests, eventQueue, wakeUp, lifecycle] in
            ConnectionLoop(
                settings: settings, requests: requests, eventQueue: eventQueue, wakeUp: wakeUp, lifecycle: lifecycle
            )
            .run()
        }
        requests.add(.transition(.open))
    }

    /// Whether the broker has accepted the connection and it has not ended since. `events` may lag behind.
    package var isConnected: Bool { requests.isConnected }

    /// Sends a message. Returns when the broker has answered (QoS 1) or the message is written to the socket (QoS 0).
    /// Throws at once when not connected. After `.timedOut`, `.cancelled` or a lost connection the message may still
    /// have been delivered.
    @discardableResult
    package func publish(_ publication: Publication) async throws(MosquittoError) -> PublishReceipt {
        try publication.check(limitBytes: Int(settings.maximumPacketBytes))
        return try await requests.send(.publish(publication), timeout: settings.answerTimeout)
    }

    /// Makes subscriptions. Returns when the broker has answered all of them. Throws the first refusal; the other
    /// subscriptions are made nevertheless. A granted filter may still deliver nothing, because brokers check access at
    /// delivery.
    package func subscribe(_ subscriptions: [Subscription]) async throws(MosquittoError) {
        for subscription in subscriptions { try Topic.checkFilter(subscription.topicFilter) }
        try await sendAtOnce(subscriptions.map { .subscribe($0) })
    }

    /// Removes subscriptions. Returns when the broker has answered all of them. Throws the first refusal.
    package func unsubscribe(_ topicFilters: [String]) async throws(MosquittoError) {
        for filter in topicFilters { try Topic.checkFilter(filter) }
        try await sendAtOnce(topicFilters.map { .unsubscribe($0) })
    }

    /// Releases a batch that the consumer has processed: its PUBACKs are sent, and the loop reads on. Only with
    /// `.afterRelease`.
    ///
    /// If the connection was dropped because the release took too long, it is opened again. The broker then sends the
    /// batch again, like every batch that is lost with its connection.
    package func releaseAcknowledgements(through batch: BatchNumber) {
        requests.add(.release(batch))
    }

    /// Changes `coalescingDelay` from now on.
    package func coalesceReads(for delay: Duration) {
        requests.add(.coalesceReads(delay))
    }

    /// Drops the connection until `resume`. An unreleased batch stays unacknowledged; the broker then detects a lost
    /// connection (and publishes the will) instead of a DISCONNECT.
    package func pause() {
        requests.add(.transition(.pause))
    }

    /// Cuts the connection without a DISCONNECT, like a device that loses power: the broker publishes the will. The
    /// connection stays closed until `resume`.
    package func cut() {
        requests.add(.cut)
    }

    /// Ends `pause` or `cut`, or the wait for an overdue release, and connects again.
    package func resume() {
        requests.add(.transition(.resume))
    }

    /// Drops the connection, or ends a waiting time, and connects again at once. Does nothing when paused.
    package func reconnect() {
        requests.add(.transition(.reconnect))
    }

    /// Closes the connection for good: waiting requests fail with `.closed`, and `events` ends. Idempotent. Returns
    /// when the thread has released the socket. A thread that is still resolving or connecting to the host ends by
    /// itself later.
    package func close() async {
        requests.add(.transition(.close))
        await lifecycle.waitUntilAway()
        requests.closed()
        eventQueue.finish()
    }

    /// Sends all requests together. If they were sent one after the other, each might wait for a batch that the
    /// previous one brought in.
    private func sendAtOnce(_ all: [RequestQueue.Outgoing]) async throws(MosquittoError) {
        let failure = await withTaskGroup(of: MosquittoError?.self) { group in
            for outgoing in all {
                group.addTask { [requests, settings] in
                    do throws(MosquittoError) {
                        _ = try await requests.send(outgoing, timeout: settings.answerTimeout)
                        return nil
                    } catch { return error }
                }
            }
            return await group.reduce(nil as MosquittoError?) { $0 ?? $1 }
        }
        if let failure { throw failure }
    }
}
