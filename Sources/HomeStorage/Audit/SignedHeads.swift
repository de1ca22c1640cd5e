import Crypto
import HomeModel

/// What a signature says of one chain.
struct ChainMarks: Hashable, Sendable {
    /// The last entry that retention took; the chain is proven from here.
    var checkpoint: ChainPosition
    /// The last entry when this was signed.
    var head: ChainPosition
    /// Entries up to here were found without a signature that fits; 0 when there are none.
    var unprovenUpTo: UInt64 = 0
}

/// The marks of all chains under one Ed25519 signature, so that no chain alone can be put back to an earlier day.
struct SignedHeads: Hashable, Sendable {
    private static let magic = UInt32(littleEndian: 0x3148_4154)
    private static let signatureBytes = 64
    private static let positionBytes = 8 + ChainHash.byteCount
    private static let marksBytes = 2 * positionBytes + 8
    private static let marksOffset = 20
    static let byteCount = marksOffset + AuditSeverity.allCases.count * marksBytes + signatureBytes

    /// Grows with each signature.
    let generation: UInt64
    let time: Timestamp
    let marks: [AuditSeverity: ChainMarks]

    init(generation: UInt64, time: Timestamp, marks: [AuditSeverity: ChainMarks]) {
        self.generation = generation
        self.time = time
        self.marks = marks
    }

    /// Nil unless `bytes` carry this key's signature.
    init?(_ bytes: some Collection<UInt8>, signedBy key: Curve25519.Signing.PublicKey) {
        let bytes = Array(bytes)
        let signed = bytes.dropLast(Self.signatureBytes)
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magicBytes),
            key.isValidSignature(bytes.suffix(Self.signatureBytes), for: signed)
        else { return nil }
        (generation, time, marks) = bytes.withUnsafeBytes { bytes in
            var marks: [AuditSeverity: ChainMarks] = [:]
            var offset = Self.marksOffset
            for severity in AuditSeverity.allCases {
                marks[severity] = ChainMarks(
                    checkpoint: bytes.position(at: offset), head: bytes.position(at: offset + Self.positionBytes),
                    unprovenUpTo: bytes.integer(at: offset + 2 * Self.positionBytes))
                offset += Self.marksBytes
            }
            return (bytes.integer(at: 4), Timestamp(milliseconds: bytes.integer(at: 12)), marks)
        }
    }

    /// The file's content; nil when the signature could not be made.
    func bytes(signedBy key: Curve25519.Signing.PrivateKey) -> [UInt8]? {
        var bytes = Self.magicBytes
        bytes.append(littleEndian: generation)
        bytes.append(littleEndian: time.milliseconds)
        for severity in AuditSeverity.allCases {
            let start = ChainPosition.start(of: severity)
            let marks = marks[severity] ?? ChainMarks(checkpoint: start, head: start)
            bytes.append(marks.checkpoint)
            bytes.append(marks.head)
            bytes.append(littleEndian: marks.unprovenUpTo)
        }
        guard let signature = try? key.signature(for: bytes) else { return nil }
        return bytes + signature
    }

    private static var magicBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: magic)
        return bytes
    }
}
