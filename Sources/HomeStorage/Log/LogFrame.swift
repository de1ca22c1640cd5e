/// A batch as it stands in a log file; integers are little endian.
///
/// | offset | field |
/// |---|---|
/// | 0 | magic `TLF1` |
/// | 4 | bytes of the payload, UInt32 |
/// | 8 | number of the file, UInt64: a frame that an earlier use of the file left behind has another |
/// | 16 | CRC-32C of everything before and of the payload, UInt32 |
/// | 20 | payload |
enum LogFrame {
    static let magic = UInt32(littleEndian: 0x3146_4C54)
    static let headerBytes = 20
    static let maximumPayloadBytes = 256 << 20

    static func bytes(_ payload: [UInt8], in file: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerBytes + payload.count)
        bytes.append(littleEndian: magic)
        bytes.append(littleEndian: UInt32(payload.count))
        bytes.append(littleEndian: file)
        bytes.append(littleEndian: checksum(header: bytes, payload: payload))
        bytes.append(contentsOf: payload)
        return bytes
    }

    /// Where the payload of the intact frame at `offset` is; nil when none of `file` stands there.
    static func payload(in bytes: UnsafeRawBufferPointer, at offset: Int, of file: UInt64) -> Range<Int>? {
        guard bytes.count - offset >= headerBytes, bytes.integer(at: offset) == magic,
            bytes.integer(at: offset + 8) == file
        else { return nil }
        let length = Int(bytes.integer(at: offset + 4, as: UInt32.self))
        guard length <= min(maximumPayloadBytes, bytes.count - offset - headerBytes) else { return nil }
        let payload = offset + headerBytes..<offset + headerBytes + length
        var checksum = CRC32C()
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 16]))
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[payload]))
        return checksum.value == bytes.integer(at: offset + 16) ? payload : nil
    }

    private static func checksum(header: [UInt8], payload: [UInt8]) -> UInt32 {
        var checksum = CRC32C()
        header.withUnsafeBytes { checksum.update($0) }
        payload.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }
}
