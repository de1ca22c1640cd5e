import HomeModel

/// Hardware ids of simulated devices, derived from the ids of the devices and therefore stable.
enum SyntheticHardwareID {
    /// A MAC address of 48 bits in hexadecimal digits, locally administered, so that no manufacturer assigns it.
    static func mac(of id: String) -> String { "02" + (hash(id) >> 24 & 0xFF_FFFF_FFFF).hexadecimal(digits: 10) }

    /// An IEEE address of 64 bits in hexadecimal digits.
    static func ieee(of id: String) -> String { hash(id).hexadecimal }

    /// FNV-1a.
    private static func hash(_ id: String) -> UInt64 {
        id.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
