package import Crypto
import Foundation
package import HomeModel

/// The random key of one attachment. It is stored only wrapped, that is, encrypted under a key of the secret store and
/// bound to the record, together with the digest of what was uploaded. Without it, the files of the attachment cannot be
/// read.
package struct AttachmentKey: Sendable {
    private static let keyBytes = 32

    private let key: SymmetricKey

    private init(key: SymmetricKey) { self.key = key }

    package static func random() -> AttachmentKey { AttachmentKey(key: SymmetricKey(size: .bits256)) }

    /// Throws `.damaged` for a key of another record, for one that was changed, and for one that another key wrapped.
    package init(
        unwrapping bytes: [UInt8], of record: AttachmentRecord, with wrapping: SymmetricKey
    ) throws(SealingError) {
        key = SymmetricKey(data: try Self.open(bytes, of: record, with: wrapping).prefix(Self.keyBytes))
    }

    /// The SHA-256 of what was uploaded, from a wrapped key. Throws as `init` does.
    package static func uploadDigest(
        unwrapping bytes: [UInt8], of record: AttachmentRecord, with wrapping: SymmetricKey
    ) throws(SealingError) -> [UInt8] {
        Array(try open(bytes, of: record, with: wrapping).dropFirst(keyBytes))
    }

    private static func open(
        _ bytes: [UInt8], of record: AttachmentRecord, with wrapping: SymmetricKey
    ) throws(SealingError) -> Data {
        guard let box = try? AES.GCM.SealedBox(combined: bytes),
            let plain = try? AES.GCM.open(box, using: wrapping, authenticating: record.bytes),
            plain.count == keyBytes + SHA256.Digest.byteCount
        else { throw .damaged }
        return plain
    }

    /// `uploadDigest` is the SHA-256 of what was uploaded.
    package func wrapped(
        for record: AttachmentRecord, with wrapping: SymmetricKey, uploadDigest: [UInt8]
    ) throws(SealingError) -> [UInt8] {
        let plain = key.withUnsafeBytes { Array($0) } + uploadDigest
        guard let box = try? AES.GCM.seal(plain, using: wrapping, authenticating: record.bytes),
            let combined = box.combined
        else { throw .notEncrypted }
        return Array(combined)
    }

    /// The key of one file: no two files have the same.
    func fileKey(salt: [UInt8], for part: AttachmentPart, of record: AttachmentRecord) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: salt, info: record.bytes(of: part), outputByteCount: 32)
    }
}

/// What the key and the files of an attachment are bound to: files of other records cannot take their place.
package struct AttachmentRecord: Hashable, Sendable {
    package let id: AttachmentID
    package let owner: AttachmentOwner
    package let kind: AttachmentKind

    package init(id: AttachmentID, owner: AttachmentOwner, kind: AttachmentKind) {
        self.id = id
        self.owner = owner
        self.kind = kind
    }

    /// Ids contain no NUL, so that different records have different bytes.
    var bytes: [UInt8] {
        let ownerKind = owner.appliance == nil ? "serviceEntry" : "appliance"
        return Array("tomte attachment\0\(id)\0\(ownerKind)\0\(owner.id)\0\(kind.rawValue)".utf8)
    }

    func bytes(of part: AttachmentPart) -> [UInt8] { bytes + Array("\0\(part.rawValue)".utf8) }
}

extension Attachment {
    package var record: AttachmentRecord { AttachmentRecord(id: id, owner: owner, kind: kind) }
}

/// Why a file could not be encrypted or decrypted.
package enum SealingError: Error, Hashable, Sendable {
    case notEncrypted
    /// The bytes are not those that were written for this record: changed, cut, or those of another file.
    case damaged
}
