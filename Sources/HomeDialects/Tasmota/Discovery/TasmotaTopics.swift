import HomeModel

/// The three topic prefixes of a device: for commands, for replies and for reports. Each ends with `/`.
struct TasmotaTopics: Hashable, Sendable {
    let command: String
    let answer: String
    let report: String
    /// The first level of all three and the name of the device's credential.
    let root: String

    /// Expands a full topic such as `u/%prefix%/%topic%/`. Source: Tasmota `support_tasmota.ino`, `GetTopic_P`.
    init(full: String, prefixes: [String], topic: String, host: String, mac: String) throws(DialectError) {
        let pieces = prefixes + [topic, host]
        guard full.contains("%prefix%"), full.contains("%topic%"), full.utf8.count <= Self.maximumBytes,
            pieces.allSatisfy(Self.isPiece)
        else { throw Self.badFullTopic }
        guard prefixes.count == 3, Set(prefixes).count == 3 else {
            throw .badField("tp", expected: "three different prefixes")
        }
        let expanded = prefixes.map { prefix in
            let text = full.replacing("%prefix%", with: prefix).replacing("%topic%", with: topic)
                .replacing("%hostname%", with: host).replacing("%id%", with: mac.suffix(6).uppercased())
            return text.hasSuffix("/") ? text : text + "/"
        }
        let levels = expanded.map { TopicName.levels($0).dropLast() }
        guard expanded.allSatisfy(Self.isPlain), levels.allSatisfy({ $0.count > 1 && !$0.contains("") }),
            let root = levels[0].first.map(String.init), levels.allSatisfy({ $0.first.map(String.init) == root }),
            HomieID.isValid(root), !RootTopic.isReserved(root), Set(expanded).count == 3
        else { throw Self.badFullTopic }
        (command, answer, report) = (expanded[0], expanded[1], expanded[2])
        self.root = root
    }

    private static let maximumBytes = 256

    private static let badFullTopic = DialectError.badField(
        "ft", expected: "a full topic below the device's own root, as in u/%prefix%/%topic%/")

    /// A replacement must not contain a placeholder, so that the result stays short.
    private static func isPiece(_ text: String) -> Bool {
        text.utf8.count <= maximumBytes && !text.utf8.contains(UInt8(ascii: "%"))
    }

    /// Whether the topic is short and contains no unknown placeholder.
    private static func isPlain(_ topic: String) -> Bool { isPiece(topic) && TopicName.isValid(topic) }
}
