import MosquittoTransport
import Testing

@Suite(.timeLimit(.minutes(15)))
struct AfterReleaseTests {
    /// Runs `body` with the settings of a durable session that acknowledges in batches, and a function that sends to it.
    private func withDurableSession(
        batchMessages: Int, batchDelay: Duration = .seconds(30), receiveMaximum: UInt16 = 100,
        _ body: (BrokerProcess, MosquittoSettings, _ send: @escaping @Sendable (Range<Int>) async throws -> Void)
            async throws -> Void
    ) async throws {
        try await BrokerProcess.run { broker in
            var settings = try broker.settings("ada", clientID: "lane")
            settings.sessionExpirySeconds = 3600
            settings.receiveMaximum = receiveMaximum
            settings.acknowledgement = .afterRelease(batchMessages: batchMessages, batchDelay: batchDelay)
            try await withConnection(settings) { connection, events in
                try await events.connected()
                try await connection.subscribe([Subscription(topicFilter: "ada/#")])
            }
            try await withConnection(broker.settings("ada", clientID: "sender")) { sender, events in
                try await events.connected()
                try await body(broker, settings) { range in
                    for index in range { try await sender.publish(Publication("ada/n", text: "\(index)")) }
                }
            }
        }
    }

    @Test func unreleasedMessagesAreRedeliveredAndReleasedOnesAreNot() async throws {
        try await withDurableSession(batchMessages: 50) { _, settings, send in
            try await send(0..<50)
            try await withConnection(settings) { connection, events in
                try await events.connected()
                for _ in 1...3 {
                    let batch = try await events.batch()
                    #expect(batch.messages.map(\.text) == (0..<50).map(String.init))
                    connection.reconnect()
                    #expect(try await events.connected())
                }
                let batch = try await events.batch()
                connection.releaseAcknowledgements(through: batch.number)
                try await send(50..<100)
                let second = try await events.batch()
                #expect(second.messages.map(\.text) == (50..<100).map(String.init))
                connection.reconnect()
                try await events.connected()
                let again = try await events.batch()
                #expect(again.messages.map(\.text) == (50..<100).map(String.init))
            }
        }
    }

    @Test func messagesAfterTheReleasedBatchAreNotAcknowledged() async throws {
        try await withDurableSession(batchMessages: 10, batchDelay: .milliseconds(200)) { broker, settings, send in
            try await send(0..<100)
            var released = 0
            for round in 1...6 {
                try await withConnection(settings) { connection, events in
                    try await events.connected()
                    for _ in 1...round {
                        let batch = try await events.batch()
                        let numbers = batch.messages.compactMap { Int($0.text) }
                        // No message after the released batch was acknowledged, and no message is missing.
                        let first = try #require(numbers.first)
                        #expect(numbers == Array(first..<(first + numbers.count)))
                        #expect(first <= released)
                        if first + numbers.count > released { released = first + numbers.count }
                        connection.releaseAcknowledgements(through: batch.number)
                        if released >= 100 { break }
                    }
                    // The connection is cut right after the release, whether or not its PUBACKs were sent.
                    connection.reconnect()
                    try await events.connected()
                }
                if released >= 100 { break }
            }
        }
    }

    @Test func messagesAreDeliveredBeforeTheirBatchEnds() async throws {
        try await withDurableSession(batchMessages: 100) { _, settings, send in
            try await withConnection(settings) { _, events in
                try await events.connected()
                for index in 0..<20 {
                    try await send(index..<(index + 1))
                    #expect(try await events.messages(1).map(\.text) == ["\(index)"])
                }
            }
        }
    }

    @Test func partialBatchEndsByAge() async throws {
        try await withDurableSession(batchMessages: 100, batchDelay: .milliseconds(50)) { _, settings, send in
            try await withConnection(settings) { connection, events in
                try await events.connected()
                for index in 0..<5 {
                    try await send(index..<(index + 1))
                    let batch = try await events.batch()
                    #expect(batch.messages.map(\.text) == ["\(index)"])
                    connection.releaseAcknowledgements(through: batch.number)
                }
                try await connection.publish(Publication("ada/own", text: "after the release"))
                #expect(try await events.messages(1).map(\.text) == ["after the release"])
            }
        }
    }

