import SegmentedLog
import Crypto
import HomeModel

/// A SHA-256 hash in a chain.
struct ChainHash: Hashable, Sendable {
    static let byteCount = 32

    private let words: SIMD4<UInt64>

    /// Reads 32 bytes; the caller has checked that they are there.
    init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        words = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
    }

    init(of bytes: UnsafeRawBufferPointer) {
        var hasher = SHA256()
        hasher.update(bufferPointer: bytes)
        words = hasher.finalize().withUnsafeBytes { $0.loadUnaligned(as: SIMD4<UInt64>.self) }
    }

    var bytes: [UInt8] { withUnsafeBytes(of: words) { Array($0) } }
    var hexadecimal: String { bytes.hexadecimal }
}

/// A position in a chain: the sequence number of an entry and the hash of its record.
struct ChainPosition: Hashable, Sendable {
    let sequence: UInt64
    let hash: ChainHash

    /// The position before the first entry; each severity starts from a different hash.
    static func start(of severity: AuditSeverity) -> ChainPosition {
        let name = Array("tomte audit chain \(severity.rawValue)".utf8)
        return ChainPosition(sequence: 0, hash: name.withUnsafeBytes { ChainHash(of: $0) })
    }
}

extension [UInt8] {
    mutating func append(_ position: ChainPosition) {
        append(littleEndian: position.sequence)
        append(contentsOf: position.hash.bytes)
    }
}

extension UnsafeRawBufferPointer {
    func position(at offset: Int) -> ChainPosition {
        ChainPosition(sequence: integer(at: offset), hash: ChainHash(self, at: offset + 8))
    }
}
