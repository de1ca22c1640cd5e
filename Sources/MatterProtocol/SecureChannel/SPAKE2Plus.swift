import Crypto

/// The password-authenticated key exchange SPAKE2+ on P-256 with the key schedule that Matter takes from its first
/// draft: half of the hash of the transcript confirms, the other half is the shared secret.
///
/// Source: Matter core specification 1.4, section 3.10; draft-bar-cfrg-spake2plus-01.
struct SPAKE2Plus {
    /// What both sides know before the exchange. Matter leaves the identities empty.
    struct Context: Sendable {
        var context: [UInt8]
        var proverIdentity: [UInt8] = []
        var verifierIdentity: [UInt8] = []
    }

    /// What an exchange yields for one side.
    struct Secrets {
        /// Proves that the prover knows the passcode: cA.
        let proverConfirmation: [UInt8]
        /// Proves that the verifier knows the passcode: cB.
        let verifierConfirmation: [UInt8]
        /// Ke, 16 bytes.
        let sharedSecret: SymmetricKey
    }

    /// The points M and N, of which no discrete logarithm is known. Source: RFC 9383, section 4.
    static let compressedM: [UInt8] = [
        0x02, 0x88, 0x6E, 0x2F, 0x97, 0xAC, 0xE4, 0x6E, 0x55, 0xBA, 0x9D, 0xD7, 0x24, 0x25, 0x79, 0xF2, 0x99, 0x3B,
        0x64,
        0xE1, 0x6E, 0xF3, 0xDC, 0xAB, 0x95, 0xAF, 0xD4, 0x97, 0x33, 0x3D, 0x8F, 0xA1, 0x2F,
    ]
    static let compressedN: [UInt8] = [
        0x03, 0xD8, 0xBB, 0xD6, 0xC6, 0x39, 0xC6, 0x29, 0x37, 0xB0, 0x4D, 0x99, 0x7F, 0x38, 0xC3, 0x77, 0x07, 0x19,
        0xC6,
        0x29, 0xD7, 0x01, 0x4D, 0x49, 0xA2, 0x4B, 0x4F, 0x98, 0xBA, 0xA1, 0x29, 0x2B, 0x49,
    ]

    private let pointM: P256Point
    private let pointN: P256Point

    init() throws(P256Error) {
        pointM = try P256Arithmetic.point(encoded: Self.compressedM)
        pointN = try P256Arithmetic.point(encoded: Self.compressedN)
    }

    /// pA, which the prover sends: x·P + w0·M.
    func proverShare(secret: P256Scalar, w0: P256Scalar) throws(P256Error) -> P256Point {
        try share(secret: secret, mask: pointM, w0: w0)
    }

    /// pB, which the verifier sends: y·P + w0·N.
    func verifierShare(secret: P256Scalar, w0: P256Scalar) throws(P256Error) -> P256Point {
        try share(secret: secret, mask: pointN, w0: w0)
    }

    private func share(secret: P256Scalar, mask: P256Point, w0: P256Scalar) throws(P256Error) -> P256Point {
        let public1 = try P256Arithmetic.multiplyGenerator(by: secret)
        return try P256Arithmetic.add(public1, to: P256Arithmetic.multiply(mask, by: w0))
    }

    /// The prover's secrets. The cofactor of P-256 is 1, so that no multiplication by it is necessary.
    func proverSecrets(
        _ credentials: SPAKE2PlusCredentials, secret: P256Scalar, ownShare: P256Point, peerShare: P256Point,
        context: Context
    ) throws(P256Error) -> Secrets {
        let peer = try P256Arithmetic.subtract(
            P256Arithmetic.multiply(pointN, by: credentials.w0), from: peerShare)
        return try secrets(
            context: context, proverShare: ownShare, verifierShare: peerShare,
            pointZ: P256Arithmetic.multiply(peer, by: secret),
            pointV: P256Arithmetic.multiply(peer, by: credentials.w1), w0: credentials.w0)
    }

    /// The verifier's secrets.
    func verifierSecrets(
        _ verifier: SPAKE2PlusVerifier, secret: P256Scalar, ownShare: P256Point, peerShare: P256Point,
        context: Context
    ) throws(P256Error) -> Secrets {
        let peer = try P256Arithmetic.subtract(P256Arithmetic.multiply(pointM, by: verifier.w0), from: peerShare)
        return try secrets(
            context: context, proverShare: peerShare, verifierShare: ownShare,
            pointZ: P256Arithmetic.multiply(peer, by: secret),
            pointV: P256Arithmetic.multiply(verifier.pointL, by: secret), w0: verifier.w0)
    }

    private func secrets(
        context: Context, proverShare: P256Point, verifierShare: P256Point, pointZ: P256Point, pointV: P256Point,
        w0: P256Scalar
    ) -> Secrets {
        var transcript = SHA256()
        let parts = [
            context.context, context.proverIdentity, context.verifierIdentity, pointM.bytes, pointN.bytes,
            proverShare.bytes, verifierShare.bytes, pointZ.bytes, pointV.bytes, w0.exposedBytes,
        ]
        for part in parts {
            let length = UInt64(part.count)
            transcript.update(data: (0..<8).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) })
            transcript.update(data: part)
        }
        let hash = Array(transcript.finalize())
        let confirmation = MatterKDF.derive(
            from: SymmetricKey(data: hash[..<16]), info: "ConfirmationKeys", byteCount: 32
        ).withUnsafeBytes { Array($0) }
        return Secrets(
            proverConfirmation: Self.authenticate(verifierShare, key: confirmation[..<16]),
            verifierConfirmation: Self.authenticate(proverShare, key: confirmation[16...]),
            sharedSecret: SymmetricKey(data: hash[16...]))
    }

    private static func authenticate(_ share: P256Point, key: ArraySlice<UInt8>) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: share.bytes, using: SymmetricKey(data: key)))
    }
}
