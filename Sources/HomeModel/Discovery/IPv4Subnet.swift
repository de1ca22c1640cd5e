/// An IPv4 address.
package struct IPv4Address: Hashable, Sendable, LosslessStringConvertible {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Parses four decimal numbers without leading zeros. Returns nil for every other form, such as `127.1` or
    /// `0x7f000001`, because other programs read some of these as another address.
    package init?(_ text: String) {
        guard text.utf8.count <= 15 else { return nil }
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map(Self.byte)
        guard numbers.count == 4 else { return nil }
        var value: UInt32 = 0
        for number in numbers {
            guard let number else { return nil }
            value = value << 8 | UInt32(number)
        }
        rawValue = value
    }

    package var description: String {
        stride(from: 24, through: 0, by: -8).map { String(rawValue >> $0 & 0xFF) }.joined(separator: ".")
    }

    private static func byte(_ digits: Substring) -> UInt8? {
        guard !digits.isEmpty, digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            digits == "0" || !digits.hasPrefix("0")
        else { return nil }
        return UInt8(digits)
    }
}

extension IPv4Address: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let address = IPv4Address(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "an IPv4 address is four numbers, such as 192.168.1.20")
        }
        self = address
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The network of one interface of the gateway, with the gateway's own address in it.
package struct IPv4Subnet: Hashable, Sendable {
    package let own: IPv4Address
    private let mask: UInt32

    /// Returns nil if `mask` is not some ones followed by zeros.
    package init?(own: IPv4Address, mask: IPv4Address) {
        guard (~mask.rawValue & (~mask.rawValue &+ 1)) == 0 else { return nil }
        self.own = own
        self.mask = mask.rawValue
    }

    /// Whether a host of this network can have the address. False for the address of the network itself and for its
    /// broadcast address.
    package func contains(_ address: IPv4Address) -> Bool {
        let host = address.rawValue & ~mask
        return address.rawValue & mask == own.rawValue & mask && host != 0 && host != ~mask
    }
}
