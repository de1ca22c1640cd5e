import HomeDialects

/// What announced itself, root by root and dialect by dialect.
struct Announcers {
    /// Each root has a credential behind it, but of somebody else's broker nobody knows who may write what.
    private static let mostRoots = 1024

    private struct Key: Hashable {
        let root: String
        let dialect: ObjectIdentifier
    }

    private var known: [Key: any DialectAnnouncements] = [:]

    static let filters = Set(Dialects.announcements.flatMap { $0.filters })

    /// The news in a message; none when no dialect takes it for its own.
    mutating func hear(_ topic: String, _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        let levels = TopicText.levels(topic)
        guard let root = levels.first.map(String.init) else { return [] }
        return Dialects.announcements.filter { $0.hears(levels) }.flatMap { dialect in
            let key = Key(root: root, dialect: ObjectIdentifier(dialect))
            guard known[key] != nil || known.count < Self.mostRoots else { return [Announcement]() }
            // Taken out while it changes: what it remembers is not copied.
            var announcer = known.removeValue(forKey: key) ?? dialect.init(root: root)
            defer { known[key] = announcer }
            return announcer.hear(levels, payload, isRetained: isRetained)
        }
    }
}
