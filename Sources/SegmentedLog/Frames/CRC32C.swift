/// The 32-bit Castagnoli checksum: it detects every flipped byte and every burst of up to 32 bits.
package struct CRC32C {
    private var state: UInt32 = .max

    package init() {}

    package var value: UInt32 { ~state }

    /// Processes eight bytes at a time with tables. Callers must pass the bytes in their order.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var crc = state
        Self.tables.withUnsafeBufferPointer { tables in
            var offset = 0
            while bytes.count - offset >= 8 {
                let word = bytes.integer(at: offset, as: UInt64.self) ^ UInt64(crc)
                var next: UInt32 = 0
                for byte in 0..<8 {
                    next ^= tables[(7 - byte) << 8 | Int(truncatingIfNeeded: (word >> (UInt64(byte) << 3)) & 0xFF)]
                }
                crc = next
                offset += 8
            }
            for byte in bytes[offset...] {
                crc = tables[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] ^ (crc >> 8)
            }
        }
        state = crc
    }

    package static func checksum(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = CRC32C()
        checksum.update(bytes)
        return checksum.value
    }

    /// The n-th table contains the effect of a byte on the checksum n bytes later.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 8 << 8)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : (crc >> 1) ^ 0x82F6_3B78 }
            tables[byte] = crc
        }
        for entry in 256..<tables.count {
            let before = tables[entry - 256]
            tables[entry] = tables[Int(before & 0xFF)] ^ (before >> 8)
        }
        return tables
    }()
}
