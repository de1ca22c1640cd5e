import MatterProtocol

/// A random code with which a node of the home accepts one more commissioner for some time.
struct WindowCode: Sendable {
    private static let iterations: UInt32 = 10_000

    let discriminator: UInt16
    let passcode: SetupPasscode

    init() {
        var random = SystemRandomNumberGenerator()
        discriminator = UInt16.random(in: 0...0xFFF, using: &random)
        passcode = SetupPasscode.random(using: &random)
    }

    /// The command that makes a node accept the code for so long. A timed command. It has no code: the node gets its
    /// verifier.
    func command(for duration: Duration) throws(SessionEstablishmentFailure) -> CommandData {
        let parameters = try PBKDFParameters(iterations: Self.iterations, salt: HandshakeRandom.bytes(32))
        return .openCommissioningWindow(
            seconds: UInt16(clamping: duration.components.seconds), verifier: try verifier(parameters),
            discriminator: discriminator, parameters: parameters)
    }

    private func verifier(_ parameters: PBKDFParameters) throws(SessionEstablishmentFailure) -> [UInt8] {
        do throws(P256Error) {
            return try SPAKE2PlusVerifier(passcode: passcode, parameters: parameters).exposedBytes
        } catch {
            throw .cryptography
        }
    }
}
