/// One client of an MQTT 5 broker over TLS 1.3, on a thread of its own.
///
/// `events` has a single consumer and is bounded: when it lags, the connection stops reading and TCP pushes back, so
/// nothing is dropped on this side.
///
/// With `.afterRelease` no PUBACK leaves for a message of a batch that is not released. Requests and their answers wait
/// behind it too: the task that releases batches must not await one, or both wait until the request times out.
package final class MosquittoConnection: Sendable {
    package let events: ConnectionEvents

    private let settings: MosquittoSettings
    private let requests: RequestQueue
    private let inbox: EventInbox
    private let wakeUp: WakeUp
    private let presence = LoopPresence()

    /// Throws `.invalidSetting`, `.unreadableFile` or what is wrong with the will. Connects nothing yet.
    package init(_ settings: MosquittoSettings) throws(MosquittoError) {
        try settings.check()
        self.settings = settings
        wakeUp = try WakeUp()
        requests = RequestQueue(wakeUp: wakeUp)
        inbox = EventInbox(limit: settings.inboxLimit, wakeUp: wakeUp)
        events = ConnectionEvents(inbox: inbox)
    }

    deinit {
        requests.add(.life(.close))
        inbox.finish()
    }

    /// Connects, and keeps reconnecting with a jittered back-off of 0.1 s to 30 s until `close`. Does nothing when open.
    package func open() throws(MosquittoError) {
        try presence.start { [settings, requests, inbox, wakeUp, presence] in
            ConnectionLoop(settings: settings, requests: requests, inbox: inbox, wakeUp: wakeUp, presence: presence)
                .run()
        }
        requests.add(.life(.open))
    }

    /// Whether the broker has accepted the connection, and nothing has ended it since: events may be behind.
    package var isConnected: Bool { requests.isConnected }

    /// Returns when the broker has answered (QoS 1) or the socket has taken it (QoS 0). Fails at once when not
    /// connected; after `.timedOut`, `.cancelled` or a lost connection the message may still have been delivered.
    @discardableResult
    package func publish(_ publication: Publication) async throws(MosquittoError) -> PublishReceipt {
        try publication.check(limitBytes: Int(settings.maximumPacketBytes))
        return try await requests.send(.publish(publication), timeout: settings.answerTimeout)
    }

    /// Returns when the broker has answered all of them; throws the first refusal, the others are made nevertheless.
    /// A granted filter may still deliver nothing: brokers check access at delivery.
    package func subscribe(_ subscriptions: [Subscription]) async throws(MosquittoError) {
        for subscription in subscriptions { try Topic.checkFilter(subscription.topicFilter) }
        try await sendAtOnce(subscriptions.map { .subscribe($0) })
    }

    package func unsubscribe(_ topicFilters: [String]) async throws(MosquittoError) {
        for filter in topicFilters { try Topic.checkFilter(filter) }
        try await sendAtOnce(topicFilters.map { .unsubscribe($0) })
    }

    /// `.afterRelease` only: the consumer is done with the batch; its PUBACKs may go and reading goes on. A connection
    /// that was dropped because this took too long comes back; its batch, as any that was lost with its connection,
    /// comes again.
    package func releaseAcknowledgements(through batch: BatchNumber) {
        requests.add(.release(batch))
    }

    /// Changes `gatherDelay` from now on.
    package func gather(for delay: Duration) {
        requests.add(.gather(delay))
    }

    /// Drops the connection until `resume`. An unreleased batch is left unacknowledged, and then the broker sees a lost
    /// connection (and publishes the will) instead of a DISCONNECT.
    package func pause() {
        requests.add(.life(.pause))
    }

    /// Cuts the connection without a DISCONNECT, as a device does that dies: the broker publishes the will. It stays
    /// away until `resume`.
    package func cut() {
        requests.add(.cut)
    }

    /// Ends `pause` or `cut`, or the wait for a release that is overdue.
    package func resume() {
        requests.add(.life(.resume))
    }

    /// Drops the connection, or ends a waiting time, and connects again at once. Does nothing when paused.
    package func reconnect() {
        requests.add(.life(.reconnect))
    }

    /// Ends everything: waiting requests fail with `.closed`, `events` ends. Idempotent. Returns when the thread has
    /// let go of the socket; a thread that is still looking up or dialling the host is left to notice by itself.
    package func close() async {
        requests.add(.life(.close))
        await presence.waitUntilAway()
        requests.closed()
        inbox.finish()
    }

    /// All go out together: one after the other, each might wait for a batch that the last one brought.
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
