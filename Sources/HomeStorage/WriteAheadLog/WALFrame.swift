/// The frame of a batch in a log file; integers are little endian.
///
/// | offset | field |
/// |---|---|
/// | 0 | magic `TLF1`; `TLF2` when the payload begins with names of series |
/// | 4 | bytes of the payload, UInt32 |
/// | 8 | number of the file, UInt64: a frame that an earlier use of the file left behind has another |
/// | 16 | CRC-32C of everything before and of the payload, UInt32 |
/// | 20 | payload |
enum WALFrame {
    private static let magic = UInt32(littleEndian: 0x3146_4C54)
    private static let namingMagic = UInt32(littleEndian: 0x3246_4C54)
    static let headerBytes = 20
    static let maximumPayloadBytes = 256 << 20

    /// Versions before 7 of the database can read a frame only if its payload does not begin with names.
    static func bytes(_ payload: [UInt8], isNaming: Bool = false, in file: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerBytes + payload.count)
        bytes.append(littleEndian: isNaming ? namingMagic : magic)
        bytes.append(littleEndian: UInt32(payload.count))
        bytes.append(littleEndian: file)
        bytes.append(littleEndian: checksum(header: bytes, payload: payload))
        bytes.append(contentsOf: payload)
        return bytes
    }

    /// Returns the payload of the intact frame at `offset`; nil when there is no frame of `file`.
    static func payload(
        in bytes: UnsafeRawBufferPointer, at offset: Int, of file: UInt64
    ) -> (range: Range<Int>, isNaming: Bool)? {
        guard let claimed = claimedLength(in: bytes, at: offset, of: file),
            claimed <= bytes.count - offset - headerBytes
        else { return nil }
        let payload = offset + headerBytes..<offset + headerBytes + claimed
        var checksum = CRC32C()
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 16]))
        checksum.update(UnsafeRawBufferPointer(rebasing: bytes[payload]))
        guard checksum.value == bytes.integer(at: offset + 16) else { return nil }
        return (payload, bytes.integer(at: offset) == namingMagic)
    }

    /// Returns the length of the payload according to the header of a frame of `file` at `offset`, whether or not the
    /// frame is intact; nil when there is no header.
    static func claimedLength(in bytes: UnsafeRawBufferPointer, at offset: Int, of file: UInt64) -> Int? {
        guard bytes.count - offset >= headerBytes, [magic, namingMagic].contains(bytes.integer(at: offset)),
            bytes.integer(at: offset + 8) == file
        else { return nil }
        let length = Int(bytes.integer(at: offset + 4, as: UInt32.self))
        return length <= maximumPayloadBytes ? length : nil
    }

    private static func checksum(header: [UInt8], payload: [UInt8]) -> UInt32 {
        var checksum = CRC32C()
        header.withUnsafeBytes { checksum.update($0) }
        payload.withUnsafeBytes { checksum.update($0) }
        return checksum.value
    }
}
