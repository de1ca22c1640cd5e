/// The rules of MQTT 5 for topic names and topic filters, checked before the library receives them.
enum Topic {
    static let maximumBytes = 65_535
    /// The maximum number of slashes. The library refuses more, and so do brokers built from the same source.
    static let maximumSeparators = 200

    /// Checks a topic name to publish to, which has no wildcards. Throws `.invalidTopic`.
    static func checkName(_ name: String) throws(MosquittoError) {
        try checkText(name)
        if name.utf8.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "#") }) {
            throw .invalidTopic(.wildcardInName)
        }
    }

    /// Checks a topic filter: `+` is a whole level, `#` the whole last level. Throws `.invalidTopic`.
    static func checkFilter(_ filter: String) throws(MosquittoError) {
        try checkText(filter)
        let levels = filter.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, level) in levels.enumerated() where level.count > 1 || index < levels.count - 1 {
            let isWhole = level.count == 1
            if level.contains(UInt8(ascii: "#")) || (!isWhole && level.contains(UInt8(ascii: "+"))) {
                throw .invalidTopic(.misplacedWildcard)
            }
        }
    }

    /// Returns the first code point that MQTT 5 §1.5.4 forbids or advises against: a control or non-character.
    static func unprintable(in text: String) -> UInt32? {
        text.unicodeScalars.first { scalar in
            let value = scalar.value
            return value < 0x20 || (0x7F...0x9F).contains(value) || (0xFDD0...0xFDEF).contains(value)
                || value & 0xFFFE == 0xFFFE
        }?.value
    }

    private static func checkText(_ text: String) throws(MosquittoError) {
        if text.isEmpty { throw .invalidTopic(.empty) }
        let bytes = text.utf8.count
        if bytes > maximumBytes { throw .invalidTopic(.tooLong(bytes: bytes)) }
        if text.utf8.count(where: { $0 == UInt8(ascii: "/") }) > maximumSeparators {
            throw .invalidTopic(.tooManyLevels)
        }
        if let codePoint = unprintable(in: text) { throw .invalidTopic(.forbiddenCharacter(codePoint)) }
    }
}

/// The error in a topic name or filter.
package enum TopicFault: Sendable, Equatable, CustomStringConvertible {
    case empty
    case tooLong(bytes: Int)
    case tooManyLevels
    case forbiddenCharacter(UInt32)
    case wildcardInName
    case misplacedWildcard

    package var description: String {
        switch self {
        case .empty: "The topic is empty. Give at least one character."
        case .tooLong(let bytes): "The topic has \(bytes) bytes. Give at most \(Topic.maximumBytes)."
        case .tooManyLevels: "The topic has too many levels. Use at most \(Topic.maximumSeparators) slashes."
        case .forbiddenCharacter(let codePoint):
            "The topic contains the code point \(codePoint), a control or non-character. Leave it out."
        case .wildcardInName: "A topic to publish to contains + or #. Wildcards belong in subscriptions."
        case .misplacedWildcard:
            "A wildcard is not a whole level, or # is not the last level. Write + and # as levels of their own, # at the end."
        }
    }
}
