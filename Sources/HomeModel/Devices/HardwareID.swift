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
        guard digits.utf8.allSatisfy(\.isHexDigit), digits.utf8.count == digits.count,
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

/// The 48-bit address of a network interface, assigned by its manufacturer.
package struct MACAddress: Hashable, Sendable, LosslessStringConvertible {
    /// Twelve upper-case hexadecimal digits, as Tasmota has them in its topics.
    package let digits: String

    /// Parses `aa:bb:cc:dd:ee:ff`, `AA-BB-CC-DD-EE-FF` and `aabbccddeeff`; nil for anything else, and for all zeros or
    /// all ones, which belong to no single interface.
    package init?(_ text: String) {
        guard text.utf8.count <= 17 else { return nil }
        let plain = text.filter { $0 != ":" && $0 != "-" }.uppercased()
        guard plain.utf8.count == 12, plain.utf8.allSatisfy(\.isHexDigit),
            Set(plain) != ["0"], Set(plain) != ["F"]
        else { return nil }
        digits = plain
    }

    /// The address with these 48 bits, for addresses in code.
    package init(bits: UInt64) {
        let text = String(bits & 0xFFFF_FFFF_FFFF, radix: 16, uppercase: true)
        digits = String(repeating: "0", count: 12 - text.utf8.count) + text
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
