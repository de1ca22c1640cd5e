import SegmentedLog

/// The outer format of every block.
///
/// | offset | field |
/// |---|---|
/// | 0 | format |
/// | 1 | bytes of the fields, n, UInt16 little endian |
/// | 3 | fields: the parameters of the columns |
/// | 3 + n | body: the columns, range coded |
/// | length − 4 | CRC-32C of everything before, UInt32 little endian |
enum BlockFrame {
    private static let headerBytes = 3
    private static let checksumBytes = 4

    static func bytes(format: UInt8, fields: [UInt8], body: [UInt8]) -> [UInt8] {
        assert(fields.count <= UInt16.max, "the fields are a few dozen numbers")
        var bytes = [format]
        bytes.reserveCapacity(headerBytes + fields.count + body.count + checksumBytes)
        bytes.append(littleEndian: UInt16(truncatingIfNeeded: fields.count))
        bytes += fields
        bytes += body
        bytes.append(littleEndian: bytes.withUnsafeBytes { CRC32C.checksum($0) })
        return bytes
    }

    /// Returns both parts after a check of the checksum.
    static func open(
        _ bytes: UnsafeRawBufferPointer, format: UInt8
    ) throws(BlockDecodingError) -> (fields: BinaryReader, body: RangeDecoder) {
        guard bytes.count >= headerBytes + checksumBytes else { throw .truncated }
        guard bytes[0] == format else { throw .unknownFormat(bytes[0]) }
        let end = bytes.count - checksumBytes
        guard CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[..<end])) == bytes.integer(at: end) else {
            throw .checksum
        }
        let body = headerBytes + Int(bytes.integer(at: 1, as: UInt16.self))
        guard body <= end else { throw .invalidContent }
        return (
            BinaryReader(UnsafeRawBufferPointer(rebasing: bytes[headerBytes..<body])),
            RangeDecoder(UnsafeRawBufferPointer(rebasing: bytes[body..<end]))
        )
    }
}

/// The reasons for which the bytes of a block cannot be decoded.
enum BlockDecodingError: Error, Hashable, Sendable {
    /// Too short for a block.
    case truncated
    /// A format that this program does not know.
    case unknownFormat(UInt8)
    case checksum
    /// The checksum is right, but the content is not possible.
    case invalidContent
}
