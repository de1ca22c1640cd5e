package import Crypto
import Foundation

/// One slot of a file that is written in place: the length of the rest, and encrypted JSON.
package enum SealedSlot {
    /// Returns nil if the content cannot be encrypted. `purpose` is authenticated, so that the slots of two files cannot
    /// be exchanged.
    package static func bytes(of content: some Encodable, key: SymmetricKey, purpose: String) -> [UInt8]? {
        guard let clear = try? JSONEncoder().encode(content),
            let box = try? AES.GCM.seal(clear, using: key, authenticating: Data(purpose.utf8)),
            let combined = box.combined
        else { return nil }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(combined.count))
        return bytes + combined
    }

    /// Returns nil when the slot contains nothing that this key encrypted.
    package static func content<Content: Decodable>(
        of slot: [UInt8], key: SymmetricKey, purpose: String
    ) -> Content? {
        guard slot.count >= 4 else { return nil }
        let length = Int(slot.withUnsafeBytes { $0.integer(at: 0, as: UInt32.self) })
        guard length > 0, length <= slot.count - 4,
            let box = try? AES.GCM.SealedBox(combined: slot[4..<4 + length]),
            let clear = try? AES.GCM.open(box, using: key, authenticating: Data(purpose.utf8))
        else { return nil }
        return try? JSONDecoder().decode(Content.self, from: clear)
    }
}
