import SegmentedLog
import Foundation
import HomeModel

/// A record in a segment file; integers are little endian.
///
/// | offset | field |
/// |---|---|
/// | 0 | magic `TAR1` |
/// | 4 | length of the whole record in bytes, UInt32 |
/// | 8 | sequence, UInt64 |
/// | 16 | wall time in ms since 1970, Int64 |
/// | 24 | boot id, 16 bytes |
/// | 40 | monotonic time in ns, UInt64 |
/// | 48 | last sequence known to be on disk when this was written, UInt64 |
/// | 56 | id of the key that encrypts the payload, UInt32 |
/// | 60 | nonce, 12 bytes |
/// | 72 | hash of the previous record, 32 bytes |
/// | 104 | payload: AES-GCM ciphertext and tag over 8..<104 and the `StoredEntry` as JSON |
/// | length − 32 | SHA-256 of everything before |
struct AuditFrame: Sendable {
    static let magic = UInt32(littleEndian: 0x3152_4154)
    static let payloadOffset = 104
    static let authenticated = 8..<payloadOffset
    static let nonceOffset = 60
    static let nonceBytes = 12
    static let tagBytes = 16
    static let minimumBytes = payloadOffset + tagBytes + ChainHash.byteCount
    static let maximumBytes = minimumBytes + AuditRecordCipher.maximumSealedBytes

    /// The fields of a record that are not encrypted.
    struct Header: Hashable, Sendable {
        let sequence: UInt64
        let time: Timestamp
        let bootID: UUID
        let monotonic: UInt64
        let synced: UInt64
        let keyID: UInt32
        let previous: ChainHash
    }

    let header: Header
    /// The bytes of the segment that the record occupies.
    let range: Range<Int>
    let hash: ChainHash

    var position: ChainPosition { ChainPosition(sequence: header.sequence, hash: hash) }

    /// Returns nil unless an intact record starts at `offset`.
    init?(in bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard bytes.count - offset >= Self.minimumBytes, bytes.integer(at: offset) == Self.magic else { return nil }
        let length = Int(bytes.integer(at: offset + 4, as: UInt32.self))
        guard (Self.minimumBytes...Self.maximumBytes).contains(length), length <= bytes.count - offset else {
            return nil
        }
        let hashOffset = offset + length - ChainHash.byteCount
        hash = ChainHash(of: UnsafeRawBufferPointer(rebasing: bytes[offset..<hashOffset]))
        guard hash == ChainHash(bytes, at: hashOffset) else { return nil }
        range = offset..<offset + length
        header = Header(bytes, at: offset)
        // The limit keeps arithmetic with sequence numbers far from overflow, whatever the file contains.
        guard (1...UInt64(Int64.max)).contains(header.sequence) else { return nil }
    }
}

/// Finds the records of a segment; they follow each other without gaps.
struct AuditFrameFormat: FrameFormat {
    let alignment = 1
    let minimumBytes = AuditFrame.minimumBytes

    func frame(in bytes: UnsafeRawBufferPointer, at offset: Int) -> (frame: AuditFrame, end: Int)? {
        AuditFrame(in: bytes, at: offset).map { ($0, $0.range.upperBound) }
    }
}

extension SegmentScan<AuditFrameFormat> {
    init(_ bytes: [UInt8]) { self.init(bytes, format: AuditFrameFormat()) }
}

extension AuditFrame.Header {
    fileprivate init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        sequence = bytes.integer(at: offset + 8)
        time = Timestamp(milliseconds: bytes.integer(at: offset + 16))
        bootID = UUID(uuid: bytes.loadUnaligned(fromByteOffset: offset + 24, as: uuid_t.self))
        monotonic = bytes.integer(at: offset + 40)
        synced = bytes.integer(at: offset + 48)
        keyID = bytes.integer(at: offset + 56)
        previous = ChainHash(bytes, at: offset + 72)
    }

    /// Returns bytes 0 to `payloadOffset` of a record with `payloadBytes` bytes of payload.
    func bytes(nonce: some Sequence<UInt8>, payloadBytes: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(AuditFrame.payloadOffset + payloadBytes + ChainHash.byteCount)
        bytes.append(littleEndian: AuditFrame.magic)
        bytes.append(littleEndian: UInt32(AuditFrame.payloadOffset + payloadBytes + ChainHash.byteCount))
        bytes.append(littleEndian: sequence)
        bytes.append(littleEndian: time.milliseconds)
        withUnsafeBytes(of: bootID.uuid) { bytes.append(contentsOf: $0) }
        bytes.append(littleEndian: monotonic)
        bytes.append(littleEndian: synced)
        bytes.append(littleEndian: keyID)
        bytes.append(contentsOf: nonce)
        bytes.append(contentsOf: previous.bytes)
        return bytes
    }
}
