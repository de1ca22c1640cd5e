/// What a node keeps instead of its passcode: w0, and w1 times the generator. The controller that opens a commissioning
/// window sends it as 97 bytes.
package struct SPAKE2PlusVerifier: Sendable {
    package static let byteCount = P256Scalar.byteCount + P256Point.byteCount

    let w0: P256Scalar
    let pointL: P256Point

    /// The verifier of a passcode. Takes about a microsecond for each iteration. Throws `.failed` if OpenSSL fails.
    package init(passcode: SetupPasscode, parameters: PBKDFParameters) throws(P256Error) {
        let credentials = try SPAKE2PlusCredentials(passcode: passcode, parameters: parameters)
        w0 = credentials.w0
        pointL = try P256Arithmetic.multiplyGenerator(by: credentials.w1)
    }

    /// Reads the 97 bytes. Throws `.invalidPoint` if they have another length or contain no point of the curve.
    package init(exposedBytes bytes: [UInt8]) throws(P256Error) {
        guard bytes.count == Self.byteCount else { throw .invalidPoint }
        w0 = try P256Scalar(reducing: Array(bytes[..<P256Scalar.byteCount]))
        pointL = try P256Point(received: Array(bytes[P256Scalar.byteCount...]))
    }

    /// The 97 bytes. They let their reader test passcodes offline.
    package var exposedBytes: [UInt8] { w0.exposedBytes + pointL.bytes }
}
