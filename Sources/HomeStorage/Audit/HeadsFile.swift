import Crypto
import HomeModel

/// Where the signed heads stand: two places in one small file, written in turn and in place. A torn write leaves the
/// other, and neither a full disk nor a journal commit can hold a signature up.
struct HeadsFile {
    static let name = "heads.signed"
    static let placeBytes = 4096

    private let folder: AuditFolder
    private var file: SegmentFile

    init(in folder: AuditFolder) throws(AuditError) {
        self.folder = folder
        if !folder.exists(Self.name) {
            try folder.replace(Self.name, with: [UInt8](repeating: 0, count: 2 * Self.placeBytes))
        }
        file = try SegmentFile(opening: Self.name, in: folder, writable: true)
    }

    /// The newest heads that this key signed, as the folder shows them now, and a sentence if not all was well.
    func read(signedBy keys: AuditKeys) throws(AuditError) -> (heads: SignedHeads?, note: String?) {
        let bytes = try folder.read(Self.name)
        let places = [0, Self.placeBytes].map { bytes.dropFirst($0).prefix(SignedHeads.byteCount) }
        let found = places.compactMap { SignedHeads($0, signedBy: keys.signing.publicKey) }
        let newest = found.max { $0.generation < $1.generation }
        let isWhole = found.count == places.count || places.allSatisfy { $0.allSatisfy { $0 == 0 } }
        return (newest, isWhole ? nil : "\(2 - found.count) of the two signatures of the heads cannot be read.")
    }

    /// Returns once the heads are on the disk, in the place of the older ones or in both.
    func write(_ heads: SignedHeads, signedBy keys: AuditKeys, everywhere: Bool) throws(AuditError) {
        guard let bytes = heads.bytes(signedBy: keys.signing) else { throw .notSealed }
        let place = Int(heads.generation % 2)
        for place in everywhere ? [place, 1 - place] : [place] {
            try file.write(bytes, at: place * Self.placeBytes)
            try file.sync()
        }
    }
}
