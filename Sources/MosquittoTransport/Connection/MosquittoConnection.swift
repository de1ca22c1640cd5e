/// One client of an MQTT 5 broker over TLS 1.3, on a thread of its own.
///
/// `events` has a single consumer and is bounded: when it lags, the connection stops reading and TCP pushes back, so
/// nothing is dropped on this side. With `.afterRelease` no PUBACK leaves for a message of a batch that is not
/// released; requests made meanwhile wait behind it, so do not await one between `.batchEnded` and the release.
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
    }

    /// Connects, and keeps reconnecting with a jittered back-off of 0.1 s to 30 s until `close`. Does nothing when open.
    package func open() throws(MosquittoError) {
        try presence.start { [settings, requests, inbox, wakeUp, presence] in
            ConnectionLoop(settings: settings, requests: requests, inbox: inbox, wakeUp: wakeUp, presence: presence)
                .run()
        }
        requests.add(.life(.open))
    }

    /// Returns when the broker has answered (QoS 1) or the socket has taken it (QoS 0). Fails at once when not
    /// connected; after `.timedOut`, `.cancelled` or a lost connection the message may still have been delivered.
    @discardableResult
    package func publish(_ publication: Publication) async throws(MosquittoError) -> PublishReceipt {
        try publication.check(limitBytes: Int(settings.maximumPacketBytes))
        return try await requests.send(.publish(publication), timeout: settings.answerTimeout)
    }

    /// Returns when the broker has granted all of them. A granted filter may still deliver nothing: brokers check
    /// access at delivery.
    package func subscribe(_ subscriptions: [Subscription]) async throws(MosquittoError) {
        for subscription in subscriptions { try Topic.checkFilter(subscription.topicFilter) }
        for subscription in subscriptions {
            _ = try await requests.send(.subscribe(subscription), timeout: settings.answerTimeout)
        }
    }

    package func unsubscribe(_ topicFilters: [String]) async throws(MosquittoError) {
        for filter in topicFilters { try Topic.checkFilter(filter) }
        for filter in topicFilters {
            _ = try await requests.send(.unsubscribe(filter), timeout: settings.answerTimeout)
        }
    }

    /// `.afterRelease` only: the consumer is done with the batch; its PUBACKs may go and reading goes on. The number
    /// of a batch whose connection was lost changes nothing.
    package func releaseAcknowledgements(through batch: BatchNumber) {
        requests.add(.release(batch))
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

    /// Ends `pause` or `cut`.
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
}
