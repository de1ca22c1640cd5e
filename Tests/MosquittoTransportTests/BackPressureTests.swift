import Testing

@testable import MosquittoTransport

@Suite(.timeLimit(.minutes(15)))
struct BackPressureTests {
    @Test func slowConsumerLosesNoMessageAndBuffersOnlyItsQueue() async throws {
        // Far more messages than the event queue holds. They are large, so that few of them fill the socket buffers too.
        let total = 5000
        let padding = String(repeating: "-", count: 1000)
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada", clientID: "slow")
            settings.eventQueueLimit = EventQueueLimit(messages: 500)
            try await withConnection(settings) { connection, events in
                try await events.connected()
                try await connection.subscribe([Subscription(topicFilter: "ada/#", qos: .atMostOnce)])
                try await withConnection(broker.settings("ada", clientID: "fast")) { sender, senderEvents in
                    try await senderEvents.connected()
                    for index in 0..<total - 1 {
                        try await sender.publish(Publication("ada/n", text: "\(index)\(padding)", qos: .atMostOnce))
                    }
                    // The broker acknowledges this message only after it has read all messages before it.
                    try await sender.publish(Publication("ada/n", text: "\(total - 1)\(padding)", qos: .atLeastOnce))
                }
                var next = 0
                while next < total {
                    let eventQueue = connection.events.eventQueue.fill
                    #expect(eventQueue.messages < 500 + 128)
                    for message in try await events.messages(1) {
                        #expect(message.text == "\(next)\(padding)")
                        next += 1
                    }
                }
            }
        }
    }

    @Test func largePayloadsFillTheEventQueueByBytes() async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada", clientID: "slow")
            settings.eventQueueLimit = EventQueueLimit(payloadBytes: 1_000_000)
            try await withConnection(settings) { connection, events in
                try await events.connected()
                try await connection.subscribe([Subscription(topicFilter: "ada/#")])
                try await withConnection(broker.settings("ada", clientID: "fast")) { sender, senderEvents in
                    try await senderEvents.connected()
                    let payload = [UInt8](repeating: 7, count: 200_000)
                    for _ in 0..<60 { try await sender.publish(Publication(topic: "ada/n", payload: payload)) }
                }
                var count = 0
                while count < 60 {
                    #expect(connection.events.eventQueue.fill.payloadBytes < 1_000_000 + 1024 * 1024 + 200_000)
                    count += try await events.messages(1).count
                }
            }
        }
    }
}
