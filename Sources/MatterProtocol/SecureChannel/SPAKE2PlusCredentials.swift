/// The numbers w0 and w1, which the prover derives from the passcode.
struct SPAKE2PlusCredentials: Sendable {
    let w0: P256Scalar
    let w1: P256Scalar

    /// Each number is derived from 40 bytes, 8 more than it has, so that the reduction leaves no bias.
    private static let derivedBytes = 40

    init(w0: P256Scalar, w1: P256Scalar) {
        self.w0 = w0
        self.w1 = w1
    }

    /// Takes about a microsecond for each iteration.
    init(passcode: SetupPasscode, parameters: PBKDFParameters) throws(P256Error) {
        guard
            let bytes = MatterKDF.stretch(
                passcode, salt: parameters.salt, iterations: parameters.iterations, byteCount: 2 * Self.derivedBytes)
        else { throw .failed }
        w0 = try P256Scalar(reducing: Array(bytes[..<Self.derivedBytes]))
        w1 = try P256Scalar(reducing: Array(bytes[Self.derivedBytes...]))
    }
}
