import Foundation

/// An id that this gateway creates: `[a-z0-9][a-z0-9-]{0,63}`. `Subject` keeps ids of different things apart.
package struct Identifier<Subject>: Hashable, Sendable, LosslessStringConvertible {
    package let rawValue: String

    /// Nil when the text breaks the pattern.
    package init?(_ text: String) {
        guard Self.isValid(text) else { return nil }
        rawValue = text
    }

    /// Makes an id from a literal in the source code, without a check.
    package init(_ literal: StaticString) { rawValue = "\(literal)" }

    /// Makes an id from any text: in Latin letters and lower case, runs of other characters become one `-`. `fallback`
    /// is used when nothing is left, and a number is appended while the id is in `taken`.
    package init(slugging text: String, fallback: Identifier, notIn taken: Set<Identifier> = []) {
        var number = 2
        self.init(slugging: text, fallback: fallback, notIn: taken, from: &number)
    }

    /// The same, with the numbers from `number` on: callers that make many ids from one name know that the numbers
    /// below are taken. Afterwards `number` is the next one to try.
    package init(
        slugging text: String, fallback: Identifier, notIn taken: Set<Identifier>, from number: inout Int
    ) {
        let slug = Self.slug(text)
        var candidate = Identifier(slug) ?? fallback
        let stem = String(candidate.rawValue.prefix(58))
        while taken.contains(candidate) {
            candidate = Identifier("\(stem)-\(number)") ?? fallback
            number += 1
        }
        self = candidate
    }

    /// A new id that cannot be guessed: 80 random bits.
    package static func random() -> Identifier {
        var random = SystemRandomNumberGenerator()
        let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
        let text = [random.next(), random.next()].flatMap { bits in
            (0..<8).map { digits[Int(bits >> (5 * $0) & 31)] }
        }
        return Identifier(unchecked: String(decoding: text, as: UTF8.self))
    }

    private init(unchecked text: String) { rawValue = text }

    package var description: String { rawValue }

    private static func isValid(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...64).contains(bytes.count), bytes.first != UInt8(ascii: "-") else { return false }
        return bytes.allSatisfy(isAllowed)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
        default: false
        }
    }

    private static func slug(_ text: String) -> String {
        let words = latin(String(text.unicodeScalars.prefix(256))).lowercased().unicodeScalars.split { scalar in
            scalar == "-" || !scalar.isASCII || !isAllowed(UInt8(scalar.value))
        }
        return String(words.map { String(String.UnicodeScalarView($0)) }.joined(separator: "-").prefix(64))
    }

    private static func latin(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return text.applyingTransform(StringTransform("Any-Latin; Latin-ASCII"), reverse: false) ?? text
    }
}

extension Identifier: Comparable {
    package static func < (left: Identifier, right: Identifier) -> Bool { left.rawValue < right.rawValue }
}

extension Identifier: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let identifier = Identifier(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an id is [a-z0-9][a-z0-9-]{0,63}"))
        }
        self = identifier
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Identifier: CodingKeyRepresentable {
    package var codingKey: any CodingKey { TextKey(stringValue: rawValue) }

    package init?<Key: CodingKey>(codingKey: Key) { self.init(codingKey.stringValue) }
}

private struct TextKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

package typealias DeviceID = Identifier<Device>
package typealias PartID = Identifier<Part>
package typealias RoomID = Identifier<Room>
package typealias PersonID = Identifier<Person>
package typealias CommandID = Identifier<CommandRequest>
package typealias GrantID = Identifier<Grant>

extension Identifier where Subject == Part {
    /// The only part of a device without named parts.
    package static let main = PartID("main" as StaticString)
}
