import SegmentedLog
import Foundation

/// Writes the numbers of the log and of blocks; small integers take few bytes.
struct BinaryWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// Uses few bytes on either side of zero (zigzag coding).
    mutating func append(_ value: Int64) {
        append(UInt64(bitPattern: (value << 1) ^ (value >> 63)))
    }

    mutating func append(_ value: Double) { bytes.append(littleEndian: value.bitPattern) }

    mutating func append(fixed value: UInt32) { bytes.append(littleEndian: value) }

    mutating func append(_ id: UUID) { withUnsafeBytes(of: id.uuid) { bytes.append(contentsOf: $0) } }

    mutating func append(_ text: String) {
        append(UInt64(text.utf8.count))
        bytes.append(contentsOf: text.utf8)
    }
}

/// Reads the values that `BinaryWriter` writes; each function returns nil when the bytes contain no such value.
struct BinaryReader {
    private let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { offset == bytes.count }

    mutating func number() -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 64, by: 7) {
            guard offset < bytes.count else { return nil }
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 0x7F) << UInt64(shift)
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// Reads the number of the following items, each of which takes at least `size` bytes, so that a wrong number
    /// cannot make the caller allocate much memory.
    mutating func count(ofSize size: Int) -> Int? {
        guard let count = number(), count <= UInt64((bytes.count - offset) / size) else { return nil }
        return Int(count)
    }

    mutating func signedNumber() -> Int64? {
        number().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) }
    }

    mutating func double() -> Double? {
        guard bytes.count - offset >= 8 else { return nil }
        defer { offset += 8 }
        return Double(bitPattern: bytes.integer(at: offset))
    }

    mutating func fixed() -> UInt32? {
        guard bytes.count - offset >= 4 else { return nil }
        defer { offset += 4 }
        return bytes.integer(at: offset)
    }

    mutating func uuid() -> UUID? {
        guard bytes.count - offset >= 16 else { return nil }
        defer { offset += 16 }
        return UUID(uuid: bytes.loadUnaligned(fromByteOffset: offset, as: uuid_t.self))
    }

    mutating func text() -> String? {
        guard let count = count(ofSize: 1) else { return nil }
        defer { offset += count }
        return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
    }
}
