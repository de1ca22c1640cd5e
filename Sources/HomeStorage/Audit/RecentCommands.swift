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

/// A command as its audit entries describe it.
package struct RecentCommand: Hashable, Sendable {
    package let record: CommandRecord
    /// Nil when it had no idempotency key.
    package let digest: IdempotencyDigest?
    /// How long ago its entry was written.
    package let age: Duration

    private let closing: CommandClosing?
    private let closingAge: Duration?

    fileprivate init(
        record: CommandRecord, digest: IdempotencyDigest?, age: Duration,
        closing: (closing: CommandClosing, age: Duration)?
    ) {
        self.record = record
        self.digest = digest
        self.age = age
        self.closing = closing?.closing
        closingAge = closing?.age
    }

    /// Whether the device does nothing more for it, as its closing entry says.
    package var isSettled: Bool { closing?.executableFor == .zero }

    /// For how long the device may still execute it. Nil where no closing entry says that.
    package var executableFor: Duration? { closing?.executableFor.map { $0 - (closingAge ?? .zero) } }

    /// Whether the device said that it goes for it, as its closing entry says.
    package var isAccepted: Bool { closing?.isAccepted ?? false }

    /// Whether its idempotency key still stands for it.
    package var keepsKey: Bool { mayHaveArrived || record.outcome == .superseded }

    /// False when the device certainly did not get it.
    package var mayHaveArrived: Bool {
        switch record.outcome {
        case .unreachable, .refused, .invalid: false
        // It has an entry of its own for its end when it was sent.
        case .superseded: closing?.mayHaveArrived == true
        default:
            record.isInOrder && closing?.mayHaveArrived != false && record.code != CommandRefusal.notSent.code
        }
    }
}

/// What a starting gateway needs to know of the commands of an earlier run.
package struct RecentCommands: Sendable {
    /// Oldest first; each waits to be closed as `timedOut`.
    package private(set) var open: [OpenCommand] = []
    /// Oldest first.
    package private(set) var commands: [RecentCommand] = []
    private var closings: [String: (closing: CommandClosing, age: Duration)] = [:]
    private var keys: Set<String> = []
    private var counts: [String: Int] = [:]

    /// 24 h fit many times over; a clock that was wrong must not make a start read all history.
    private static let maximumSegments = 64
    /// Of one asker.
    private static let maximumCommands = 20_000

    /// Looks back over the time `memory` before the newest entry. `now` is nil while the clock is not known.
    init(
        _ history: AuditHistory, within memory: Duration, before now: Timestamp?, clock: AuditClock
    ) throws(AuditError) {
        var newest: [AuditFrame.Header] = []
        for snapshot in history.snapshots {
            try history.newestFirst(snapshot, since: nil, maximumSegments: 1) { frame, _ in
                newest.append(frame.header)
                return false
            }
        }
        // After a restart of the machine only the wall clock says how long ago that was.
        let end = now ?? newest.map(\.time).max() ?? Timestamp(milliseconds: 0)
        for snapshot in history.snapshots {
            var ages = EntryAges(at: end, of: clock)
            // Backwards: the outcome comes before its command. Also after a long time without power the commands that were
            // open then are found.
            try history.newestFirst(snapshot, since: nil, maximumSegments: Self.maximumSegments) { frame, stored in
                let age = ages.age(of: frame.header)
                guard age.beforeNewest <= memory else { return false }
                add(AuditRecord(frame.header, history.sealer.people.reveal(stored), frame.hash), age: age.now)
                return true
            }
        }
        open.reverse()
        commands = commands.reversed().sorted { $0.age > $1.age }
        (closings, keys, counts) = ([:], [], [:])
    }

    private mutating func add(_ record: AuditRecord, age: Duration) {
        let entry = record.entry
        guard let command = entry.metadata[CommandField.command], let id = CommandID(command) else { return }
        switch entry.event {
        case .deviceOutcome: closings[command] = CommandClosing(entry).map { ($0, age) }
        case .deviceControl:
            let closing = closings[command]
            if closing == nil, entry.success { open.append(OpenCommand(id: id, record: record)) }
            note(entry, closing, at: record.time, age: age)
        default: break
        }
    }

    private mutating func note(
        _ entry: AuditEntry, _ closing: (closing: CommandClosing, age: Duration)?, at time: Timestamp, age: Duration
    ) {
        guard let device = entry.target.flatMap(DeviceID.init),
            let record = CommandRecord(entry, of: device, closing: closing?.closing, at: time)
        else { return }
        counts[entry.actor, default: 0] += 1
        guard counts[entry.actor, default: 0] <= Self.maximumCommands else { return }
        // The newest command under a key is the one that counts.
        let digest = IdempotencyDigest(entry).flatMap { keys.insert($0.key).inserted ? $0 : nil }
        commands.append(RecentCommand(record: record, digest: digest, age: age, closing: closing))
    }
}

/// How old the entries of a chain are, counted backwards from entry to entry: by the uptime within a boot of the machine, which
/// no step of the wall clock changes, and by the wall clock from one boot to the next.
private struct EntryAges {
    private let end: Timestamp
    private let clock: AuditClock
    private var newest: Duration?
    private var last: (header: AuditFrame.Header, age: Duration)?

    init(at end: Timestamp, of clock: AuditClock) {
        self.end = end
        self.clock = clock
    }

    /// Call it for each entry, newest first.
    mutating func age(of header: AuditFrame.Header) -> (now: Duration, beforeNewest: Duration) {
        let age: Duration
        if let last {
            let isSameBoot = last.header.bootID == header.bootID
            age =
                last.age
                + (isSameBoot
                    ? Self.uptime(from: header.monotonic, to: last.header.monotonic)
                    : max(last.header.time - header.time, .zero))
        } else if header.bootID == clock.bootID {
            age = Self.uptime(from: header.monotonic, to: clock.monotonic())
        } else {
            age = max(end - header.time, .zero)
        }
        last = (header, age)
        newest = newest ?? age
        return (age, age - (newest ?? age))
    }

    /// `start` and `end` in nanoseconds.
    private static func uptime(from start: UInt64, to end: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: end > start ? end - start : 0))
    }
}

extension IdempotencyDigest {
    fileprivate init?(_ entry: AuditEntry) {
        guard let key = entry.metadata[CommandField.key], let body = entry.metadata[CommandField.body] else {
            return nil
        }
        self.init(key: key, body: body)
    }
}

extension AuditLog {
    /// The commands of the time `memory` before the newest entry, with their ages; one pass over the newest segments. Ages are
    /// counted by the uptime of the machine, whatever was done to the wall clock, and from one boot to the next up to `now`.
    /// While the clock is not known `now` is nil, and the newest entry stands for it.
    package func recentCommands(
        within memory: Duration, before now: Timestamp?
    ) async throws(AuditError) -> RecentCommands {
        let (history, clock) = (history(), clock)
        return try await BlockingQueue.offPool {
            Result { () throws(AuditError) in
                try RecentCommands(history, within: memory, before: now, clock: clock)
            }
        }.get()
    }
}
