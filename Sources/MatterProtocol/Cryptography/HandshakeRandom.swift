import Crypto

/// Random numbers of handshakes, from the cryptographic library.
package enum HandshakeRandom {
    package static func bytes(_ count: Int) -> [UInt8] {
        SymmetricKey(size: SymmetricKeySize(bitCount: count * 8)).withUnsafeBytes { Array($0) }
    }
}
