/// A pattern for entity ids: `*` matches any text, `?` one byte of UTF-8. Case is ignored.
package struct EntityPattern: Hashable, Sendable {
    private let pattern: [UInt8]

    package init(_ text: String) { pattern = Array(text.lowercased().utf8) }

    package func matches(_ id: String) -> Bool {
        let text = Array(id.lowercased().utf8)
        var (position, read) = (0, 0)
        // The position of the last `*` in the pattern, and the end of the text that it matches.
        var star: (position: Int, read: Int)?
        while read < text.count {
            if position < pattern.count, pattern[position] == UInt8(ascii: "*") {
                star = (position, read)
                position += 1
            } else if position < pattern.count,
                pattern[position] == text[read] || pattern[position] == UInt8(ascii: "?")
            {
                position += 1
                read += 1
            } else if let last = star {
                star = (last.position, last.read + 1)
                (position, read) = (last.position + 1, last.read + 1)
            } else {
                return false
            }
        }
        return pattern[position...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
