package import Crypto
package import Foundation
import HomeModel

/// Converts entries to encrypted records and back. The clear fields are authenticated together with the payload, so
/// that people who lack the key cannot write a record that decrypts, even where no signature covers the records yet.
struct AuditRecordCipher: Sendable {
    static let maximumEntryBytes = 4096
    /// Data under the key of a person is encrypted twice and grows by a third.
    static let maximumSealedBytes = 6144

    private let keys: AuditKeys
    var people: PersonKeyring

    init(keys: AuditKeys, people: PersonKeyring = PersonKeyring()) {
        self.keys = keys
        self.people = people
    }

    var keyID: UInt32 { keys.id }

    /// Returns the JSON of the entry that is to be encrypted. Throws `.entryTooLarge`.
    func encode(_ entry: AuditEntry) throws(AuditError) -> Data {
        // An entry that can never fit is refused before any other work.
        let texts = [entry.actor, entry.target ?? "", entry.requestID ?? ""] + entry.metadata.flatMap { [$0, $1] }
        let least = texts.reduce(0) { $0 + $1.utf8.count }
        guard least <= Self.maximumEntryBytes else {
            throw .entryTooLarge(bytes: least, maximumBytes: Self.maximumEntryBytes)
        }
        let stored = try people.conceal(entry)
        guard let data = try? JSONEncoder().encode(stored) else { throw .encryptionFailed }
        let maximum = stored.personal.isEmpty ? Self.maximumEntryBytes : Self.maximumSealedBytes
        guard data.count <= maximum else { throw .entryTooLarge(bytes: data.count, maximumBytes: maximum) }
        return data
    }

    /// Encrypts an entry; returns the bytes of its record and its position in the chain.
    func seal(
        _ entry: Data, under header: AuditFrame.Header
    ) throws(AuditError) -> (bytes: [UInt8], position: ChainPosition) {
        let nonce = AES.GCM.Nonce()
        var bytes = header.bytes(nonce: nonce, payloadBytes: entry.count + AuditFrame.tagBytes)
        guard
            let box = try? AES.GCM.seal(
                entry, using: keys.sealing, nonce: nonce, authenticating: bytes[AuditFrame.authenticated])
        else { throw .encryptionFailed }
        bytes += box.ciphertext
        bytes += box.tag
        let hash = bytes.withUnsafeBytes { ChainHash(of: $0) }
        bytes += hash.bytes
        return (bytes, ChainPosition(sequence: header.sequence, hash: hash))
    }

    /// Decrypts the payload of a record; returns nil when this log did not write the record or its key is missing.
    func open(_ frame: AuditFrame, in bytes: [UInt8]) -> Data? {
        guard frame.header.keyID == keys.id else { return nil }
        let start = frame.range.lowerBound
        let tagEnd = frame.range.upperBound - ChainHash.byteCount
        let tagStart = tagEnd - AuditFrame.tagBytes
        let nonceStart = start + AuditFrame.nonceOffset
        guard
            let nonce = try? AES.GCM.Nonce(data: bytes[nonceStart..<nonceStart + AuditFrame.nonceBytes]),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: bytes[start + AuditFrame.payloadOffset..<tagStart],
                tag: bytes[tagStart..<tagEnd])
        else { return nil }
        let clear =
            bytes[start + AuditFrame.authenticated.lowerBound..<start + AuditFrame.authenticated.upperBound]
        return try? AES.GCM.open(box, using: keys.sealing, authenticating: clear)
    }

    /// Returns nil when the record cannot be decrypted, when a version that knows more events wrote it, or when
    /// `isWanted` returns false for its payload.
    func entry(
        _ frame: AuditFrame, in bytes: [UInt8], where isWanted: (Data) -> Bool
    ) -> StoredEntry? {
        guard let data = open(frame, in: bytes), isWanted(data) else { return nil }
        return try? JSONDecoder().decode(StoredEntry.self, from: data)
    }
}

/// The two secrets of the log: one encrypts the entries, the other signs the heads of the chains.
package struct AuditKeys: Sendable {
    package static let sealingBytes = 32
    package static let signingBytes = 32

    /// Each record contains this id, so that later keys can exist beside this one.
    let id: UInt32
    package let sealing: SymmetricKey
    let signing: Curve25519.Signing.PrivateKey

    /// `sealing` is an AES-256 key, `signing` the raw private half of an Ed25519 key. Throws `.wrongKeyLength`.
    package init(id: UInt32 = 1, sealing: Data, signing: Data) throws(AuditError) {
        guard sealing.count == Self.sealingBytes else {
            throw .wrongKeyLength(bytes: sealing.count, expectedBytes: Self.sealingBytes)
        }
        guard let signingKey = try? Curve25519.Signing.PrivateKey(rawRepresentation: signing) else {
            throw .wrongKeyLength(bytes: signing.count, expectedBytes: Self.signingBytes)
        }
        self.id = id
        self.sealing = SymmetricKey(data: sealing)
        self.signing = signingKey
    }

    /// Returns random bytes for two new keys, for the secret store.
    package static func makeBytes() -> (sealing: Data, signing: Data) {
        let sealing = SymmetricKey(size: .bits256).withUnsafeBytes { Data($0) }
        return (sealing, Curve25519.Signing.PrivateKey().rawRepresentation)
    }
}

extension AuditKeys: CustomStringConvertible, CustomReflectable {
    package var description: String { "<redacted>" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