    @Test func everyMessageArrivesOnceWhenEveryBatchIsReleased() async throws {
        try await withDurableSession(batchMessages: 50, batchDelay: .milliseconds(100)) { _, settings, send in
            async let sending: Void = send(0..<2000)
            try await withConnection(settings) { connection, events in
                try await events.connected()
                var numbers: [Int] = []
                while numbers.count < 2000 {
                    let batch = try await events.batch()
                    numbers += batch.messages.compactMap { Int($0.text) }
                    connection.releaseAcknowledgements(through: batch.number)
                }
                #expect(numbers == Array(0..<2000))
            }
            try await sending
        }
    }

    /// The consumer hangs: the connection closes before the keep-alive expires, and reconnects after the release. No
    /// message is acknowledged in between.
    @Test func overdueReleaseClosesTheConnectionAndLosesNoMessage() async throws {
        try await withDurableSession(batchMessages: 50) { _, settings, send in
            var settings = settings
            settings.acknowledgement = .afterRelease(batchMessages: 50, releaseTimeout: .milliseconds(100))
            try await send(0..<50)
            try await withConnection(settings) { connection, events in
                for _ in 1...2 {
                    let batch = try await events.batch()
                    #expect(batch.messages.map(\.text) == (0..<50).map(String.init))
                    #expect(try await events.disconnected() == .releaseOverdue)
                    connection.releaseAcknowledgements(through: batch.number)
                    #expect(try await events.connected())
                }
                try await send(50..<100)
                var seen: Set<Int> = []
                // On a busy machine a release may be late again, and the batch is delivered again.
                while seen.count < 100 {
                    let batch = try await events.batch()
                    seen.formUnion(batch.messages.compactMap { Int($0.text) })
                    connection.releaseAcknowledgements(through: batch.number)
                }
                #expect(seen == Set(0..<100))
            }
        }
    }

    @Test func quietConnectionCoalescesMessages() async throws {
        try await withDurableSession(batchMessages: 100) { _, settings, send in
            var settings = settings
            settings.coalescingDelay = { .seconds(1) }
            try await withConnection(settings) { _, events in
                try await events.connected()
                // On a busy machine the three messages may arrive too far apart. Then the next three are tried.
                for first in stride(from: 0, to: 90, by: 3) {
                    try await send(first..<first + 3)
                    var pieces: [[String]] = []
                    while pieces.joined().count < 3 { pieces.append(try await events.messages(1).map(\.text)) }
                    if pieces == [(first..<first + 3).map(String.init)] { return }
                }
                Issue.record("no three messages were delivered together")
            }
        }
    }

    @Test func requestBehindAnUnreleasedBatchTimesOut() async throws {
        try await withDurableSession(batchMessages: 1) { _, settings, send in
            var settings = settings
            settings.answerTimeout = .milliseconds(100)
            try await send(0..<1)
            try await withConnection(settings) { connection, events in
                let batch = try await events.batch()
                await #expect(throws: MosquittoError.timedOut) {
                    try await connection.publish(Publication("ada/own", text: "x"))
                }
                connection.releaseAcknowledgements(through: batch.number)
                #expect(try await events.messages(1).map(\.text) == ["x"])
            }
        }
    }

    @Test func subscriptionsAreGrantedWhileRetainedMessagesAreReleased() async throws {
        try await withDurableSession(batchMessages: 10, batchDelay: .milliseconds(100)) { broker, settings, _ in
            try await withConnection(broker.settings("ada", clientID: "publisher")) { publisher, events in
                try await events.connected()
                for index in 0..<100 {
                    try await publisher.publish(Publication("ada/r/\(index)", text: "x", retain: true))
                }
            }
            var settings = settings
            settings.clientID = "fresh"
            try await withConnection(settings) { connection, events in
                try await events.connected()
                async let granted: Void = connection.subscribe(
                    (0..<100).map { Subscription(topicFilter: "ada/r/\($0)") })
                var topics: Set<String> = []
                while topics.count < 100 {
                    let batch = try await events.batch()
                    topics.formUnion(batch.messages.map(\.topic))
                    connection.releaseAcknowledgements(through: batch.number)
                }
                try await granted
            }
        }
    }
}
