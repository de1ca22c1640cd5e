import Crypto

/// Makes the private keys of an SRP exchange.
enum PrivateNumber {
    /// RFC 5054 asks for 256 bits or more.
    private static let byteCount = 32

    static func random() throws(SRPError) -> BigNumberHandle {
        let bytes = SymmetricKey(size: SymmetricKeySize(bitCount: byteCount * 8))
        return try BigNumberHandle(bytes: bytes)
    }
}
