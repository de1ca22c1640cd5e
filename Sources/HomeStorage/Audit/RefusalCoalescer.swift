import HomeModel

/// Tells the first refusal of its kind from those that repeat it within a minute. Pure: it is told the time.
///
/// Of what it counts nothing is lost: what it is given is first, or in a count that it gives back.
struct RefusalCoalescer: Sendable {
    /// When more kinds come at once, the oldest is counted no longer.
    static let maximumKinds = 1024

    private struct Repetitions {
        let start: UInt64
        var count = 0
    }

    /// Nanoseconds.
    let window: UInt64
    private var kinds: [AuditEntry: Repetitions] = [:]
    /// Oldest first.
    private var order: [AuditEntry] = []

    init(window: Duration) {
        self.window = UInt64(max(0, window.components.seconds)) * 1_000_000_000
    }

    var isEmpty: Bool { kinds.isEmpty }

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
        kinds[kind] = Repetitions(start: now)
        order.append(kind)
        return (true, over)
    }

    /// The first of its kind could not be written: the next one is first again.
    mutating func forget(_ refusal: AuditEntry) -> [AuditEntry] { remove(refusal.kind) }

    /// A count that could not be written is counted on.
    mutating func putBack(_ counted: AuditEntry, at now: UInt64) {
        let kind = counted.kind
        if kinds[kind] == nil {
            kinds[kind] = Repetitions(start: now)
            order.append(kind)
        }
        kinds[kind]?.count += counted.count ?? 0
    }

    /// The counts whose minute is over.
    mutating func takeOver(at now: UInt64) -> [AuditEntry] {
        let old = order.prefix { (kinds[$0]?.start ?? 0) &+ window <= now }
        return old.flatMap { remove($0) }
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
        let own = [CommandField.command, CommandField.value, CommandField.deadline]
        return plain(count: nil, metadata: metadata.filter { !own.contains($0.key) })
    }

    fileprivate func counted(_ count: Int) -> AuditEntry { plain(count: count, metadata: metadata) }

    private func plain(count: Int?, metadata: [String: String]) -> AuditEntry {
        AuditEntry(
            event, severity, actor: actor, role: role, client: client, target: target, concernedText: concerned,
            success: success, count: count, requestID: nil, metadata: metadata)
    }
}
