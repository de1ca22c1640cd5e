package import Logging

/// Writes log lines without anything that says whose home it is. What is not known to be harmless is replaced.
///
/// | part of a line | in the redacted line |
/// |---|---|
/// | word of the message of letters | the word |
/// | other word: with a digit, a colon, a slash, a dot inside… | `…` |
/// | value of a key for numbers | the number |
/// | value of a key for words of the program | the words |
/// | error | the name of its case |
/// | any other value, such as the id of a device | the key and a number: `<device.id 3>` |
///
/// The same id has the same number within a run, so that a reader sees which lines belong together.
package struct LogLineRedactor: Sendable {
    /// Ids beyond this many have no number of their own.
    private static let mostIDs = 1000
    private static let mostWords = 40

    private static let numberKeys: Set<String> = ["count", "seconds"]
    private static let wordKeys: Set<String> = ["part", "lane", "link", "outcome"]
    private static let errorKeys: Set<String> = ["error.code"]

    private var numbers: [String: Int] = [:]

    package init() {}

    /// Returns the redacted line, with its level.
    package mutating func line(_ level: Logger.Level, message: String, metadata: [String: String]) -> String {
        let words = message.split(whereSeparator: \.isWhitespace).prefix(Self.mostWords).map(Self.word)
        let values = metadata.sorted { $0.key < $1.key }.map { key, value in
            Self.isKey(key) ? "\(key)=\(self.value(of: key, value))" : "…"
        }
        return ([level.rawValue] + words + values).joined(separator: " ")
    }

    /// A word of letters, with punctuation at its ends only.
    private static func word(_ word: Substring) -> String {
        let inner = word.drop { "(“\"".contains($0) }
        guard let end = inner.lastIndex(where: { !",.;:!?)”\"".contains($0) }) else { return "…" }
        let letters = inner[...end]
        let isPlain = letters.allSatisfy { $0.isASCII && ($0.isLetter || "-'".contains($0)) }
        return isPlain && letters.utf8.count <= 30 ? String(word) : "…"
    }

    /// Keys are constants of the program, but those of a library may be anything.
    private static func isKey(_ key: String) -> Bool {
        key.utf8.count <= 40 && key.allSatisfy { $0.isASCII && ($0.isLetter || "._-".contains($0)) }
    }

    private mutating func value(of key: String, _ value: String) -> String {
        if Self.numberKeys.contains(key), value.utf8.count <= 12, value.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return value
        }
        if Self.wordKeys.contains(key), value.utf8.count <= 60, value.allSatisfy(Self.isOfWords) { return value }
        if Self.errorKeys.contains(key), let name = Self.caseName(value) { return name }
        return "<\(key)\(number(of: value, key: key).map { " \($0)" } ?? "")>"
    }

    private static func isOfWords(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character == " ")
    }

    /// The name of an enum's case as Swift prints it, without its values; nil for a sentence.
    private static func caseName(_ text: String) -> String? {
        let name = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let rest = text[name.endIndex...].first
        guard name.first?.isLowercase ?? false, name.utf8.count <= 40, rest == nil || rest == "(" else { return nil }
        return String(name)
    }

    private mutating func number(of value: String, key: String) -> Int? {
        let id = "\(key) \(value)"
        if let known = numbers[id] { return known }
        guard numbers.count < Self.mostIDs else { return nil }
        numbers[id] = numbers.count + 1
        return numbers[id]
    }
}
