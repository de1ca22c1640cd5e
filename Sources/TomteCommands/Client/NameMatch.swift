import HomeModel

/// Finding one thing by its id, or by its name when only one has it.
enum NameMatch {
    static func one<Item>(
        of items: [Item], noun: CommandFailure.Noun, text: String, id: (Item) -> String, name: (Item) -> String
    ) throws(CommandFailure) -> Item {
        if let item = items.first(where: { id($0) == text }) { return item }
        let wanted = folded(text)
        let named = items.filter { folded(name($0)) == wanted }
        guard let first = named.first else { throw .notFound(noun, InertText(text, limit: 100)) }
        guard named.count == 1 else {
            throw .ambiguous(noun, InertText(text, limit: 100), ids: named.map(id))
        }
        return first
    }

    /// Swift compares canonically, so NFC and NFD of one name are equal.
    private static func folded(_ text: String) -> String { text.lowercased() }
}
