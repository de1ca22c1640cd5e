import Concurrency
import Foundation
import HomeCertificates
import MosquittoBroker
import MosquittoTransport

/// Reads and clears the messages that the broker retains, over connections of the gateway's own.
///
/// A connection subscribes, publishes a marker to itself and reads until the marker arrives, because the broker
/// delivers the retained messages before it. Only topics and a number of bytes are kept in memory, and only a limited
/// amount at a time.
struct RetainedMessages: Sendable {
    /// The result of one subscription.
    struct Page: Sendable {
        var topics: [String] = []
        /// The bytes of topics and payloads, and an estimate of what the broker needs for each message besides.
        var bytes = 0
    }

    /// Why retained messages could not be read or cleared.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        static let silent = Failure(description: "The broker did not answer; see tomte doctor.")
        static let stuck = Failure(description: "The broker still has retained messages that the gateway cleared.")
        static let late = Failure(description: "The broker did not deliver its retained messages in time.")
    }

    private static let timeout = Duration.seconds(30)
    /// The time limit for all messages of one subscription, which are at most as many as the broker queues for a
    /// client.
    private static let readTimeout = Duration.seconds(120)
    /// The bytes after which a subscription ends; the next one reads the rest.
    private static let maximumBytes = 32 << 20
    private static let atOnce = 64
    private static let overhead = 400
    /// Few, because the broker makes a copy of each message in flight.
    private static let inFlight: UInt16 = 16
    private static let marker = "\(ProbeRole.cleaner.clientID)/mark"

    let certificates: HomeCertificates
    let endpoint: BrokerEndpoint
    let now: @Sendable () -> Date
    /// All connections use one client id, so that only one operation can run at a time.
    private let lock = KeyedAsyncLock<String>()

    init(certificates: HomeCertificates, endpoint: BrokerEndpoint, now: @escaping @Sendable () -> Date) {
        (self.certificates, self.endpoint, self.now) = (certificates, endpoint, now)
    }

    /// The approximate number of bytes of the broker's memory that are retained at `topic` and below it. Reading ends
    /// at `enough`.
    func bytes(below topic: String, enough: Int) async throws -> Int {
        try await lock.withLock("") {
            try await read("\(topic)/#", upTo: enough, keepsTopics: false) { _ in true }.bytes
        }
    }

    /// Clears all retained messages at `topic` and below it. Returns their number.
    @discardableResult
    func clear(below topic: String) async throws -> Int {
        try await lock.withLock("") {
            try await clear("\(topic)/#") { _ in
                true
            } confirmedBy: {
                { _ in true }
            }
        }
    }

    /// Clears the retained messages below every first topic level that `known` does not return. Returns their number.
    ///
    /// `known` is called again after each read: a device that got its credential during the read keeps its messages.
    func clear(exceptBelow known: @escaping @Sendable () async throws -> Set<String>) async throws -> Int {
        try await lock.withLock("") {
            let before = try await known()
            return try await clear("#") {
                !before.contains(Self.root($0))
            } confirmedBy: {
                let now = try await known()
                return { !now.contains(Self.root($0)) }
            }
        }
    }

    private static func root(_ topic: String) -> String { String(topic.prefix { $0 != "/" }) }

    /// Reads and clears until nothing is left, because one subscription delivers no more than the broker queues for a
    /// client. Clears the topics of `isDue` for which the result of `confirmed`, called after each read, is true too.
    /// Throws `Failure.stuck` if the same messages are there again.
    private func clear(
        _ filter: String, where isDue: @escaping @Sendable (String) -> Bool,
        confirmedBy confirmed: () async throws -> (String) -> Bool
    ) async throws -> Int {
        var (count, last) = (0, Set<String>())
        while true {
            let found = try await read(filter, upTo: Self.maximumBytes, where: isDue).topics
            let topics = found.filter(try await confirmed())
            guard !topics.isEmpty else { return count }
            guard Set(topics) != last else { throw Failure.stuck }
            try await publishEmpty(on: topics)
            count += topics.count
            last = Set(topics)
        }
    }

    // MARK: One connection

    private func read(
        _ filter: String, upTo most: Int, keepsTopics: Bool = true,
        where isDue: @escaping @Sendable (String) -> Bool
    ) async throws -> Page {
        try await withConnection { connection in
            // One filter after the other, so that the marker arrives last. The filter `#` includes its topic.
            for filter in filter == "#" ? [filter] : [Self.marker, filter] {
                try await connection.subscribe([Subscription(topicFilter: filter)])
            }
            return try await withThrowingTaskGroup(of: Page?.self) { group in
                // If more is retained than the broker queues, it drops the first markers.
                group.addTask {
                    while !Task.isCancelled {
                        _ = try? await connection.publish(Publication(topic: Self.marker, payload: [], retain: false))
                        try await Task.sleep(for: .seconds(1))
                    }
                    return nil
                }
                group.addTask {
                    try await Self.readUntilMarker(
                        of: connection.events, upTo: most, keepsTopics: keepsTopics, within: Self.readTimeout,
                        where: isDue)
                }
                defer { group.cancelAll() }
                while let page = try await group.next() { if let page { return page } }
                throw Failure.silent
            }
        }
    }

    /// Reads until the marker arrives. Throws `Failure.late` if it does not arrive within `limit`: the broker may drop
    /// every marker while the connection stays open.
    static func readUntilMarker(
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
                    if message.topic == marker { return page }
                    // A message that is published during the read is not retained, or arrives again with the next
                    // subscription.
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
        var files = TemporaryCredentialFiles(in: endpoint.folder)
        defer { files.remove() }
        var settings = try endpoint.settings(of: ProbeSubject(id: pass.id, proof: .certificate(pass)), &files)
        settings.receiveMaximum = Self.inFlight
        settings.maximumPacketBytes = UInt32(BrokerSettings.maximumPacketBytes)
        settings.answerTimeout = Self.timeout
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
                try await Task.sleep(for: Self.timeout)
                return false
            }
            defer { group.cancelAll() }
            return try await group.next() ?? false
        }
    }
}
