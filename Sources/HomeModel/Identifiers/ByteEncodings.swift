package import Foundation

extension FixedWidthInteger where Self: UnsignedInteger {
    /// All its hexadecimal digits, leading zeros included, in lower case.
    package var hexadecimal: String { hexadecimal(digits: Self.bitWidth / 4) }

    /// At least `count` hexadecimal digits, in lower case.
    package func hexadecimal(digits count: Int) -> String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, count - digits.count)) + digits
    }
}

extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte, in lower case.
    package var hexadecimal: String { reduce(into: "") { $0 += $1.hexadecimal } }
}

extension [UInt8] {
    /// Decodes hexadecimal digits in either case; nil for an odd number of digits, for none, and for other characters.
    package init?(hexadecimal digits: some Collection<UInt8>) {
        guard !digits.isEmpty, digits.count.isMultiple(of: 2), digits.allSatisfy(\.isHexDigit) else { return nil }
        let values = digits.map {
            $0 <= UInt8(ascii: "9") ? $0 - UInt8(ascii: "0") : ($0 | 0x20) - UInt8(ascii: "a") + 10
        }
        self = stride(from: 0, to: values.count, by: 2).map { values[$0] << 4 | values[$0 + 1] }
    }
}

extension UInt8 {
    /// Whether it is an ASCII digit or one of the letters a to f in either case.
    package var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

/// Base64url without padding. Source: RFC 4648 §5.
extension Data {
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    package init?(base64URL text: String) {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        self.init(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/") + padding)
    }
}
