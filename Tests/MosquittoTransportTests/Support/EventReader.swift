import MosquittoTransport

struct EventsEnded: Error {}

/// Reads the events of a connection one by one. The time limit of the suite is the deadline: it cancels the test.
struct EventReader {
    private var iterator: ConnectionEvents.Iterator

    init(_ connection: MosquittoConnection) {
        iterator = connection.events.makeAsyncIterator()
    }

    mutating func next() async throws -> ConnectionEvent {
        guard let event = await iterator.next() else { throw EventsEnded() }
        return event
    }

    /// Skips to the next `.connected` and returns whether the session was present.
    @discardableResult
    mutating func connected() async throws -> Bool {
        while true {
            if case .connected(let sessionPresent) = try await next() { return sessionPresent }
        }
    }

    /// Skips to the next `.disconnected` and returns its error.
    mutating func disconnected() async throws -> MosquittoError {
        while true {
            if case .disconnected(let error) = try await next() { return error }
        }
    }

    /// Returns at least `count` messages and skips all other events.
    mutating func messages(_ count: Int) async throws -> [ReceivedMessage] {
        var all: [ReceivedMessage] = []
        while all.count < count {
            if case .messages(let messages) = try await next() { all += messages }
        }
        return all
    }

    /// Returns the messages up to the end of a batch, and the number of the batch.
    mutating func batch() async throws -> (messages: [ReceivedMessage], number: BatchNumber) {
        var all: [ReceivedMessage] = []
        while true {
            switch try await next() {
            case .messages(let messages): all += messages
            case .batchEnded(let number): return (all, number)
            case .connected, .disconnected: all = []
            }
        }
    }
}

/// Runs `body` with an open connection, and closes the connection afterwards.
func withConnection(
    _ settings: MosquittoSettings, body: (MosquittoConnection, inout EventReader) async throws -> Void
) async throws {
    let connection = try MosquittoConnection(settings)
    var events = EventReader(connection)
    try connection.open()
    do {
        try await body(connection, &events)
    } catch {
        await connection.close()
        throw error
    }
    await connection.close()
}

extension ReceivedMessage {
    var text: String { String(decoding: payload, as: UTF8.self) }
}

extension Publication {
    init(_ topic: String, text: String, qos: QualityOfService = .atLeastOnce, retain: Bool = false) {
        self.init(topic: topic, payload: Array(text.utf8), qos: qos, retain: retain)
    }
}
