import Foundation

/// Replaces the names and ids of a home in a text. It is the second step after `LogLineRedactor`: a message that
/// contains a name by mistake still ends in a report without it.
package struct NameScrubber: Sendable {
    /// A single letter, as in a name with an initial, says nothing.
    private static let leastCharacters = 2
    private static let replacement = "<name>"

    /// The longest first, so that a name that contains another one is replaced as a whole.
    private let names: [String]

    package init(_ names: some Sequence<String>) {
        let parts = names.flatMap { name in [name] + name.split(separator: " ").map(String.init) }
        self.names = Set(parts.filter { $0.count >= Self.leastCharacters })
            .sorted { ($0.count, $0) > ($1.count, $1) }
    }

    /// The text with each name replaced where it stands as a word, in any case of letters.
    package func scrub(_ text: String) -> String {
        names.reduce(text) { text, name in
            var rest = text[...]
            var result = ""
            while let range = rest.range(of: name, options: [.caseInsensitive, .diacriticInsensitive]) {
                let (before, after) = (rest[..<range.lowerBound].last, rest[range.upperBound...].first)
                let isWord = Self.isBoundary(before) && Self.isBoundary(after)
                result += rest[..<range.lowerBound] + (isWord ? Substring(Self.replacement) : rest[range])
                rest = rest[range.upperBound...]
            }
            return result + rest
        }
    }

    private static func isBoundary(_ character: Character?) -> Bool {
        character.map { !$0.isLetter && !$0.isNumber } ?? true
    }
}
