import Crypto
import SeededRandom
import Testing

@testable import HomeKitProtocol

struct SRPTests {
    @Test func valuesOfRFC5054AreCalculated() throws {
        try check(SRPVectors.rfc5054, with: SRPArithmetic<Insecure.SHA1>(group: SRPVectors.rfc5054.group))
    }

    @Test func valuesOfTheHAPSpecificationAreCalculated() throws {
        #expect(SRPGroup.homeKit.modulus == SRPVectors.homeKit.group.modulus)
        try check(SRPVectors.homeKit, with: SRPArithmetic<SHA512>(group: .homeKit))
    }

    private func check<Hash: HashFunction>(_ vectors: SRPVectors, with arithmetic: SRPArithmetic<Hash>) throws {
        let count = arithmetic.group.byteCount
        let credentials = SRPVectors.credentials
        let passwordNumber = try arithmetic.passwordNumber(
            username: credentials.username, password: credentials.password, salt: SRPVectors.salt)
        if let expected = vectors.multiplier { #expect(try arithmetic.multiplier.bytes() == expected) }
        if let expected = vectors.passwordNumber { #expect(try passwordNumber.bytes() == expected) }
        let verifier = try arithmetic.verifier(of: passwordNumber)
        #expect(try verifier.bytes(count: count) == vectors.verifier)
        let clientPrivate = try BigNumberHandle(bytes: SRPVectors.clientPrivateKey)
        let serverPrivate = try BigNumberHandle(bytes: SRPVectors.serverPrivateKey)
        let client = try arithmetic.clientPublicKey(of: clientPrivate)
        let server = try arithmetic.serverPublicKey(of: serverPrivate, verifier: verifier)
        #expect(try client.bytes(count: count) == vectors.clientKey)
        #expect(try server.bytes(count: count) == vectors.serverKey)
        let scrambler = try arithmetic.scrambler(client: client, server: server)
        #expect(try scrambler.bytes(count: vectors.scrambler.count) == vectors.scrambler)
        let clientSecret = try arithmetic.clientSecret(
            server: server, passwordNumber: passwordNumber, privateKey: clientPrivate, scrambler: scrambler)
        let serverSecret = try arithmetic.serverSecret(
            client: client, verifier: verifier, privateKey: serverPrivate, scrambler: scrambler)
        #expect(try clientSecret.bytes(count: count) == vectors.secret)
        #expect(try serverSecret.bytes(count: count) == vectors.secret)
        if let expected = vectors.sessionKey {
            let key = try arithmetic.sessionKey(of: clientSecret, leadingZeros: .kept)
            #expect(key.withUnsafeBytes { Array($0) } == expected)
        }
    }

    private let code: SetupCode
    private let server: SRPServer

    init() throws {
        code = try SetupCode("031-45-154")
        server = try SRPServer(verifier: SRPVerifier(code: code))
    }

    @Test func bothSidesGetTheSameKeyAndAcceptEachOther() throws {
        let client = try SRPClient(code: code, salt: server.salt, serverPublicKey: server.publicKey)
        let acceptance = try server.accept(clientPublicKey: client.publicKey, proof: client.proof)
        try client.check(serverProof: acceptance.proof)
        #expect(client.sessionKey == acceptance.sessionKey)
        #expect(server.salt.count == 16 && server.publicKey.count == 384 && client.publicKey.count == 384)
    }

    @Test func wrongCodeOrProofIsRefused() throws {
        let other = try SRPClient(
            code: SetupCode("031-45-155"), salt: server.salt, serverPublicKey: server.publicKey)
        #expect(throws: SRPError.wrongProof) {
            try server.accept(clientPublicKey: other.publicKey, proof: other.proof)
        }
        let client = try SRPClient(code: code, salt: server.salt, serverPublicKey: server.publicKey)
        let acceptance = try server.accept(clientPublicKey: client.publicKey, proof: client.proof)
        #expect(throws: SRPError.wrongProof) { try client.check(serverProof: client.proof) }
        #expect(throws: SRPError.wrongProof) { try client.check(serverProof: acceptance.proof.dropLast()) }
        #expect(throws: SRPError.wrongProof) { try client.check(serverProof: []) }
    }

    /// With such keys the shared secret is known without the code.
    @Test func illegalPublicKeysAreRefusedByBothSides() throws {
        let modulus = SRPGroup.homeKit.modulus
        let zero = [UInt8](repeating: 0, count: 384)
        let keys: [[UInt8]] = [[], [0], zero, modulus, [0] + zero, modulus + [1], [1] + modulus]
        for key in keys {
            #expect(throws: SRPError.illegalPublicKey) {
                try SRPClient(code: code, salt: server.salt, serverPublicKey: key)
            }
            #expect(throws: SRPError.illegalPublicKey) { try server.accept(clientPublicKey: key, proof: []) }
        }
        for salt in [[], [UInt8](repeating: 0, count: 65)] as [[UInt8]] {
            #expect(throws: SRPError.illegalSalt) {
                try SRPClient(code: code, salt: salt, serverPublicKey: server.publicKey)
            }
        }
    }

    /// A bulb sends this salt.
    @Test func saltOfZerosIsUsedAsItIs() throws {
        let salt = [UInt8](repeating: 0, count: 16)
        let server = try SRPServer(verifier: SRPVerifier(code: code, salt: salt))
        let client = try SRPClient(code: code, salt: salt, serverPublicKey: server.publicKey)
        #expect(throws: Never.self) { try server.accept(clientPublicKey: client.publicKey, proof: client.proof) }
    }

    private typealias Exchange = (privateKey: BigNumberHandle, client: BigNumberHandle, secret: BigNumberHandle)

    /// The exchange of a client with this private key.
    private func exchange(privateKey: BigNumberHandle) throws -> Exchange {
        let arithmetic = try SRPArithmetic<SHA512>(group: .homeKit)
        let credentials = SRPCredentials.pairSetup(code: code)
        let passwordNumber = try arithmetic.passwordNumber(
            username: credentials.username, password: credentials.password, salt: server.salt)
        let serverKey = try arithmetic.publicKey(server.publicKey)
        let client = try arithmetic.clientPublicKey(of: privateKey)
        let secret = try arithmetic.clientSecret(
            server: serverKey, passwordNumber: passwordNumber, privateKey: privateKey,
            scrambler: arithmetic.scrambler(client: client, server: serverKey))
        return (privateKey, client, secret)
    }

    /// Two exchanges that some implementations calculate differently: in the first A is 5, with 383 zeros before it;
    /// the secret of the second begins with zero.
    private func exchangesWithLeadingZero(seed: UInt64) throws -> [Exchange] {
        var random = SeededGenerator(seed: seed)
        var exchanges = [try exchange(privateKey: BigNumberHandle(bytes: [1]))]
        for _ in 0..<20_000 where exchanges.count == 1 {
            let candidate = try exchange(privateKey: BigNumberHandle(bytes: random.bytes(32)))
            if try candidate.secret.bytes(count: 384).first == 0 { exchanges.append(candidate) }
        }
        #expect(exchanges.count == 2, "seed \(seed)")
        return exchanges
    }

    @Test func clientAvoidsNumbersWithLeadingZeros() throws {
        let seed = printedSeed()
        var privateKeys = try exchangesWithLeadingZero(seed: seed).map(\.privateKey)
        let client = try SRPClient(
            arithmetic: SRPArithmetic<SHA512>(group: .homeKit), credentials: .pairSetup(code: code), salt: server.salt,
            serverPublicKey: server.publicKey
        ) { () throws(SRPError) in
            if let key = privateKeys.popLast() { return key }
            return try PrivateNumber.random()
        }
        #expect(privateKeys.isEmpty && client.publicKey.first != 0, "seed \(seed)")
        let acceptance = try server.accept(clientPublicKey: client.publicKey, proof: client.proof)
        #expect(acceptance.sessionKey.withUnsafeBytes { $0.first } != 0, "seed \(seed)")
    }

    /// Other controllers remove the leading zeros of A, or of the secret, before they hash it.
    @Test func serverAcceptsControllersThatRemoveLeadingZeros() throws {
        let seed = printedSeed()
        let arithmetic = try SRPArithmetic<SHA512>(group: .homeKit)
        for (_, client, secret) in try exchangesWithLeadingZero(seed: seed) {
            for sent in [try client.bytes(), try client.bytes(count: 384)] {
                for hashed in [try client.bytes(), sent] {
                    for leadingZeros in SRPLeadingZeros.allCases {
                        let sessionKey = try arithmetic.sessionKey(of: secret, leadingZeros: leadingZeros)
                        let proof = arithmetic.clientProof(
                            username: Array("Pair-Setup".utf8), salt: server.salt, clientKey: hashed,
                            serverKey: server.publicKey, sessionKey: sessionKey)
                        let acceptance = try server.accept(clientPublicKey: sent, proof: proof)
                        #expect(acceptance.sessionKey == sessionKey, "seed \(seed)")
                    }
                }
            }
        }
    }

    @Test func bigNumbersAreReadAndWrittenWithLeadingZeros() throws {
        let number = try BigNumberHandle(bytes: [0, 0, 1, 2])
        #expect(try number.bytes() == [1, 2])
        #expect(try number.bytes(count: 5) == [0, 0, 0, 1, 2])
        #expect(throws: SRPError.tooLarge) { try number.bytes(count: 1) }
        #expect(try BigNumberHandle(bytes: [UInt8]()).isZero)
        #expect(try BigNumberHandle(bytes: [UInt8]()).bytes().isEmpty)
    }
}
