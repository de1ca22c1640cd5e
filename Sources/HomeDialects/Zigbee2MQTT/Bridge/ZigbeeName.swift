import HomeModel

/// The rules for names of devices and groups, which become parts of topics.
enum ZigbeeName {
    static let maximumBytes = 256

    /// Levels with a meaning of their own in topics.
    private static let reserved: Set<Substring> = ["set", "get", "availability"]

    static func checked(_ name: String) throws(DialectError) -> String {
        let levels = TopicName.levels(name)
        guard (1...maximumBytes).contains(name.utf8.count), levels.allSatisfy({ !$0.isEmpty }) else {
            throw .badField("friendly_name", expected: "1 to \(maximumBytes) bytes, without “/” at its ends")
        }
        guard TopicName.isValid(name), name.utf8.first != UInt8(ascii: "$") else {
            throw .badField("friendly_name", expected: "without “+”, “#”, control characters and “$” in front")
        }
        guard levels.first != "bridge", levels.allSatisfy({ !reserved.contains($0) }) else {
            throw .badField("friendly_name", expected: "without the levels bridge, set, get and availability")
        }
        return name
    }
}
