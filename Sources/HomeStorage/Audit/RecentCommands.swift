import BlockingQueues
import Crypto
import Foundation
package import HomeModel

/// What a command with an idempotency key is recognised by, without the key itself.
package struct IdempotencyDigest: Hashable, Sendable {
    /// SHA-256 (hex) of who sent it and the key.
    package let key: String
    /// SHA-256 (hex) of what the command says.
    package let body: String

    package init(key: String, body: String) {
        self.key = key
        self.body = body
    }

    /// Nil when the request has no key.
    package init?(_ request: CommandRequest, by identity: Identity) {
        guard let key = request.idempotencyKey else { return nil }
        self.key = Self.digest([identity.description, key])
        body = Self.digest([request.series.description, Self.text(request.value)])
    }

    /// Each text with its length before it, so that no two lists read the same.
    private static func digest(_ texts: [String]) -> String {
        let joined = texts.map { "\($0.utf8.count):\($0)" }.joined()
        return SHA256.hash(data: Data(joined.utf8)).hexadecimal
    }

    private static func text(_ value: CapabilityValue) -> String {
        switch value {
        case .boolean(let value): "boolean \(value)"
        case .number(let value): "number \(value)"
        case .text(let value): "text \(value)"
        case .color(let hue, let saturation): "color \(hue) \(saturation)"
        }
    }
}

/// A command that was sent under an idempotency key.
package struct IdempotentCommand: Hashable, Sendable {
    package let id: CommandID
    package let bodyDigest: String
    package let time: Timestamp
    /// Nil while it is open.
    package let outcome: CommandOutcome?
}

/// What a starting gateway needs to know of the commands of an earlier run.
package struct RecentCommands: Sendable {
    /// Oldest first; each waits to be closed as `timedOut`.
    package private(set) var open: [OpenCommand] = []
    /// By the digest of their key.
    package private(set) var idempotency: [String: IdempotentCommand] = [:]

    private var outcomes: [String: CommandOutcome] = [:]

    /// 24 h fit many times over; a clock that was wrong must not make a start read all history.
    private static let maximumSegments = 64

    init(_ history: AuditHistory, since: Timestamp) throws(AuditError) {
        for snapshot in history.snapshots {
            // Backwards: the outcome comes before its command.
            try history.newestFirst(snapshot, since: since, maximumSegments: Self.maximumSegments) { frame, stored in
                add(AuditRecord(frame.header, history.sealer.people.reveal(stored), frame.hash))
                return true
            }
        }
        open.reverse()
        outcomes = [:]
    }

    private mutating func add(_ record: AuditRecord) {
        let entry = record.entry
        guard let command = entry.metadata[CommandField.command], let id = CommandID(command) else { return }
        switch entry.event {
        case .deviceOutcome:
            guard let text = entry.metadata[CommandField.outcome] else { return }
            outcomes[command] = CommandOutcome(rawValue: text) ?? .failed
        case .deviceControl where entry.success:
            let outcome = outcomes[command]
            if outcome == nil { open.append(OpenCommand(id: id, record: record)) }
            guard let key = entry.metadata[CommandField.key], let body = entry.metadata[CommandField.body] else {
                return
            }
            // The newest command under a key is the one that counts.
            if idempotency[key] == nil {
                idempotency[key] = IdempotentCommand(id: id, bodyDigest: body, time: record.time, outcome: outcome)
            }
        default: break
        }
    }
}

extension AuditLog {
    /// The commands since then that are open, and those with an idempotency key; one pass over the newest segments.
    package func recentCommands(since: Timestamp) async throws(AuditError) -> RecentCommands {
        let history = history()
        return try await BlockingQueue.offPool {
            Result { () throws(AuditError) in try RecentCommands(history, since: since) }
        }.get()
    }
}
