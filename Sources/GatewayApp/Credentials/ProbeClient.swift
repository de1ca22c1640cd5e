import HomeCertificates
import HomeModel
import MosquittoTransport

/// A client that is probed: its id, and the certificate or password with which the probe connects as this client.
struct ProbeSubject: Sendable {
    /// What the client authenticates itself with.
    enum Proof: Sendable {
        case certificate(IssuedCredential)
        /// `authorityPEM` is the root of the compatibility listener.
        case password(Secret, authorityPEM: String)
    }

    /// Client id, user name and root topic.
    let id: String
    let proof: Proof
}

/// One connection as a suspect, with a clean session, so that nothing of it stays at the broker.
struct ProbeClient: Sendable {
    let id: String
    private let connection: MosquittoConnection
    private let files: TemporaryCredentialFiles

    init(_ subject: ProbeSubject, at endpoint: BrokerEndpoint) throws {
        id = subject.id
        var files = TemporaryCredentialFiles(in: endpoint.folder)
        do {
            connection = try MosquittoConnection(try endpoint.settings(of: subject, &files))
        } catch {
            files.remove()
            throw error
        }
        self.files = files
    }

    /// Opens the connection. Returns whether the broker accepted it.
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

    /// The same with a time limit. Returns false when the time is over or the connection fails.
    func connect(within timeout: Duration) async -> Bool {
        await withTaskGroup(of: Bool.self) { group in
            group.addTask { (try? await connect()) ?? false }
            group.addTask {
                try? await Task.sleep(for: timeout)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
    }

    func subscribe(_ filters: [String]) async throws {
        try await connection.subscribe(filters.map { Subscription(topicFilter: $0) })
    }

    /// Publishes `text` on each topic. Ignores refusals by the broker, because only deliveries count.
    func publishUnconfirmed(_ text: String, on topics: [String]) async throws {
        await withTaskGroup { group in
            for topic in topics { group.addTask { _ = try? await connection.publish(message(text, topic: topic)) } }
        }
    }

    /// Publishes `text` on `topic`. Throws if the broker does not accept it.
    func publish(_ text: String, on topic: String) async throws {
        try await connection.publish(message(text, topic: topic))
    }

    /// Receives messages and passes each of them to `note`, until all of `ends` have arrived. Returns false if the
    /// connection ends first. Stores no message, because any client may send any number of them meanwhile.
    func receive(until ends: Set<ProbeMessage>, _ note: (ProbeMessage) -> Void) async -> Bool {
        var missing = ends
        guard !missing.isEmpty else { return true }
        for await event in connection.events {
            guard case .messages(let messages) = event else { continue }
            for message in messages {
                let one = ProbeMessage(
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

    private func message(_ text: String, topic: String) -> Publication {
        Publication(topic: topic, payload: Array(text.utf8), qos: .atLeastOnce, retain: false)
    }
}

/// A received message: its topic, and the first 200 bytes of its payload as text.
struct ProbeMessage: Hashable, Sendable {
    let topic: String
    let text: String

    var root: String { String(topic.prefix { $0 != "/" }) }
}
