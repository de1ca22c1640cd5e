import Crypto
import HomeModel

/// The file of the signed heads: two slots in one small file, written alternately and in place. A torn write leaves the
/// other slot intact, and neither a full disk nor a journal commit can delay a signature.
struct HeadsFile {
    static let name = "heads.signed"
    static let slotBytes = 4096

    private let folder: AuditFolder
    private var file: SegmentFile

    init(in folder: AuditFolder) throws(AuditError) {
        self.folder = folder
        if !folder.exists(Self.name) {
            try folder.replace(Self.name, with: [UInt8](repeating: 0, count: 2 * Self.slotBytes))
        }
        file = try SegmentFile(opening: Self.name, in: folder, writable: true)
    }

    /// Returns the newest heads on the disk that this key signed, and a sentence if a slot could not be read.
    func read(signedBy keys: AuditKeys) throws(AuditError) -> (heads: SignedHeads?, note: String?) {
        let bytes = try folder.read(Self.name)
        let places = [0, Self.slotBytes].map { bytes.dropFirst($0).prefix(SignedHeads.byteCount) }
        let found = places.compactMap { SignedHeads($0, signedBy: keys.signing.publicKey) }
        let newest = found.max { $0.generation < $1.generation }
        let isWhole = found.count == places.count || places.allSatisfy { $0.allSatisfy { $0 == 0 } }
        return (newest, isWhole ? nil : "\(2 - found.count) of the two signatures of the heads cannot be read.")
    }

    /// Writes the heads to the slot of the older ones, or to both slots if `inBothSlots`; returns when they are on the
    /// disk.
    func write(_ heads: SignedHeads, signedBy keys: AuditKeys, inBothSlots: Bool) throws(AuditError) {
        guard let bytes = heads.bytes(signedBy: keys.signing) else { throw .cryptographyFailed }
        let slot = Int(heads.generation % 2)
        for slot in inBothSlots ? [slot, 1 - slot] : [slot] {
            try file.write(bytes, at: slot * Self.slotBytes)
            try file.sync()
        }
    }
}
