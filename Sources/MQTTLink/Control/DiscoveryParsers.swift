import HomeDialects

/// The state of discovery: one parser for each root topic and dialect.
struct DiscoveryParsers {
    /// The limit of root topics. Each root has a credential on the gateway's own broker, but on an external broker the
    /// gateway does not know who may publish where.
    private static let maximumRoots = 1024
    private static let maximumRootBytes = 128

    private var known: [String: [ObjectIdentifier: any DiscoveryParser]] = [:]

    static let filters = Set(Dialects.discoveryParsers.flatMap { $0.filters })

    /// Returns the announcements in a message; none when no dialect recognises the topic.
    mutating func receive(_ topic: String, payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent] {
        let levels = TopicName.levels(topic)
        let dialects = Dialects.discoveryParsers.filter { $0.matches(levels) }
        guard let root = levels.first.map(String.init), !dialects.isEmpty else { return [] }
        guard root.utf8.count <= Self.maximumRootBytes, known[root] != nil || known.count < Self.maximumRoots else {
            return [.finding(DiscoveryFinding(topic: topic, .tooMany("root topics", limit: Self.maximumRoots)))]
        }
        return dialects.flatMap { dialect in
            let key = ObjectIdentifier(dialect)
            // The parser is removed from the dictionary while it changes, so that its state is not copied.
            var announcer = known[root]?.removeValue(forKey: key) ?? dialect.init(root: root)
            defer { known[root, default: [:]][key] = announcer }
            return announcer.receive(levels, payload: payload, isRetained: isRetained)
        }
    }
}
