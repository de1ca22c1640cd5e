import Crypto

/// The public Ed25519 key of a controller or accessory.
package struct LongTermPublicKey: Hashable, Sendable {
    /// The length of every key.
    package static let byteCount = 32
    static let signatureBytes = 64

    package let bytes: [UInt8]

    /// Throws `.invalid` for another length than 32 bytes, and `.weakKey` for a point of small order, with which a
    /// forged signature can be valid.
    package init(bytes: [UInt8]) throws(PairingFailure) {
        guard bytes.count == Self.byteCount else { throw .invalid(.publicKey) }
        guard !Self.isOfSmallOrder(bytes) else { throw .weakKey }
        self.bytes = bytes
    }

    init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    func isValidSignature(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
        return key.isValidSignature(signature, for: message)
    }

    /// Whether the y coordinate is one of the points whose order divides 8, in any encoding. Source: the list of
    /// libsodium, which RFC 8032 does not contain.
    private static func isOfSmallOrder(_ bytes: [UInt8]) -> Bool {
        var coordinate = bytes
        coordinate[byteCount - 1] &= 0x7F
        return smallOrderCoordinates.contains(coordinate)
    }

    private static let smallOrderCoordinates: Set<[UInt8]> = [
        [UInt8](repeating: 0, count: 32),
        [1] + [UInt8](repeating: 0, count: 31),
        [
            0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0, 0xD5, 0xDF,
            0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
        ],
        [
            0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F, 0x2A, 0x20,
            0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
        ],
        [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
        [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F],
    ]
}
