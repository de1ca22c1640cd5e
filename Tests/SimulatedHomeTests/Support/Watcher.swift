import MosquittoTransport

/// Receives every message on the broker, in order.
actor Watcher {
    struct ConnectionEnded: Error, CustomStringConvertible {
        let description: String
    }

    private let connection: MosquittoConnection
    private var events: ConnectionEvents.Iterator
    private(set) var seen: [ReceivedMessage] = []
    /// The index of the first message that no `wait` has consumed.
    private var next = 0
    private var isSubscribed = false

    init(_ connection: MosquittoConnection) {
        self.connection = connection
        events = connection.events.makeAsyncIterator()
    }

    /// Waits for the message `topic payload`, and consumes all messages before it. The time limit of the test is the
    /// deadline.
    @discardableResult
    func wait(for text: String) async throws -> ReceivedMessage { try await wait { $0.text == text } }

    func wait(_ isWanted: (ReceivedMessage) -> Bool) async throws -> ReceivedMessage {
        try await subscribe()
        while true {
            while next < seen.count {
                next += 1
                if isWanted(seen[next - 1]) { return seen[next - 1] }
            }
            try await read()
        }
    }

    /// Returns when the subscription is active, so that all later messages are received.
    func subscribe() async throws {
        while !isSubscribed { try await read() }
    }

    func send(_ topic: String, payload: String) async throws {
        try await connection.publish(Publication(topic: topic, payload: Array(payload.utf8), qos: .atMostOnce))
    }

    private func read() async throws {
        var iterator = events
        guard let event = await iterator.next() else {
            throw ConnectionEnded(description: "the watcher's connection ended")
        }
        events = iterator
        switch event {
        case .connected:
            try await connection.subscribe([Subscription(topicFilter: "#")])
            isSubscribed = true
        case .messages(let messages): seen += messages
        case .disconnected, .batchEnded: break
        }
    }
}

extension ReceivedMessage {
    var text: String { "\(topic) \(String(decoding: payload, as: UTF8.self))" }
}
