/// The unique number of one piece of hardware, assigned by its manufacturer, written `mac:a1b2c3d4e5f6` or
/// `ieee:00158d0001abcdef`.
package struct HardwareID: Hashable, Sendable {
    /// The numbering scheme of the id.
    package enum Scheme: String, Sendable, CaseIterable {
        /// 48 bits, of Wi-Fi, Ethernet or Bluetooth.
        case mac
        /// 64 bits, of Zigbee and Thread.
        case ieee
    }

    package let scheme: Scheme
    /// Hexadecimal digits in lower case.
    package let digits: String

    /// Parses `AA:BB:CC:DD:EE:FF`, `aabbccddeeff`, `0x00158d0001abcdef` and the like; nil for another length, for other
    /// characters, and for all zeros or ones, which several pieces of cheap hardware share.
    package init?(_ text: String) {
        guard text.utf8.count <= 32 else { return nil }
        let plain = text.lowercased()
        let digits = (plain.hasPrefix("0x") ? String(plain.dropFirst(2)) : plain).filter { !":-.".contains($0) }
        guard digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }), digits.utf8.count == digits.count,
            Set(digits) != ["0"], Set(digits) != ["f"]
        else { return nil }
        switch digits.count {
        case 12: scheme = .mac
        case 16: scheme = .ieee
        default: return nil
        }
        self.digits = digits
    }
}

extension HardwareID: CustomStringConvertible {
    package var description: String { "\(scheme.rawValue):\(digits)" }
}

extension HardwareID: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = text.split(separator: ":", maxSplits: 1).last.flatMap({ HardwareID(String($0)) }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "a hardware id is mac:… or ieee:…"))
        }
        self = id
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
