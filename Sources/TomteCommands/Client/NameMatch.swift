import HomeModel

/// Finds one item by its id, or by its name if no other item has that name.
enum NameMatch {
    /// Compares ids exactly and names without case; an id wins over a name. Throws `.notFound` or `.ambiguous`.
    static func one<Item>(
        of items: [Item], noun: CLIError.Noun, text: String, id: (Item) -> String, name: (Item) -> String
    ) throws(CLIError) -> Item {
        if let item = items.first(where: { id($0) == text }) { return item }
        let wanted = folded(text)
        let named = items.filter { folded(name($0)) == wanted }
        guard let first = named.first else { throw .notFound(noun, EscapedText(text, limit: 100)) }
        guard named.count == 1 else {
            throw .ambiguous(noun, EscapedText(text, limit: 100), ids: named.map(id))
        }
        return first
    }

    /// Swift compares strings by canonical equivalence, so NFC and NFD of one name are equal.
    private static func folded(_ text: String) -> String { text.lowercased() }
}
