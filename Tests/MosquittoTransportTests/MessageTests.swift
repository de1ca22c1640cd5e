import MosquittoTransport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct MessageTests {
    @Test(arguments: [QualityOfService.atMostOnce, .atLeastOnce])
    func messagesArriveWithTheirProperties(qos: QualityOfService) async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                try await connection.subscribe([Subscription(topicFilter: "ada/#")])
                let sent = Publication(
                    topic: "ada/lamp", payload: Array(0...255), qos: qos, messageExpirySeconds: 60,
                    responseTopic: "ada/answer", correlationData: [0, 1, 0xFF],
                    userProperties: [UserProperty(name: "b", value: "ä"), UserProperty(name: "b", value: "")])
                let receipt = try await connection.publish(sent)
                #expect(receipt == (qos == .atMostOnce ? .handedOver : .accepted(hasSubscribers: true)))

                let message = try #require(try await events.messages(1).first)
                #expect(message.topic == sent.topic && message.payload == sent.payload && message.qos == qos)
                #expect(!message.retained && (message.packetID == 0) == (qos == .atMostOnce))
                #expect(message.responseTopic == sent.responseTopic)
                #expect(message.correlationData == sent.correlationData)
                #expect(message.userProperties == sent.userProperties)
            }
        }
    }

    @Test func onlyStoredMessagesAreMarkedRetained() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                try await connection.publish(Publication("ada/state", text: "old", retain: true))
                try await connection.subscribe([Subscription(topicFilter: "ada/state")])
                let stored = try await events.messages(1)
                #expect(stored.map(\.retained) == [true])
                try await connection.publish(Publication("ada/state", text: "new", retain: true))
                let fresh = try await events.messages(1)
                #expect(fresh.map(\.retained) == [false])
                #expect(fresh.map(\.text) == ["new"])
            }
        }
    }

    @Test func subscriptionOptionsReachTheBroker() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                try await connection.publish(Publication("ada/quiet", text: "stored", retain: true))
                try await connection.subscribe([
                    Subscription(topicFilter: "ada/quiet", retainHandling: .never),
                    Subscription(topicFilter: "ada/own", noLocal: true),
                    Subscription(topicFilter: "ada/low", qos: .atMostOnce),
                ])
                try await connection.publish(Publication("ada/own", text: "mine"))
                try await connection.publish(Publication("ada/low", text: "low"))
                let messages = try await events.messages(1)
                #expect(messages.map(\.text) == ["low"] && messages.map(\.qos) == [.atMostOnce])

                try await connection.unsubscribe(["ada/low"])
                let receipt = try await connection.publish(Publication("ada/low", text: "unheard"))
                #expect(receipt == .accepted(hasSubscribers: false))
            }
        }
    }

    @Test func publishOutsideTheOwnTopicsIsNotAuthorized() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                await #expect(throws: MosquittoError.notAuthorized) {
                    try await connection.publish(Publication("eve/lamp", text: "on"))
                }
                try await connection.publish(Publication("ada/lamp", text: "on"))
            }
        }
    }

    @Test func invalidRequestsAreRefusedBeforeTheyAreSent() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                await #expect(throws: MosquittoError.invalidTopic(.forbiddenCharacter(0))) {
                    try await connection.publish(Publication("ada/\u{0}", text: "x"))
                }
                await #expect(throws: MosquittoError.invalidTopic(.misplacedWildcard)) {
                    try await connection.subscribe([Subscription(topicFilter: "ada/#/x")])
                }
                let bytes = 256 * 1024 + 1
                await #expect(throws: MosquittoError.payloadTooLarge(bytes: bytes, limitBytes: bytes - 1)) {
                    try await connection.publish(
                        Publication(topic: "ada/x", payload: Array(repeating: 0, count: bytes)))
                }
                try await connection.publish(Publication("ada/lamp", text: "still here"))
            }
        }
    }

    @Test func packetsAboveTheLimitAreNotDelivered() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada")
            settings.maximumPacketBytes = 2000
            let sender = try broker.settings("ada", clientID: "sender")
            try await withConnection(settings) { connection, events in
                try await events.connected()
                try await connection.subscribe([Subscription(topicFilter: "ada/#")])
                try await withConnection(sender) { sender, senderEvents in
                    try await senderEvents.connected()
                    try await sender.publish(Publication("ada/large", text: String(repeating: "x", count: 3000)))
                    try await sender.publish(Publication("ada/small", text: "y"))
                }
                #expect(try await events.messages(1).map(\.text) == ["y"])
            }
        }
    }

    @Test func concurrentPublishesAllComplete() async throws {
        try await BrokerProcess.run { broker in
            try await withConnection(broker.settings("ada")) { connection, events in
                try await events.connected()
                try await connection.subscribe([Subscription(topicFilter: "ada/#")])
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<2000 {
                        group.addTask {
                            let qos: QualityOfService = index % 2 == 0 ? .atLeastOnce : .atMostOnce
                            try await connection.publish(Publication("ada/n", text: "\(index)", qos: qos))
                        }
                    }
                    try await group.waitForAll()
                }
                let messages = try await events.messages(2000)
                #expect(Set(messages.map(\.text)).count == 2000)
            }
        }
    }
}
