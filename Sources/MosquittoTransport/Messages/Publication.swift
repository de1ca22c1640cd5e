/// Quality of service. QoS 2 is left out on purpose: its handshake cannot wait for a commit, and MQTT 5 lets a network
/// agree on 1.
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
    /// After this the broker no longer delivers it.
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

    /// The will travels with a two-byte length.
    static let maximumWillBytes = 65_535

    /// Throws `.invalidTopic`, `.payloadTooLarge` or `.invalidProperty`.
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

/// What is known after a publish. None of these says that a subscriber has the message.
package enum PublishReceipt: Sendable, Equatable {
    /// QoS 0: handed to the socket.
    case handedOver
    /// QoS 1: the broker has it. Without matching subscribers it may have thrown it away.
    case accepted(hasSubscribers: Bool)
}
