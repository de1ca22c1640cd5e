import Crypto
import Foundation
import HomeModel

/// Entries to sealed records and back. The clear fields are authenticated with the payload, so that whoever lacks
/// the key cannot write a record that opens, not even where no signature reaches yet.
struct AuditSealer: Sendable {
    static let maximumEntryBytes = 4096
    /// What is under the key of a person is sealed twice, and grows by a third.
    static let maximumSealedBytes = 6144

    private let keys: AuditKeys
    var people: PersonKeyring

    init(keys: AuditKeys, people: PersonKeyring = PersonKeyring()) {
        self.keys = keys
        self.people = people
    }

    var keyID: UInt32 { keys.id }

    /// The entry as it is sealed. Throws `.entryTooLarge`.
    func encode(_ entry: AuditEntry) throws(AuditError) -> Data {
        // What would never fit is refused before work is spent on it.
        let texts = [entry.actor, entry.target ?? "", entry.requestID ?? ""] + entry.metadata.flatMap { [$0, $1] }
        let least = texts.reduce(0) { $0 + $1.utf8.count }
        guard least <= Self.maximumEntryBytes else {
            throw .entryTooLarge(bytes: least, maximumBytes: Self.maximumEntryBytes)
        }
        let stored = try people.conceal(entry)
        guard let data = try? JSONEncoder().encode(stored) else { throw .notSealed }
        let maximum = stored.personal.isEmpty ? Self.maximumEntryBytes : Self.maximumSealedBytes
        guard data.count <= maximum else { throw .entryTooLarge(bytes: data.count, maximumBytes: maximum) }
        return data
    }

    /// The bytes of a record and the place that it takes in its chain.
    func seal(
        _ entry: Data, under header: AuditFrame.Header
    ) throws(AuditError) -> (bytes: [UInt8], position: ChainPosition) {
        let nonce = AES.GCM.Nonce()
        var bytes = header.bytes(nonce: nonce, payloadBytes: entry.count + AuditFrame.tagBytes)
        guard
            let box = try? AES.GCM.seal(
                entry, using: keys.sealing, nonce: nonce, authenticating: bytes[AuditFrame.authenticated])
        else { throw .notSealed }
        bytes += box.ciphertext
        bytes += box.tag
        let hash = bytes.withUnsafeBytes { ChainHash(of: $0) }
        bytes += hash.bytes
        return (bytes, ChainPosition(sequence: header.sequence, hash: hash))
    }

    /// The entry as it was sealed; nil when this log did not write it, or its key is gone.
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

    /// Nil when the record cannot be opened, was written by a version that knows more events, or its payload is not what
    /// `isWanted` looks for.
    func entry(
        _ frame: AuditFrame, in bytes: [UInt8], where isWanted: (Data) -> Bool
    ) -> StoredEntry? {
        guard let data = open(frame, in: bytes), isWanted(data) else { return nil }
        return try? JSONDecoder().decode(StoredEntry.self, from: data)
    }
}
