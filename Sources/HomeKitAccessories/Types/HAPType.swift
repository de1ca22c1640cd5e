/// The type of a service or characteristic: a UUID.
///
/// The types of the specification have a number of at most 32 bits, which devices also write alone: `43`, `00000043` and
/// `00000043-0000-1000-8000-0026BB765291` are the same type.
package struct HAPType: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// The common part of the types of the specification: `…-0000-1000-8000-0026BB765291`.
    private static let base: (high: UInt64, low: UInt64) = (0x0000_0000_0000_1000, 0x8000_0026_BB76_5291)
    private static let baseSuffix = "-0000-1000-8000-0026bb765291"

    /// The type of the specification with this number.
    package init(number: UInt32) {
        self.init(high: Self.base.high | UInt64(number) << 32, low: Self.base.low)
    }

    package init(_ service: AccessoryServiceKind) { self.init(number: service.rawValue) }

    package init(_ characteristic: CharacteristicKind) { self.init(number: characteristic.rawValue) }

    /// Parses the short form, the long form with or without hyphens, and braces around them, in any case. Nil for
    /// anything else.
    package init?(_ text: String) {
        guard text.utf8.count <= 80 else { return nil }
        var digits = text.lowercased().filter { !$0.isWhitespace && $0 != "{" && $0 != "}" }
        // Some bridges append the suffix of the specification to a complete UUID.
        if digits.utf8.count > 36, digits.hasSuffix(Self.baseSuffix) { digits.removeLast(Self.baseSuffix.count) }
        digits.removeAll { $0 == "-" }
        guard digits.utf8.allSatisfy(\.isASCIIHexDigit), !digits.isEmpty else { return nil }
        if digits.utf8.count <= 8 {
            guard let number = UInt32(digits, radix: 16) else { return nil }
            self.init(number: number)
            return
        }
        guard digits.utf8.count == 32, let high = UInt64(digits.prefix(16), radix: 16),
            let low = UInt64(digits.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The number of a type of the specification; nil for a type that a manufacturer defined.
    package var number: UInt32? {
        guard low == Self.base.low, high & 0xFFFF_FFFF == Self.base.high else { return nil }
        return UInt32(truncatingIfNeeded: high >> 32)
    }

    package var service: AccessoryServiceKind? { number.flatMap(AccessoryServiceKind.init) }

    package var characteristic: CharacteristicKind? { number.flatMap(CharacteristicKind.init) }
}

extension HAPType: CustomStringConvertible {
    /// The canonical form: the number in upper case without leading zeros, or the whole UUID in upper case.
    package var description: String {
        if let number { return String(number, radix: 16, uppercase: true) }
        let digits = Array(Self.padded(high) + Self.padded(low))
        let pieces = [digits[0..<8], digits[8..<12], digits[12..<16], digits[16..<20], digits[20..<32]]
        return pieces.map { String($0) }.joined(separator: "-")
    }

    private static func padded(_ half: UInt64) -> String {
        let digits = String(half, radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension UInt8 {
    /// Whether the byte is one of `0`–`9`, `a`–`f` and `A`–`F` in ASCII.
    var isASCIIHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
