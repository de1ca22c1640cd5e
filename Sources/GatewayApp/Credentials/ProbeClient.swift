import HomeCertificates
import MosquittoTransport

/// Somebody whose confinement is to be proven: a name, and all that it takes to connect by it.
struct Suspect: Sendable {
    enum Proof: Sendable {
        case certificate(IssuedCredential)
        /// The authority is that of the compatibility listener.
        case password(Secret, authorityPEM: String)
    }

    /// Client id, user and root topic.
    let id: String
    let proof: Proof
}

/// One connection in somebody's name, which starts clean and leaves nothing at the broker.
struct ProbeClient: Sendable {
    let id: String
    private let connection: MosquittoConnection
    private let files: PlacedFiles

    init(_ suspect: Suspect, at door: BrokerDoor) throws {
        id = suspect.id
        var files = PlacedFiles(in: door.folder)
        do {
            connection = try MosquittoConnection(try door.settings(of: suspect, &files))
        } catch {
            files.remove()
            throw error
        }
        self.files = files
    }

    /// Whether it was let in.
    func connect() async throws -> Bool {
        try connection.open()
        for await event in connection.events {
            switch event {
            case .connected: return true
            case .disconnected(.notAuthorized), .disconnected(.refused): return false
            default: continue
            }
        }
        return false
    }

    /// The same, but no longer.
    func connect(within patience: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await connect()) ?? false }
            group.addTask {
                try? await Task.sleep(for: patience)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    func subscribe(_ filters: [String]) async throws {
        try await connection.subscribe(filters.map { Subscription(topicFilter: $0) })
    }

    /// The broker may refuse it: what counts is who hears of it.
    func say(_ text: String, on topics: [String]) async throws {
        await withTaskGroup { group in
            for topic in topics { group.addTask { _ = try? await connection.publish(message(text, topic)) } }
        }
    }

    /// The broker must take it.
    func state(_ text: String, on topic: String) async throws {
        try await connection.publish(message(text, topic))
    }

    /// Hears until every one of `ends` was there; false when the connection ends before. Nothing is kept: anybody may
    /// say any number of things meanwhile.
    func hear(until ends: Set<Heard>, _ note: (Heard) -> Void) async -> Bool {
        var missing = ends
        guard !missing.isEmpty else { return true }
        for await event in connection.events {
            guard case .messages(let messages) = event else { continue }
            for message in messages {
                let one = Heard(
                    topic: message.topic, text: String(decoding: message.payload.prefix(200), as: UTF8.self))
                note(one)
                missing.remove(one)
            }
            if missing.isEmpty { return true }
        }
        return false
    }

    func close() async {
        await connection.close()
        files.remove()
    }

    private func message(_ text: String, _ topic: String) -> Publication {
        Publication(topic: topic, payload: Array(text.utf8), qos: .atLeastOnce, retain: false)
    }
}

struct Heard: Hashable, Sendable {
    let topic: String
    let text: String

    var root: String { String(topic.prefix { $0 != "/" }) }
}
