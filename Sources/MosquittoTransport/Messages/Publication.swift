/// Quality of service. QoS 2 is left out on purpose: its handshake cannot wait for a commit, and in MQTT 5 client and
/// broker can agree on QoS 1 at most.
package enum QualityOfService: UInt8, Sendable, Equatable {
    case atMostOnce = 0
    case atLeastOnce = 1
}

/// One MQTT 5 user property; names may repeat.
package struct UserProperty: Sendable, Hashable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

/// A message to send.
package struct Publication: Sendable, Equatable {
    package var topic: String
    package var payload: [UInt8]
    package var qos: QualityOfService
    package var retain: Bool
    /// Seconds after which the broker no longer delivers the message.
    package var messageExpirySeconds: UInt32?
    package var responseTopic: String?
    package var correlationData: [UInt8]?
    package var userProperties: [UserProperty]

    package init(
        topic: String, payload: [UInt8], qos: QualityOfService = .atLeastOnce, retain: Bool = false,
        messageExpirySeconds: UInt32? = nil, responseTopic: String? = nil, correlationData: [UInt8]? = nil,
        userProperties: [UserProperty] = []
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retain = retain
        self.messageExpirySeconds = messageExpirySeconds
        self.responseTopic = responseTopic
        self.correlationData = correlationData
        self.userProperties = userProperties
    }

    /// The maximum payload of a will: its length is encoded in two bytes.
    static let maximumWillBytes = 65_535

    /// Checks the message against the rules of MQTT 5. Throws `.invalidTopic`, `.payloadTooLarge` or
    /// `.invalidProperty`.
    func check(limitBytes: Int) throws(MosquittoError) {
        try Topic.checkName(topic)
        if payload.count > limitBytes { throw .payloadTooLarge(bytes: payload.count, limitBytes: limitBytes) }
        if let responseTopic { try Topic.checkName(responseTopic) }
        if let correlationData, correlationData.count > Topic.maximumBytes {
            throw .invalidProperty("correlationData")
        }
        for text in userProperties.flatMap({ [$0.name, $0.value] })
        where text.utf8.count > Topic.maximumBytes || Topic.unprintable(in: text) != nil {
            throw .invalidProperty("userProperties")
        }
    }
}

/// The result of a publish. None of the cases says that a subscriber has the message.
package enum PublishReceipt: Sendable, Equatable {
    /// QoS 0: the message was written to the socket.
    case handedOver
    /// QoS 1: the broker has acknowledged the message. Without matching subscribers it may have discarded it.
    case accepted(hasSubscribers: Bool)
}

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
