import Crypto

/// The short name of a fabric: a number that depends on the key of its root and on its id. The names in DNS-SD begin
/// with it.
package struct CompressedFabricID: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// `rootPublicKey` is the uncompressed point, whose first byte does not count.
    package init(rootPublicKey: [UInt8], fabricID: FabricID) {
        let key = MatterKDF.derive(
            from: SymmetricKey(data: rootPublicKey.dropFirst()), salt: fabricID.bigEndianBytes,
            info: "CompressedFabric", byteCount: 8)
        rawValue = key.withUnsafeBytes { $0.reduce(0) { $0 << 8 | UInt64($1) } }
    }

    /// Sixteen upper-case hexadecimal digits, as in the names of DNS-SD.
    package var description: String { HexadecimalText.digits(of: rawValue) }

    var bigEndianBytes: [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: rawValue >> (56 - 8 * $0)) } }
}
