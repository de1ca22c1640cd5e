import Crypto
import Foundation

/// The formulas of SRP-6a over a group and a hash. Source: RFC 5054; HAP specification R14, section 5.6.
///
/// Implementations agree on these paddings: k hashes the modulus and the generator padded to the length of the modulus,
/// u hashes both public keys padded to it, and the hash of the generator in the client's proof is that of one byte.
/// `SRPClient` says where they differ.
struct SRPArithmetic<Hash: HashFunction> {
    let group: SRPGroup
    private let modulus: BigNumberHandle
    private let generator: BigNumberHandle
    /// The multiplier k.
    let multiplier: BigNumberHandle

    init(group: SRPGroup) throws(SRPError) {
        self.group = group
        modulus = try BigNumberHandle(bytes: group.modulus)
        generator = try BigNumberHandle(bytes: group.generator)
        let padded = try generator.bytes(count: group.byteCount)
        multiplier = try BigNumberHandle(bytes: Self.hash(group.modulus, padded))
    }

    /// The digest of the parts, one after the other.
    static func hash(_ parts: [UInt8]...) -> [UInt8] {
        var hash = Hash()
        for part in parts { hash.update(data: part) }
        return Array(hash.finalize())
    }

    /// x, the secret number that is derived from the password.
    func passwordNumber(username: [UInt8], password: [UInt8], salt: [UInt8]) throws(SRPError) -> BigNumberHandle {
        let inner = Self.hash(username, [UInt8(ascii: ":")], password)
        return try BigNumberHandle(bytes: Self.hash(salt, inner))
    }

    /// v, which the server stores instead of the password.
    func verifier(of passwordNumber: BigNumberHandle) throws(SRPError) -> BigNumberHandle {
        try generator.raised(to: passwordNumber, modulo: modulus)
    }

    /// A, the public key of the client with this private key.
    func clientPublicKey(of privateKey: BigNumberHandle) throws(SRPError) -> BigNumberHandle {
        try generator.raised(to: privateKey, modulo: modulus)
    }

    /// B, the public key of the server with this private key.
    func serverPublicKey(
        of privateKey: BigNumberHandle, verifier: BigNumberHandle
    ) throws(SRPError) -> BigNumberHandle {
        let masked = try multiplier.multiplied(by: verifier, modulo: modulus)
        return try generator.raised(to: privateKey, modulo: modulus).adding(masked, modulo: modulus)
    }

    /// A public key of the other side. Throws `.illegalPublicKey` unless it is between 1 and the modulus.
    func publicKey(_ bytes: [UInt8]) throws(SRPError) -> BigNumberHandle {
        guard (1...group.byteCount).contains(bytes.count) else { throw .illegalPublicKey }
        let number = try BigNumberHandle(bytes: bytes)
        guard !number.isZero, number.isLess(than: modulus) else { throw .illegalPublicKey }
        return number
    }

    /// u, which binds the exchange to both public keys. Throws `.illegalPublicKey` if it is zero.
    func scrambler(
        client: BigNumberHandle, server: BigNumberHandle
    ) throws(SRPError) -> BigNumberHandle {
        let keys = (try client.bytes(count: group.byteCount), try server.bytes(count: group.byteCount))
        let number = try BigNumberHandle(bytes: Self.hash(keys.0, keys.1))
        guard !number.isZero else { throw .illegalPublicKey }
        return number
    }

    /// S as the client calculates it: `(B - k * g^x) ^ (a + u * x)`.
    func clientSecret(
        server: BigNumberHandle, passwordNumber: BigNumberHandle, privateKey: BigNumberHandle,
        scrambler: BigNumberHandle
    ) throws(SRPError) -> BigNumberHandle {
        let masked = try multiplier.multiplied(by: verifier(of: passwordNumber), modulo: modulus)
        let exponent = try scrambler.multiplied(by: passwordNumber).adding(privateKey)
        return try server.subtracting(masked, modulo: modulus).raised(to: exponent, modulo: modulus)
    }

    /// S as the server calculates it: `(A * v^u) ^ b`.
    func serverSecret(
        client: BigNumberHandle, verifier: BigNumberHandle, privateKey: BigNumberHandle, scrambler: BigNumberHandle
    ) throws(SRPError) -> BigNumberHandle {
        let raised = try verifier.raised(to: scrambler, modulo: modulus)
        return try client.multiplied(by: raised, modulo: modulus).raised(to: privateKey, modulo: modulus)
    }

    /// K, the hash of S.
    func sessionKey(of secret: BigNumberHandle, leadingZeros: SRPLeadingZeros) throws(SRPError) -> SymmetricKey {
        try secret.withBytes(count: group.byteCount) { bytes in
            let start = leadingZeros == .kept ? 0 : bytes.firstIndex { $0 != 0 } ?? bytes.count
            var hash = Hash()
            hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: bytes[start...]))
            return hash.finalize().withUnsafeBytes { SymmetricKey(data: $0) }
        }
    }

    /// M1, with which the client proves that it knows the password.
    func clientProof(
        username: [UInt8], salt: [UInt8], clientKey: [UInt8], serverKey: [UInt8], sessionKey: SymmetricKey
    ) -> [UInt8] {
        let groupHash = zip(Self.hash(group.modulus), Self.hash(group.generator)).map { $0 ^ $1 }
        return sessionKey.withUnsafeBytes {
            Self.hash(groupHash, Self.hash(username), salt, clientKey, serverKey, Array($0))
        }
    }

    /// M2, with which the server proves that it knows the password.
    func serverProof(clientKey: [UInt8], clientProof: [UInt8], sessionKey: SymmetricKey) -> [UInt8] {
        sessionKey.withUnsafeBytes { Self.hash(clientKey, clientProof, Array($0)) }
    }
}
