import HomeDialects

/// What announced itself, root by root and dialect by dialect.
struct Announcers {
    /// Each root has a credential behind it, but of somebody else's broker nobody knows who may write what.
    private static let mostRoots = 1024
    private static let longestRoot = 128

    private var known: [String: [ObjectIdentifier: any DialectAnnouncements]] = [:]

    static let filters = Set(Dialects.announcements.flatMap { $0.filters })

    /// The news in a message; none when no dialect takes it for its own.
    mutating func hear(_ topic: String, _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        let levels = TopicText.levels(topic)
        let dialects = Dialects.announcements.filter { $0.hears(levels) }
        guard let root = levels.first.map(String.init), !dialects.isEmpty else { return [] }
        guard root.utf8.count <= Self.longestRoot, known[root] != nil || known.count < Self.mostRoots else {
            return [.finding(DialectFinding(topic: topic, .tooMany("root topics", limit: Self.mostRoots)))]
        }
        return dialects.flatMap { dialect in
            let key = ObjectIdentifier(dialect)
            // Taken out while it changes: what it remembers is not copied.
            var announcer = known[root]?.removeValue(forKey: key) ?? dialect.init(root: root)
            defer { known[root, default: [:]][key] = announcer }
            return announcer.hear(levels, payload, isRetained: isRetained)
        }
    }
}
