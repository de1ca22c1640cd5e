import Foundation

/// The code of a currency in the form of ISO 4217, such as `SEK`.
package struct Currency: Hashable, Sendable, LosslessStringConvertible {
    package let description: String

    /// Nil unless the text consists of three capital letters.
    package init?(_ text: String) {
        guard text.utf8.count == 3,
            text.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) })
        else { return nil }
        description = text
    }

    private init(code: StaticString) { description = "\(code)" }

    /// The Swedish krona.
    package static let krona = Currency(code: "SEK")

    /// Whether the currency is in use. It is checked for a new price, and not for a stored one, because a currency may go
    /// out of use.
    package var isInUse: Bool { Self.inUse.contains(description) }

    private static let inUse = Set(Locale.commonISOCurrencyCodes)
}

extension Currency: TextCodable {
    package static var rule: String { "a currency is an ISO 4217 code such as SEK" }
}
