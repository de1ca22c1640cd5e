/// The tag of a language such as `sv` or `en-GB`. A tag is kept as it was written.
///
/// The gateway checks only the form, because it has no texts of its own: a client uses its nearest language.
/// Source: RFC 5646 §2.1 for the form, §4.4.1 for the length.
package struct LanguageTag: Hashable, Sendable, LosslessStringConvertible {
    package static let maximumBytes = 35
    package static let pattern = "^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$"

    package let description: String

    /// Nil when the text does not have the form of a tag.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let language = subtags.first, (2...8).contains(language.count), language.allSatisfy(\.isLetter),
            subtags.dropFirst().allSatisfy({ (1...8).contains($0.count) && $0.allSatisfy(\.isLetterOrDigit) })
        else { return nil }
        description = text
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
    fileprivate var isLetterOrDigit: Bool {
        isLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }
}

extension LanguageTag: TextCodable {
    package static var rule: String { "a language is a tag such as sv or en-GB" }
}
