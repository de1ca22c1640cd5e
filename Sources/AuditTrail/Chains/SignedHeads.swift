import SegmentedLog
import Crypto
import HomeModel

/// The signed state of one chain.
struct ChainBounds: Hashable, Sendable {
    /// The last entry that retention deleted; the chain is verified from here.
    var checkpoint: ChainPosition
    /// The last entry at the time of the signature.
    var head: ChainPosition
    /// The entries up to this sequence number were found without a valid signature; 0 when there are none.
    var unverifiedThrough: UInt64 = 0
}

/// The state of all chains under one Ed25519 signature, so that no single chain can be restored to an earlier state.
struct SignedHeads: Hashable, Sendable {
    private static let magic = UInt32(littleEndian: 0x3148_4154)
    private static let signatureBytes = 64
    private static let positionBytes = 8 + ChainHash.byteCount
    private static let boundsBytes = 2 * positionBytes + 8
    private static let boundsOffset = 20
    static let byteCount = boundsOffset + AuditSeverity.allCases.count * boundsBytes + signatureBytes

    /// Increases with each signature.
    let generation: UInt64
    let time: Timestamp
    let bounds: [AuditSeverity: ChainBounds]

    init(generation: UInt64, time: Timestamp, bounds: [AuditSeverity: ChainBounds]) {
        self.generation = generation
        self.time = time
        self.bounds = bounds
    }

    /// Returns nil unless `bytes` have a valid signature of this key.
    init?(_ bytes: some Collection<UInt8>, signedBy key: Curve25519.Signing.PublicKey) {
        let bytes = Array(bytes)
        let signed = bytes.dropLast(Self.signatureBytes)
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.magicBytes),
            key.isValidSignature(bytes.suffix(Self.signatureBytes), for: signed)
        else { return nil }
        (generation, time, bounds) = bytes.withUnsafeBytes { bytes in
            var bounds: [AuditSeverity: ChainBounds] = [:]
            var offset = Self.boundsOffset
            for severity in AuditSeverity.allCases {
                bounds[severity] = ChainBounds(
                    checkpoint: bytes.position(at: offset), head: bytes.position(at: offset + Self.positionBytes),
                    unverifiedThrough: bytes.integer(at: offset + 2 * Self.positionBytes))
                offset += Self.boundsBytes
            }
            return (bytes.integer(at: 4), Timestamp(milliseconds: bytes.integer(at: 12)), bounds)
        }
    }

    /// Returns the content of the file; nil when the signature could not be made.
    func bytes(signedBy key: Curve25519.Signing.PrivateKey) -> [UInt8]? {
        var bytes = Self.magicBytes
        bytes.append(littleEndian: generation)
        bytes.append(littleEndian: time.milliseconds)
        for severity in AuditSeverity.allCases {
            let start = ChainPosition.start(of: severity)
            let bounds = bounds[severity] ?? ChainBounds(checkpoint: start, head: start)
            bytes.append(bounds.checkpoint)
            bytes.append(bounds.head)
            bytes.append(littleEndian: bounds.unverifiedThrough)
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

/// The file of the signed heads: two slots in one small file, written alternately and in place. A torn write leaves the
/// other slot intact, and neither a full disk nor a journal commit can delay a signature.
struct HeadsFile {
    static let name = "heads.signed"
    static let slotBytes = 4096

    private let folder: AuditFolder
    private var file: AuditFile

    init(in folder: AuditFolder) throws(AuditError) {
        self.folder = folder
        if !folder.exists(Self.name) {
            try folder.replace(Self.name, with: [UInt8](repeating: 0, count: 2 * Self.slotBytes))
        }
        file = try folder.open(Self.name, mode: .writing)
    }

    /// Returns the newest heads on the disk that this key signed, and a sentence if a slot could not be read.
    func read(signedBy keys: AuditKeys) throws(AuditError) -> (heads: SignedHeads?, note: CodedSentence?) {
        let bytes = try folder.read(Self.name)
        let places = [0, Self.slotBytes].map { bytes.dropFirst($0).prefix(SignedHeads.byteCount) }
        let found = places.compactMap { SignedHeads($0, signedBy: keys.signing.publicKey) }
        let newest = found.max { $0.generation < $1.generation }
        let isWhole = found.count == places.count || places.allSatisfy { $0.allSatisfy { $0 == 0 } }
        return (newest, isWhole ? nil : .unreadableHeads(2 - found.count))
    }

    /// Writes the heads to the slot of the older ones, or to both slots if `inBothSlots`; returns when they are on the
    /// disk.
    func write(_ heads: SignedHeads, signedBy keys: AuditKeys, inBothSlots: Bool) throws(AuditError) {
        guard let bytes = heads.bytes(signedBy: keys.signing) else { throw .signingFailed }
        let slot = Int(heads.generation % 2)
        for slot in inBothSlots ? [slot, 1 - slot] : [slot] {
            try file.write(bytes, at: slot * Self.slotBytes)
            try file.sync()
        }
    }
}
