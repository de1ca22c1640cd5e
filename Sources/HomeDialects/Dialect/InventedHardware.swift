/// Hardware numbers of simulated devices: made from their ids, so always the same, and marked as no maker's.
enum InventedHardware {
    /// 48 bits as hexadecimal digits, locally administered.
    static func mac(of id: String) -> String { "02" + digits(hash(id) >> 24 & 0xFF_FFFF_FFFF, 10) }

    /// 64 bits as hexadecimal digits.
    static func ieee(of id: String) -> String { digits(hash(id), 16) }

    /// FNV-1a.
    private static func hash(_ id: String) -> UInt64 {
        id.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    private static func digits(_ number: UInt64, _ count: Int) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
