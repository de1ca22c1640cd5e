import Crypto
import Foundation

/// One of the places of a file that is written in place: the length of what follows, and JSON that is sealed.
enum SealedPlace {
    /// `purpose` is authenticated, so that the places of two files cannot be exchanged.
    static func bytes(
        of content: some Encodable, _ key: SymmetricKey, _ purpose: String
    ) throws(AuditError) -> [UInt8] {
        guard let clear = try? JSONEncoder().encode(content),
            let box = try? AES.GCM.seal(clear, using: key, authenticating: Data(purpose.utf8)),
            let combined = box.combined
        else { throw .notSealed }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(combined.count))
        return bytes + combined
    }

    /// Nil when nothing is there that this key sealed.
    static func content<Content: Decodable>(of place: [UInt8], _ key: SymmetricKey, _ purpose: String) -> Content? {
        guard place.count >= 4 else { return nil }
        let length = Int(place.withUnsafeBytes { $0.integer(at: 0, as: UInt32.self) })
        guard length > 0, length <= place.count - 4,
            let box = try? AES.GCM.SealedBox(combined: place[4..<4 + length]),
            let clear = try? AES.GCM.open(box, using: key, authenticating: Data(purpose.utf8))
        else { return nil }
        return try? JSONDecoder().decode(Content.self, from: clear)
    }
}
