import HomeModel

/// Separates the first refusal of a kind from its repetitions within a minute. It is pure: callers pass the time.
///
/// No refusal is lost: each one is either reported as the first of its kind or contained in a count that is returned
/// later.
struct RefusalCoalescer: Sendable {
    /// When there are more kinds at once, the oldest one is returned as a count and removed.
    static let maximumKinds = 1024
    /// The number of kinds of one requester that are kept apart within a minute. Of further refusals only the event and
    /// the reason are kept, so that ever new kinds of refusals cannot fill the disk.
    static let kindsPerRequester = 30
    /// When the refusals of one requester exceed this size in a day, only event and reason are kept for the rest of
    /// that day, and repetitions are counted per hour instead of per minute.
    static let dailyBytes = 4 << 20
    private static let day: UInt64 = 86_400_000_000_000
    private static let hour: UInt64 = 3_600_000_000_000

    /// The limits of one requester (the actor of refusals); times in nanoseconds.
    private struct Requester {
        var windowStart: UInt64
        var dayStart: UInt64
        var kinds = 0
        var bytes = 0
    }

    /// The count of one kind of refusal; times in nanoseconds.
    private struct Repetitions {
        let start: UInt64
        /// Nanoseconds.
        let window: UInt64
        var count = 0
    }

    /// Nanoseconds.
    let window: UInt64
    private let dailyBytes: Int
    private var requesters: [String: Requester] = [:]
    private var kinds: [AuditEntry: Repetitions] = [:]
    /// Oldest first.
    private var order: [AuditEntry] = []

    init(window: Duration, dailyBytes: Int = Self.dailyBytes) {
        self.dailyBytes = dailyBytes
        self.window = UInt64(max(0, window.components.seconds)) * 1_000_000_000
    }

    var isEmpty: Bool { kinds.isEmpty }

    /// Returns the refusal as it is to be counted and written: only event and reason for a requester with too many
    /// kinds of refusals.
    mutating func reduced(_ refusal: AuditEntry, at now: UInt64) -> AuditEntry {
        guard kinds[refusal.kind] == nil else { return refusal }
        if requesters.count >= Self.maximumKinds, requesters[refusal.actor] == nil { requesters.removeAll() }
        var requester = requesters[refusal.actor] ?? Requester(windowStart: now, dayStart: now)
        if now >= requester.windowStart &+ window { (requester.windowStart, requester.kinds) = (now, 0) }
        if now >= requester.dayStart &+ Self.day { (requester.dayStart, requester.bytes) = (now, 0) }
        defer { requesters[refusal.actor] = requester }
        requester.kinds += 1
        guard requester.kinds <= Self.kindsPerRequester, requester.bytes < dailyBytes else { return refusal.coarse }
        return refusal
    }

    /// Returns whether the refusal is the first of its kind, which has to be written as it is; a repetition is counted
    /// instead. Also returns the entries with counts whose window is over. `now` is nanoseconds of a monotonic clock.
    mutating func count(_ refusal: AuditEntry, at now: UInt64) -> (isFirst: Bool, over: [AuditEntry]) {
        var over = removeExpired(at: now)
        let kind = refusal.kind
        if kinds[kind] != nil {
            kinds[kind]?.count += 1
            return (false, over)
        }
        if kinds.count == Self.maximumKinds { over += remove(order[0]) }
        begin(kind, at: now)
        return (true, over)
    }

    /// Call it when the first refusal of a kind could not be written: the next one then is the first again. Returns its
    /// count, if any.
    mutating func forget(_ refusal: AuditEntry) -> [AuditEntry] { remove(refusal.kind) }

    /// Adds a count that could not be written back to the count of its kind.
    mutating func addBack(_ counted: AuditEntry, at now: UInt64) {
        let kind = counted.kind
        if kinds[kind] == nil {
            begin(kind, at: now)
        }
        kinds[kind]?.count += counted.count ?? 0
    }

    /// Removes and returns the counts whose window is over.
    mutating func removeExpired(at now: UInt64) -> [AuditEntry] {
        let old = order.filter { kind in kinds[kind].map { $0.start &+ $0.window <= now } ?? true }
        return old.flatMap { remove($0) }
    }

    private mutating func begin(_ kind: AuditEntry, at now: UInt64) {
        // Estimates the entry itself and the count entry that follows it.
        requesters[kind.actor]?.bytes += 2 * kind.roughBytes
        let isOverdrawn = requesters[kind.actor].map { $0.bytes >= dailyBytes } ?? false
        kinds[kind] = Repetitions(start: now, window: isOverdrawn ? max(window, Self.hour) : window)
        order.append(kind)
    }

    /// Returns the counts so far; their windows continue.
    mutating func drainCounts() -> [AuditEntry] {
        order.compactMap { kind in
            guard let count = kinds[kind]?.count, count > 0 else { return nil }
            kinds[kind]?.count = 0
            return kind.counted(count)
        }
    }

    private mutating func remove(_ kind: AuditEntry) -> [AuditEntry] {
        order.removeAll { $0 == kind }
        guard let count = kinds.removeValue(forKey: kind)?.count, count > 0 else { return [] }
        return [kind.counted(count)]
    }
}

extension AuditEntry {
    /// The properties that two refusals have in common when one repeats the other. The command, its value, deadline and
    /// detail are left out, because they differ in each attempt.
    fileprivate var kind: AuditEntry {
        let own = [
            CommandMetadataKey.command, CommandMetadataKey.value, CommandMetadataKey.deadline,
            CommandMetadataKey.detail, CommandMetadataKey.parent,
        ]
        return plain(count: nil, metadata: metadata.filter { !own.contains($0.key) })
    }

    /// Only the requester, the event and the reason.
    fileprivate var coarse: AuditEntry {
        let why = [CommandMetadataKey.reason, CommandMetadataKey.outcome]
        return AuditEntry(
            event, severity: severity, actor: actor, role: role, client: nil, target: nil, concernedText: nil,
            success: success,
            count: count,
            requestID: nil, metadata: metadata.filter { why.contains($0.key) })
    }

    /// The estimated size in the log in bytes.
    fileprivate var roughBytes: Int {
        let texts = [actor, target ?? "", concerned ?? ""] + metadata.flatMap { [$0.key, $0.value] }
        return texts.reduce(256) { $0 + $1.utf8.count }
    }

    fileprivate func counted(_ count: Int) -> AuditEntry { plain(count: count, metadata: metadata) }

    private func plain(count: Int?, metadata: [String: String]) -> AuditEntry {
        AuditEntry(
            event, severity: severity, actor: actor, role: role, client: client, target: target,
            concernedText: concerned,
            success: success, count: count, requestID: nil, metadata: metadata)
    }
}
