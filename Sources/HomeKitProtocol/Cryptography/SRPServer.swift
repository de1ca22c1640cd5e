package import Crypto

/// The accessory's side of the SRP exchange in Pair-Setup, for simulated accessories.
///
/// It accepts controllers of all kinds in the table of `SRPClient`: its public key never begins with zero, and it tries
/// the proof with leading zeros kept and removed.
package struct SRPServer: Sendable {
    /// What the exchange gives after the controller has proved that it knows the setup code.
    package struct Acceptance: Sendable {
        /// M2.
        package let proof: [UInt8]
        /// K.
        package let sessionKey: SymmetricKey
    }

    private static let maximumTries = 16
    private static let username = Array("Pair-Setup".utf8)

    /// B.
    package let publicKey: [UInt8]
    package var salt: [UInt8] { verifier.salt }
    private let verifier: SRPVerifier
    private let privateKey: BigNumberHandle
    private let serverKey: BigNumberHandle

    package init(verifier: SRPVerifier) throws(SRPError) {
        try self.init(verifier: verifier, makePrivateKey: PrivateNumber.random)
    }

    init(
        verifier: SRPVerifier, makePrivateKey: () throws(SRPError) -> BigNumberHandle
    ) throws(SRPError) {
        let arithmetic = try SRPArithmetic<SHA512>(group: .homeKit)
        var privateKey = try makePrivateKey()
        var number = try arithmetic.serverPublicKey(of: privateKey, verifier: verifier.verifier)
        var bytes = try number.bytes(count: arithmetic.group.byteCount)
        for _ in 1..<Self.maximumTries where bytes.first == 0 {
            privateKey = try makePrivateKey()
            number = try arithmetic.serverPublicKey(of: privateKey, verifier: verifier.verifier)
            bytes = try number.bytes(count: arithmetic.group.byteCount)
        }
        self.verifier = verifier
        self.privateKey = privateKey
        serverKey = number
        publicKey = bytes
    }

    /// Throws `.wrongProof` if the controller does not know the setup code, and `.illegalPublicKey` for a key that no
    /// honest controller sends.
    package func accept(clientPublicKey: [UInt8], proof: [UInt8]) throws(SRPError) -> Acceptance {
        let arithmetic = try SRPArithmetic<SHA512>(group: .homeKit)
        let client = try arithmetic.publicKey(clientPublicKey)
        let secret = try arithmetic.serverSecret(
            client: client, verifier: verifier.verifier, privateKey: privateKey,
            scrambler: arithmetic.scrambler(client: client, server: serverKey))
        for leadingZeros in SRPLeadingZeros.allCases {
            let sessionKey = try arithmetic.sessionKey(of: secret, leadingZeros: leadingZeros)
            for hashedKey in [clientPublicKey, Array(clientPublicKey.drop { $0 == 0 })] {
                let expected = arithmetic.clientProof(
                    username: Self.username, salt: salt, clientKey: hashedKey, serverKey: publicKey,
                    sessionKey: sessionKey)
                guard ConstantTime.areEqual(proof, expected) else { continue }
                return Acceptance(
                    proof: arithmetic.serverProof(
                        clientKey: clientPublicKey, clientProof: proof, sessionKey: sessionKey),
                    sessionKey: sessionKey)
            }
        }
        throw .wrongProof
    }
}
