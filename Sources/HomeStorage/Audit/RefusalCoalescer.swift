import HomeModel

/// Tells the first refusal of its kind from those that repeat it within a minute. Pure: it is told the time.
///
/// Of what it counts nothing is lost: what it is given is first, or in a count that it gives back.
struct RefusalCoalescer: Sendable {
    /// When more kinds come at once, the oldest is counted no longer.
    static let maximumKinds = 1024
    /// So many kinds of one asker are told apart within a minute. Of more only what was refused and why is kept, so that
    /// refusals of ever new kinds do not fill the disk.
    static let kindsOfAnAsker = 30
    /// Of an asker who fills more than this in a day, the same for the rest of that day, and an hour is one count.
    static let dailyBytes = 4 << 20
    private static let day: UInt64 = 86_400_000_000_000
    private static let hour: UInt64 = 3_600_000_000_000

    private struct Asker {
        var windowStart: UInt64
        var dayStart: UInt64
        var kinds = 0
        var bytes = 0
    }

    private struct Repetitions {
        let start: UInt64
        /// Nanoseconds.
        let window: UInt64
        var count = 0
    }

    /// Nanoseconds.
    let window: UInt64
    private let dailyBytes: Int
    private var askers: [String: Asker] = [:]
    private var kinds: [AuditEntry: Repetitions] = [:]
    /// Oldest first.
    private var order: [AuditEntry] = []

    init(window: Duration, dailyBytes: Int = Self.dailyBytes) {
        self.dailyBytes = dailyBytes
        self.window = UInt64(max(0, window.components.seconds)) * 1_000_000_000
    }

    var isEmpty: Bool { kinds.isEmpty }

    /// The refusal as it is to be noted and written: of an asker who is refused in too many ways only what and why.
    mutating func reduced(_ refusal: AuditEntry, at now: UInt64) -> AuditEntry {
        guard kinds[refusal.kind] == nil else { return refusal }
        if askers.count >= Self.maximumKinds, askers[refusal.actor] == nil { askers.removeAll() }
        var asker = askers[refusal.actor] ?? Asker(windowStart: now, dayStart: now)
        if now >= asker.windowStart &+ window { (asker.windowStart, asker.kinds) = (now, 0) }
        if now >= asker.dayStart &+ Self.day { (asker.dayStart, asker.bytes) = (now, 0) }
        defer { askers[refusal.actor] = asker }
        asker.kinds += 1
        guard asker.kinds <= Self.kindsOfAnAsker, asker.bytes < dailyBytes else { return refusal.coarse }
        return refusal
    }

    /// Whether it is the first of its kind and has to be written as it is; else it is counted. What is over by now comes
    /// back as entries with counts. `now` is nanoseconds on a clock that nobody sets.
    mutating func note(_ refusal: AuditEntry, at now: UInt64) -> (isFirst: Bool, over: [AuditEntry]) {
        var over = takeOver(at: now)
        let kind = refusal.kind
        if kinds[kind] != nil {
            kinds[kind]?.count += 1
            return (false, over)
        }
        if kinds.count == Self.maximumKinds { over += remove(order[0]) }
        begin(kind, at: now)
        return (true, over)
    }

    /// The first of its kind could not be written: the next one is first again.
    mutating func forget(_ refusal: AuditEntry) -> [AuditEntry] { remove(refusal.kind) }

    /// A count that could not be written is counted on.
    mutating func putBack(_ counted: AuditEntry, at now: UInt64) {
        let kind = counted.kind
        if kinds[kind] == nil {
            begin(kind, at: now)
        }
        kinds[kind]?.count += counted.count ?? 0
    }

    /// The counts whose minute is over.
    mutating func takeOver(at now: UInt64) -> [AuditEntry] {
        let old = order.filter { kind in kinds[kind].map { $0.start &+ $0.window <= now } ?? true }
        return old.flatMap { remove($0) }
    }

    private mutating func begin(_ kind: AuditEntry, at now: UInt64) {
        // The entry itself, and the count that follows it.
        askers[kind.actor]?.bytes += 2 * kind.roughBytes
        let isOverdrawn = askers[kind.actor].map { $0.bytes >= dailyBytes } ?? false
        kinds[kind] = Repetitions(start: now, window: isOverdrawn ? max(window, Self.hour) : window)
        order.append(kind)
    }

    /// The counts so far; their minutes go on.
    mutating func takeCounts() -> [AuditEntry] {
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
    /// All that two refusals have in common that repeat each other: not what was to be done, or each try were another.
    fileprivate var kind: AuditEntry {
        let own = [CommandField.command, CommandField.value, CommandField.deadline, CommandField.detail]
        return plain(count: nil, metadata: metadata.filter { !own.contains($0.key) })
    }

    /// Only who was refused what, and why.
    fileprivate var coarse: AuditEntry {
        let why = [CommandField.reason, CommandField.outcome]
        return AuditEntry(
            event, severity, actor: actor, role: role, client: nil, target: nil, concernedText: nil, success: success,
            count: count,
            requestID: nil, metadata: metadata.filter { why.contains($0.key) })
    }

    /// About so many bytes it takes in the log.
    fileprivate var roughBytes: Int {
        let texts = [actor, target ?? "", concerned ?? ""] + metadata.flatMap { [$0.key, $0.value] }
        return texts.reduce(256) { $0 + $1.utf8.count }
    }

    fileprivate func counted(_ count: Int) -> AuditEntry { plain(count: count, metadata: metadata) }

    private func plain(count: Int?, metadata: [String: String]) -> AuditEntry {
        AuditEntry(
            event, severity, actor: actor, role: role, client: client, target: target, concernedText: concerned,
            success: success, count: count, requestID: nil, metadata: metadata)
    }
}
