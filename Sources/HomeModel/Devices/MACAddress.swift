/// The 48-bit address of a network interface, assigned by its manufacturer.
package struct MACAddress: Hashable, Sendable, LosslessStringConvertible {
    /// Twelve upper-case hexadecimal digits, as Tasmota has them in its topics.
    package let digits: String

    /// Parses `aa:bb:cc:dd:ee:ff`, `AA-BB-CC-DD-EE-FF` and `aabbccddeeff`; nil for anything else, and for all zeros or
    /// all ones, which belong to no single interface.
    package init?(_ text: String) {
        guard text.utf8.count <= 17 else { return nil }
        let plain = text.filter { $0 != ":" && $0 != "-" }.uppercased()
        guard plain.utf8.count == 12, plain.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            Set(plain) != ["0"], Set(plain) != ["F"]
        else { return nil }
        digits = plain
    }

    /// `AA:BB:CC:DD:EE:FF`
    package var description: String {
        let digits = Array(digits)
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<$0 + 2]) }.joined(separator: ":")
    }
}

extension MACAddress: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = MACAddress(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a MAC address is twelve hexadecimal digits, such as A4:CF:12:00:1B:2C"
            )
        }
        self = address
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
