/// A pattern for entity ids: `*` stands for any text, `?` for one character.
package struct EntityPattern: Hashable, Sendable {
    private let pattern: [UInt8]

    package init(_ text: String) { pattern = Array(text.lowercased().utf8) }

    package func matches(_ id: String) -> Bool {
        let text = Array(id.lowercased().utf8)
        var (place, read) = (0, 0)
        // Where the last star stands, and how much it has taken.
        var star: (place: Int, read: Int)?
        while read < text.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                star = (place, read)
                place += 1
            } else if place < pattern.count, pattern[place] == text[read] || pattern[place] == UInt8(ascii: "?") {
                place += 1
                read += 1
            } else if let last = star {
                star = (last.place, last.read + 1)
                (place, read) = (last.place + 1, last.read + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
