import MosquittoTransport

/// Sees every message on the broker, in order.
actor Watcher {
    struct Silence: Error, CustomStringConvertible {
        let description: String
    }

    private let connection: MosquittoConnection
    private var events: ConnectionEvents.Iterator
    private(set) var seen: [ReceivedMessage] = []
    /// What lies before it was waited for, or passed over while waiting.
    private var next = 0
    private var isSubscribed = false

    init(_ connection: MosquittoConnection) {
        self.connection = connection
        events = connection.events.makeAsyncIterator()
    }

    /// Goes on through the story to the message `topic payload`; the deadline is the test's.
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

    /// Returns when everything that happens from now on will be seen.
    func subscribe() async throws {
        while !isSubscribed { try await read() }
    }

    func send(_ topic: String, _ payload: String) async throws {
        try await connection.publish(Publication(topic: topic, payload: Array(payload.utf8), qos: .atMostOnce))
    }

    private func read() async throws {
        var iterator = events
        guard let event = await iterator.next() else { throw Silence(description: "the watcher's connection ended") }
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
