/// A subscription. It is part of the broker's session, so callers must make it again after `.connected(sessionPresent:
/// false)`.
package struct Subscription: Sendable, Hashable {
    package var topicFilter: String
    /// The maximum quality of service; messages published with a higher one arrive with this one.
    package var qos: QualityOfService
    /// Excludes messages that this client published itself.
    package var noLocal: Bool
    /// Keeps the retain flag of messages as it was published. Without this option the flag is set only on messages that
    /// the broker had retained before the subscription.
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

    /// The error in the topic filter; nil when the filter is valid. A request with an invalid filter fails.
    package var fault: TopicFault? {
        do throws(MosquittoError) { try Topic.checkFilter(topicFilter) } catch .invalidTopic(let fault) {
            return fault
        } catch {}
        return nil
    }
}

/// Whether the broker sends the retained messages when the subscription is made.
package enum RetainHandling: Sendable, Hashable {
    case always
    /// Only if the session did not have this subscription yet.
    case ifNew
    case never
}
