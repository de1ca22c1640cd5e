import Concurrency
import Crypto
import Foundation
package import HomeModel

/// The digests that identify a command with an idempotency key, without the key itself.
package struct IdempotencyDigest: Hashable, Sendable {
    /// SHA-256 (hex) of the sender and the key.
    package let key: String
    /// SHA-256 (hex) of the series and the value of the command.
    package let body: String

    package init(key: String, body: String) {
        self.key = key
        self.body = body
    }

    /// Returns nil when the request has no key.
    package init?(_ request: CommandRequest, by identity: Identity) {
        guard let key = request.idempotencyKey else { return nil }
        self.key = Self.digest([identity.description, key])
        body = Self.digest([request.series.description, Self.text(request.value)])
    }

    /// The keys of group commands are separate from those of commands to one part. Returns nil when the request has no
    /// key.
    package init?(_ request: GroupCommandRequest, by identity: Identity) {
        guard let key = request.idempotencyKey else { return nil }
        self.key = Self.digest(["group", identity.description, key])
        let targets: [String] =
            switch request.targets {
            case .home: []
            case .rooms(let rooms): rooms.map(\.rawValue)
            case .parts(let parts): parts.map { "\($0.device)/\($0.part?.rawValue ?? "")" }
            }
        body = Self.digest(
            [request.targets.kind, Self.digest(targets), Self.digest(request.purposes.map(\.rawValue).sorted())]
                + [request.capability.description, Self.text(request.value), String(request.includesGuarded)])
    }

    /// Puts its length before each text, so that different lists never produce the same input.
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
    /// The time since its entry was written.
    package let age: Duration

    private let closing: CommandOutcomeEntry?
    private let closingAge: Duration?

    fileprivate init(
        record: CommandRecord, digest: IdempotencyDigest?, age: Duration,
        closing: (closing: CommandOutcomeEntry, age: Duration)?
    ) {
        self.record = record
        self.digest = digest
        self.age = age
        self.closing = closing?.closing
        closingAge = closing?.age
    }

    /// Whether the outcome entry states that the device does nothing more for the command.
    package var isSettled: Bool { closing?.executableFor == .zero }

    /// The time during which the device may still execute the command; nil when no outcome entry states it.
    package var executableFor: Duration? { closing?.executableFor.map { $0 - (closingAge ?? .zero) } }

    /// Whether the outcome entry states that the device accepted the command.
    package var isAccepted: Bool { closing?.isAccepted ?? false }

    /// Whether its idempotency key is still reserved for it.
    package var keepsIdempotencyKey: Bool { mayHaveArrived || record.outcome == .superseded }

    /// False when the device certainly did not receive the command.
    package var mayHaveArrived: Bool {
        switch record.outcome {
        case .unreachable, .refused, .invalid: false
        // A superseded command has an outcome entry only if it was sent.
        case .superseded: closing?.mayHaveArrived == true
        default:
            record.passedChecks && closing?.mayHaveArrived != false && record.code != CommandRefusal.notSent.code
        }
    }
}

