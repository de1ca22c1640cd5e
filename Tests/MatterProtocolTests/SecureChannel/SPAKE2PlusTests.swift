import Crypto
import Foundation
import Testing

@testable import MatterProtocol

/// The exchange of the first published vector of draft-bar-cfrg-spake2plus-01, which connectedhomeip tests too.
@Suite struct SPAKE2PlusTests {
    private let w0 = hexadecimal(
        "e6887cf9bdfb7579c69bf47928a84514b5e355ac034863f7ffaf4390e67d798c")
    private let w1 = hexadecimal(
        "24b5ae4abda868ec9336ffc3b78ee31c5755bef1759227ef5372ca139b94e512")
    private let pointL = hexadecimal(
        "0495645cfb74df6e58f9748bb83a86620bab7c82e107f57d6870da8cbcb2ff9f7063a14b6402c62f99afcb97"
            + "06a4d1a143273259fe76f1c605a3639745a92154b9")
    private let proverSecret = hexadecimal(
        "8b0f3f383905cf3a3bb955ef8fb62e24849dd349a05ca79aafb18041d30cbdb6")
    private let proverShare = hexadecimal(
        "04af09987a593d3bac8694b123839422c3cc87e37d6b41c1d630f000dd64980e537ae704bcede04ea3bec9b7"
            + "475b32fa2ca3b684be14d11645e38ea6609eb39e7e")
    private let verifierSecret = hexadecimal(
        "2e0895b0e763d6d5a9564433e64ac3cac74ff897f6c3445247ba1bab40082a91")
    private let verifierShare = hexadecimal(
        "04417592620aebf9fd203616bbb9f121b730c258b286f890c5f19fea833a9c900cbe9057bc549a3e19975be9"
            + "927f0e7614f08d1f0a108eede5fd7eb5624584a4f4")
    private let context = SPAKE2Plus.Context(
        context: Array("SPAKE2+-P256-SHA256-HKDF draft-01".utf8), proverIdentity: Array("client".utf8),
        verifierIdentity: Array("server".utf8))
    private let sharedSecret = hexadecimal("801db297654816eb4f02868129b9dc89")
    private let proverConfirmation = hexadecimal("d4376f2da9c72226dd151b77c2919071155fc22a2068d90b5faa6c78c11e77dd")
    private let verifierConfirmation = hexadecimal("0660a680663e8c5695956fb22dff298b1d07a526cf3cc591adfecd1f6ef6e02e")

    private func expectPublished(_ secrets: SPAKE2Plus.Secrets) {
        #expect(secrets.sharedSecret.withUnsafeBytes { Array($0) } == sharedSecret)
        #expect(secrets.proverConfirmation == proverConfirmation)
        #expect(secrets.verifierConfirmation == verifierConfirmation)
    }

    @Test func proverCalculatesThePublishedSecrets() throws {
        let exchange = try SPAKE2Plus()
        let credentials = SPAKE2PlusCredentials(w0: try P256Scalar(reducing: w0), w1: try P256Scalar(reducing: w1))
        let secret = try P256Scalar(reducing: proverSecret)
        let share = try exchange.proverShare(secret: secret, w0: credentials.w0)
        #expect(share.bytes == proverShare)
        expectPublished(
            try exchange.proverSecrets(
                credentials, secret: secret, ownShare: share, peerShare: try P256Point(received: verifierShare),
                context: context))
    }

    @Test func verifierCalculatesThePublishedSecrets() throws {
        let exchange = try SPAKE2Plus()
        let verifier = try SPAKE2PlusVerifier(exposedBytes: w0 + pointL)
        #expect(verifier.exposedBytes == w0 + pointL)
        let secret = try P256Scalar(reducing: verifierSecret)
        let share = try exchange.verifierShare(secret: secret, w0: verifier.w0)
        #expect(share.bytes == verifierShare)
        expectPublished(
            try exchange.verifierSecrets(
                verifier, secret: secret, ownShare: share, peerShare: try P256Point(received: proverShare),
                context: context))
    }

    /// The verifier of connectedhomeip's examples: passcode 20202021, 1,000 iterations, salt `SPAKE2P Key Salt`.
    @Test func verifierIsDerivedFromThePasscode() throws {
        let verifier = try SPAKE2PlusVerifier(
            passcode: SetupPasscode(20_202_021),
            parameters: PBKDFParameters(iterations: 1000, salt: Array("SPAKE2P Key Salt".utf8)))
        let expected =
            "uWFwqugDNGiEck/po7KHwwMwwqZgN10XuyBajPGuyzUEV/iree4lOrao5GuwnlQ65CJzbeUB49s31EH+NEkg0JVI5MGCQ"
            + "GMMT/SRPFNRODm3wH/MBiehuFc6FJ/NH6Rmzw=="
        #expect(Data(verifier.exposedBytes).base64EncodedString() == expected)
    }

    @Test(arguments: [
        [], [0], [4], [UInt8](repeating: 4, count: 65), [UInt8](repeating: 0, count: 65),
        [4] + [UInt8](repeating: 0, count: 64), [4] + [UInt8](repeating: 255, count: 64),
        SPAKE2Plus.compressedM,
    ])
    func bytesThatAreNoPointAreRefused(bytes: [UInt8]) {
        #expect(throws: P256Error.invalidPoint) { try P256Point(received: bytes) }
    }

    @Test func pointBesideTheCurveIsRefused() throws {
        for position in 1..<65 {
            var bytes = proverShare
            bytes[position] ^= 1
            #expect(throws: P256Error.invalidPoint) { try P256Point(received: bytes) }
        }
    }

    @Test func differenceOfEqualPointsIsRefused() throws {
        let point = try P256Point(received: proverShare)
        #expect(throws: P256Error.invalidPoint) { try P256Arithmetic.subtract(point, from: point) }
    }

    @Test func orderOfTheCurveIsReducedToZero() throws {
        let order = hexadecimal("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let zero = try P256Scalar(reducing: order)
        #expect(zero.isZero)
        #expect(throws: P256Error.invalidPoint) { try P256Arithmetic.multiplyGenerator(by: zero) }
        var text = ""
        dump(try P256Scalar(reducing: w0), to: &text)
        #expect(!text.lowercased().contains("e6887c") && !text.contains("230"))
    }
}
