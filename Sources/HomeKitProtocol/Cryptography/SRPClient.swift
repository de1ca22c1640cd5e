package import Crypto

/// The controller's side of the SRP exchange in Pair-Setup. It is complete when it is made, because a controller
/// chooses its private key only after it has the accessory's public key and salt.
///
/// Implementations differ in the leading zero bytes of the numbers that they hash:
///
/// | hashed | HomeKitADK | HAP-NodeJS (fast-srp) | HAP-python | HomeSpan | aiohomekit |
/// |---|---|---|---|---|---|
/// | S, for K | removed | kept | removed | kept | kept |
/// | A in M1 | removed | as received | as received | removed | kept |
/// | A in M2 | kept | as received | as received | kept | kept |
/// | B in M1 | removed | kept | removed | removed | as received |
/// | B as sent | removed | kept | removed | kept | – |
/// | K, later | kept | kept | removed | kept | kept |
///
/// One exchange of about a hundred has such a byte in A, S or K, and fails with some accessories. This client avoids
/// that: it chooses a private key for which A, S and K begin with another byte, so that all of them agree. B is hashed
/// in M1 as it was received, which is right for every accessory above but one: HomeSpan sends a B that begins with zero
/// as it is, and hashes it without the zero. There one attempt of 256 ends with the error `authentication`, and the
/// next one succeeds.
package struct SRPClient: Sendable {
    /// A, with the length of the modulus.
    package let publicKey: [UInt8]
    /// M1.
    package let proof: [UInt8]
    /// K.
    package let sessionKey: SymmetricKey
    private let expectedServerProof: [UInt8]

    /// Sixteen tries fail only once in 10³⁰ exchanges.
    private static let maximumTries = 16

    /// Throws `.illegalPublicKey` or `.illegalSalt` for values that no honest accessory sends. A salt has 16 bytes in
    /// all known accessories. It is hashed as it was received: one bulb sends sixteen zero bytes (aiohomekit change
    /// 150).
    package init(code: SetupCode, salt: [UInt8], serverPublicKey: [UInt8]) throws(SRPError) {
        try self.init(
            arithmetic: try SRPArithmetic<SHA512>(group: .homeKit), credentials: .pairSetup(code: code), salt: salt,
            serverPublicKey: serverPublicKey, makePrivateKey: PrivateNumber.random)
    }

    /// Tests pass their own arithmetic, credentials and private keys.
    init<Hash: HashFunction>(
        arithmetic: SRPArithmetic<Hash>, credentials: SRPCredentials, salt: [UInt8], serverPublicKey: [UInt8],
        makePrivateKey: () throws(SRPError) -> BigNumberHandle
    ) throws(SRPError) {
        guard (1...64).contains(salt.count) else { throw .illegalSalt }
        let server = try arithmetic.publicKey(serverPublicKey)
        let passwordNumber = try arithmetic.passwordNumber(
            username: credentials.username, password: credentials.password, salt: salt)
        var candidate = try Self.exchange(
            arithmetic: arithmetic, server: server, passwordNumber: passwordNumber, privateKey: makePrivateKey())
        for _ in 1..<Self.maximumTries where candidate.hasLeadingZero {
            candidate = try Self.exchange(
                arithmetic: arithmetic, server: server, passwordNumber: passwordNumber, privateKey: makePrivateKey())
        }
        publicKey = candidate.publicKey
        sessionKey = candidate.sessionKey
        proof = arithmetic.clientProof(
            username: credentials.username, salt: salt, clientKey: publicKey, serverKey: serverPublicKey,
            sessionKey: sessionKey)
        expectedServerProof = arithmetic.serverProof(
            clientKey: publicKey, clientProof: proof, sessionKey: sessionKey)
    }

    /// Throws `.wrongProof` unless the accessory has proved that it knows the setup code.
    package func check(serverProof: [UInt8]) throws(SRPError) {
        guard ConstantTime.areEqual(serverProof, expectedServerProof) else { throw .wrongProof }
    }

    private struct Candidate {
        let publicKey: [UInt8]
        let sessionKey: SymmetricKey
        let hasLeadingZero: Bool
    }

    private static func exchange<Hash: HashFunction>(
        arithmetic: SRPArithmetic<Hash>, server: BigNumberHandle, passwordNumber: BigNumberHandle,
        privateKey: BigNumberHandle
    ) throws(SRPError) -> Candidate {
        let count = arithmetic.group.byteCount
        let client = try arithmetic.clientPublicKey(of: privateKey)
        let secret = try arithmetic.clientSecret(
            server: server, passwordNumber: passwordNumber, privateKey: privateKey,
            scrambler: arithmetic.scrambler(client: client, server: server))
        let publicKey = try client.bytes(count: count)
        let sessionKey = try arithmetic.sessionKey(of: secret, leadingZeros: .kept)
        let firstBytes = [
            publicKey.first, try secret.withBytes(count: count) { $0.first }, sessionKey.withUnsafeBytes { $0.first },
        ]
        return Candidate(publicKey: publicKey, sessionKey: sessionKey, hasLeadingZero: firstBytes.contains(0))
    }
}