/// The commands of an earlier run of the gateway, for the start of the next one.
package struct RecentCommands: Sendable {
    /// Oldest first; each has to be closed as `timedOut`.
    package private(set) var open: [UnfinishedCommand] = []
    /// Oldest first.
    package private(set) var commands: [RecentCommand] = []
    /// Oldest first.
    package var groups: [RecentGroupCommand] { recentGroups.groups }
    private var recentGroups = RecentGroupCommands()
    private var closings: [String: (closing: CommandOutcomeEntry, age: Duration)] = [:]
    private var keys: Set<String> = []
    private var counts: [String: Int] = [:]

    /// Enough for 24 h many times over; a wrong clock must not make a start read the whole log.
    private static let maximumSegments = 64
    /// Per sender.
    private static let maximumCommands = 20_000

    /// Reads the entries of the time `memory` before the newest entry. `now` is nil while the clock is not known.
    init(
        _ history: AuditEntryReader, within memory: Duration, before now: Timestamp?, clock: AuditClock
    ) throws(AuditError) {
        var newest: [AuditFrame.Header] = []
        for snapshot in history.snapshots {
            try history.newestFirst(snapshot, since: nil, maximumSegments: 1) { frame, _ in
                newest.append(frame.header)
                return false
            }
        }
        // After a restart of the machine, only the wall clock can measure the time since the entry.
        let end = now ?? newest.map(\.time).max() ?? Timestamp(milliseconds: 0)
        for snapshot in history.snapshots {
            var ages = EntryAges(at: end, of: clock)
            // Entries are visited newest first, so the outcome comes before its command. The time counts from the
            // newest entry, so that commands that were open before a long power cut are found too.
            try history.newestFirst(snapshot, since: nil, maximumSegments: Self.maximumSegments) { frame, stored in
                let age = ages.age(of: frame.header)
                guard age.beforeNewest <= memory else { return false }
                add(
                    AuditRecord(frame.header, entry: history.sealer.people.reveal(stored), hash: frame.hash),
                    age: age.now)
                return true
            }
        }
        open.reverse()
        commands = commands.reversed().sorted { $0.age > $1.age }
        recentGroups.finish(with: commands)
        (closings, keys, counts) = ([:], [], [:])
    }

    private mutating func add(_ record: AuditRecord, age: Duration) {
        let entry = record.entry
        guard let command = entry.metadata[CommandMetadataKey.command], let id = CommandID(command) else { return }
        switch entry.event {
        case .deviceOutcome: closings[command] = CommandOutcomeEntry(entry).map { ($0, age) }
        case .deviceControl:
            let closing = closings[command]
            if closing == nil, entry.success { open.append(UnfinishedCommand(id: id, record: record)) }
            note(entry, closing: closing, at: record.time, age: age)
        case .groupControl, .groupParts, .groupOutcome: recentGroups.add(record, of: id, age: age)
        default: break
        }
    }

    private mutating func note(
        _ entry: AuditEntry, closing: (closing: CommandOutcomeEntry, age: Duration)?, at time: Timestamp,
        age: Duration
    ) {
        guard let device = entry.target.flatMap(DeviceID.init),
            let record = CommandRecord(entry, of: device, closing: closing?.closing, at: time)
        else { return }
        counts[entry.actor, default: 0] += 1
        guard counts[entry.actor, default: 0] <= Self.maximumCommands else { return }
        // Only the newest command with a key keeps the key.
        let digest = IdempotencyDigest(entry).flatMap { keys.insert($0.key).inserted ? $0 : nil }
        commands.append(RecentCommand(record: record, digest: digest, age: age, closing: closing))
    }
}

/// Computes the ages of the entries of a chain, from the newest to the oldest: from the uptime within one boot of the
/// machine, which steps of the wall clock do not change, and from the wall clock between two boots.
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

    /// `start` and `end` are in nanoseconds.
    private static func uptime(from start: UInt64, to end: UInt64) -> Duration {
        .nanoseconds(Int64(clamping: end > start ? end - start : 0))
    }
}

extension IdempotencyDigest {
    init?(_ entry: AuditEntry) {
        guard let key = entry.metadata[CommandMetadataKey.key], let body = entry.metadata[CommandMetadataKey.body]
        else {
            return nil
        }
        self.init(key: key, body: body)
    }
}

extension AuditLog {
    /// Returns the commands of the time `memory` before the newest entry, with their ages, in one pass over the newest
    /// segments. Ages come from the uptime of the machine, so changes of the wall clock do not affect them, and between
    /// boots from the wall clock, up to `now`. `now` is nil while the clock is not known; then ages count from the
    /// newest entry.
    package func recentCommands(
        within memory: Duration, before now: Timestamp?
    ) async throws(AuditError) -> RecentCommands {
        let (history, clock) = (history(), clock)
        return try await BlockingExecutor.offPool {
            Result { () throws(AuditError) in
                try RecentCommands(history, within: memory, before: now, clock: clock)
            }
        }.get()
    }
}
