import Foundation
import HomeCertificates
import MosquittoBroker
import MosquittoTransport

/// The messages that the broker retains, read and cleared over connections of our own.
///
/// A connection subscribes, publishes a mark to itself and reads until the mark is back: the broker delivers what it
/// retains before. Nothing of it is kept here but topics and a number of bytes, and only so much at a time.
struct RetainedMessages: Sendable {
    /// What one subscription brought.
    struct Page: Sendable {
        var topics: [String] = []
        /// Of topics and payloads, and about what the broker takes for each message beside them.
        var bytes = 0
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String

        static let silent = Failure(description: "The broker did not answer; see tomte doctor.")
        static let stuck = Failure(description: "The broker keeps retained messages that it does not let go.")
        static let late = Failure(description: "The broker did not deliver in time what it retains.")
    }

    private static let patience = Duration.seconds(30)
    /// For all that one subscription brings, which is at most what the broker queues for a client.
    private static let pagePatience = Duration.seconds(120)
    /// More than that is read with the next subscription.
    private static let mostBytes = 32 << 20
    private static let atOnce = 64
    private static let overhead = 400
    /// Few, since the broker makes a copy of each message that is on its way.
    private static let inFlight: UInt16 = 16
    private static let mark = "\(ProbeRole.cleaner.clientID)/mark"

    let certificates: HomeCertificates
    let door: BrokerDoor
    let now: @Sendable () -> Date
    /// There is one client id for it, so it works on one thing at a time.
    private let turns = Turns<String>()

    init(certificates: HomeCertificates, door: BrokerDoor, now: @escaping @Sendable () -> Date) {
        (self.certificates, self.door, self.now) = (certificates, door, now)
    }

    /// About how many bytes of the broker's memory are retained at `topic` and below it; reading ends at `enough`.
    func bytes(below topic: String, enough: Int) async throws -> Int {
        try await turns.take("") { try await read("\(topic)/#", upTo: enough, keepsTopics: false) { _ in true }.bytes }
    }

    /// Clears all that is retained at `topic` and below it. Returns how many messages that were.
    @discardableResult
    func clear(below topic: String) async throws -> Int {
        try await clear("\(topic)/#") { _ in true }
    }

    /// Clears what is retained below every first level that `isKnown` does not know. Returns how many messages that were.
    func clear(whereUnknown isKnown: @escaping @Sendable (_ root: String) -> Bool) async throws -> Int {
        try await clear("#") { topic in !isKnown(String(topic.prefix { $0 != "/" })) }
    }

    /// Reads again until nothing is left: a subscription brings no more than the broker may queue for a client.
    private func clear(_ filter: String, where isDue: @escaping @Sendable (String) -> Bool) async throws -> Int {
        try await turns.take("") {
            var (count, last) = (0, Set<String>())
            while true {
                let topics = try await read(filter, upTo: Self.mostBytes, where: isDue).topics
                guard !topics.isEmpty else { return count }
                guard Set(topics) != last else { throw Failure.stuck }
                try await publishEmpty(on: topics)
                count += topics.count
                last = Set(topics)
            }
        }
    }

    // MARK: One connection

    private func read(
        _ filter: String, upTo most: Int, keepsTopics: Bool = true,
        where isDue: @escaping @Sendable (String) -> Bool
    ) async throws -> Page {
        try await withConnection { connection in
            // One filter after the other, so that the mark comes last. `#` holds it already.
            for filter in filter == "#" ? [filter] : [Self.mark, filter] {
                try await connection.subscribe([Subscription(topicFilter: filter)])
            }
            return try await withThrowingTaskGroup(of: Page?.self) { group in
                // Where more is retained than the broker queues, the mark finds no room at first.
                group.addTask {
                    while !Task.isCancelled {
                        _ = try? await connection.publish(Publication(topic: Self.mark, payload: [], retain: false))
                        try await Task.sleep(for: .seconds(1))
                    }
                    return nil
                }
                group.addTask {
                    try await Self.page(
                        of: connection.events, upTo: most, keepsTopics: keepsTopics, within: Self.pagePatience,
                        where: isDue)
                }
                defer { group.cancelAll() }
                while let page = try await group.next() { if let page { return page } }
                throw Failure.silent
            }
        }
    }

    /// Reads until the mark is back. Throws `Failure.late` when it is not within `limit`: the broker may drop each mark while
    /// the connection stays.
    static func page(
        of events: some AsyncSequence<ConnectionEvent, Never> & Sendable, upTo most: Int, keepsTopics: Bool,
        within limit: Duration,
        where isDue: @escaping @Sendable (String) -> Bool
    ) async throws -> Page {
        try await withThrowingTaskGroup(of: Page.self) { group in
            group.addTask { try await Self.collect(events, upTo: most, keepsTopics: keepsTopics, where: isDue) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw Failure.late
            }
            defer { group.cancelAll() }
            guard let page = try await group.next() else { throw Failure.silent }
            return page
        }
    }

    private static func collect(
        _ events: some AsyncSequence<ConnectionEvent, Never>, upTo most: Int, keepsTopics: Bool,
        where isDue: (String) -> Bool
    ) async throws -> Page {
        var page = Page()
        for await event in events {
            switch event {
            case .messages(let messages):
                for message in messages {
                    if message.topic == mark { return page }
                    // What is published just now is not retained, or comes again with the next subscription.
                    guard message.retained, isDue(message.topic) else { continue }
                    if keepsTopics { page.topics.append(message.topic) }
                    page.bytes += message.topic.utf8.count + message.payload.count + overhead
                }
                if page.bytes > most { return page }
            case .disconnected(let error): throw error
            default: continue
            }
        }
        throw Failure.silent
    }

    private func publishEmpty(on topics: [String]) async throws {
        try await withConnection { connection in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, topic) in topics.enumerated() {
                    if index >= Self.atOnce { try await group.next() }
                    group.addTask {
                        try await connection.publish(
                            Publication(topic: topic, payload: [], qos: .atLeastOnce, retain: true))
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private func withConnection<Result: Sendable>(
        _ body: @Sendable (MosquittoConnection) async throws -> Result
    ) async throws -> Result {
        let pass = try await certificates.issueProbe(.cleaner, now: now())
        var files = PlacedFiles(in: door.folder)
        defer { files.remove() }
        var settings = try door.settings(of: Suspect(id: pass.id, proof: .certificate(pass)), &files)
        settings.receiveMaximum = Self.inFlight
        settings.maximumPacketBytes = UInt32(BrokerSettings.maximumPacketBytes)
        settings.answerTimeout = Self.patience
        let connection = try MosquittoConnection(settings)
        do {
            guard try await connect(connection) else { throw Failure.silent }
            let result = try await body(connection)
            await connection.close()
            return result
        } catch {
            await connection.close()
            throw error
        }
    }

    private func connect(_ connection: MosquittoConnection) async throws -> Bool {
        try connection.open()
        return try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await event in connection.events {
                    if case .connected = event { return true }
                    if case .disconnected(let error) = event { throw error }
                }
                return false
            }
            group.addTask {
                try await Task.sleep(for: Self.patience)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}
