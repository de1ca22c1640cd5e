/// One subscription. It lives in the broker's session: make it again after `.connected(sessionPresent: false)`.
package struct Subscription: Sendable, Hashable {
    package var topicFilter: String
    /// Messages sent with more arrive with this.
    package var qos: QualityOfService
    /// Leave out what this client itself published.
    package var noLocal: Bool
    /// Messages that the broker is told to keep say so also when they come at once; without it, only those do that it
    /// had kept before.
    package var retainAsPublished: Bool
    package var retainHandling: RetainHandling

    package init(
        topicFilter: String, qos: QualityOfService = .atLeastOnce, noLocal: Bool = false,
        retainAsPublished: Bool = false, retainHandling: RetainHandling = .always
    ) {
        self.topicFilter = topicFilter
        self.qos = qos
        self.noLocal = noLocal
        self.retainAsPublished = retainAsPublished
        self.retainHandling = retainHandling
    }

    /// What is wrong with its filter: then no request can hold it.
    package var fault: TopicFault? {
        do throws(MosquittoError) { try Topic.checkFilter(topicFilter) } catch .invalidTopic(let fault) {
            return fault
        } catch {}
        return nil
    }
}

/// Which retained messages a subscription brings at once.
package enum RetainHandling: Sendable, Hashable {
    case always
    /// Only if the session did not have this subscription yet.
    case ifNew
    case never
}
