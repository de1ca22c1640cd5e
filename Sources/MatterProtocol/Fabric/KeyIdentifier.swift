import Crypto

/// The key ids in certificates.
enum KeyIdentifier {
    /// The SHA-1 of the uncompressed point: 20 bytes, as the first method of RFC 5280, section 4.2.1.2, makes it.
    static func identifier(of publicKey: [UInt8]) -> [UInt8] { Array(Insecure.SHA1.hash(data: publicKey)) }
}
