import MatterProtocol

/// The time in which a commissioner can establish a session with a passcode.
struct CommissioningWindow: Sendable {
    typealias OpeningError = SessionEstablishmentFailure

    enum Kind: Hashable, Sendable {
        /// The node has no fabric.
        case initial
        /// An administrator opened it with a passcode of its own.
        case enhanced(fabric: UInt8)
        /// An administrator opened it with the passcode of the label.
        case basic(fabric: UInt8)

        /// The fabric of the administrator.
        var fabric: UInt8? {
            switch self {
            case .initial: nil
            case .enhanced(let fabric), .basic(let fabric): fabric
            }
        }

        /// `WindowStatus`
        var status: UInt8 {
            switch self {
            case .initial: 0
            case .enhanced: 1
            case .basic: 2
            }
        }
    }

    let kind: Kind
    let verifier: SPAKE2PlusVerifier
    let stretching: PBKDFParameters
    let discriminator: UInt16
    /// The name under which the node announces itself.
    let instance = CommissioningWindow.randomInstance()
    var failedAttempts = 0

    init(kind: Kind, verifier: SPAKE2PlusVerifier, stretching: PBKDFParameters, discriminator: UInt16) {
        self.kind = kind
        self.verifier = verifier
        self.stretching = stretching
        self.discriminator = discriminator & 0xFFF
    }

    /// The window of a node without a fabric.
    static func initial(of definition: NodeDefinition) throws(OpeningError) -> CommissioningWindow {
        try withPasscode(of: definition, kind: .initial)
    }

    /// A window with the passcode of the label.
    static func withPasscode(of definition: NodeDefinition, kind: Kind) throws(OpeningError) -> CommissioningWindow {
        let salt = (0..<16).map { _ in UInt8.random(in: .min ... .max) }
        let stretching = try PBKDFParameters(iterations: PBKDFParameters.allowedIterations.lowerBound, salt: salt)
        do throws(P256Error) {
            return CommissioningWindow(
                kind: kind, verifier: try SPAKE2PlusVerifier(passcode: definition.passcode, parameters: stretching),
                stretching: stretching, discriminator: definition.discriminator)
        } catch {
            throw .cryptography
        }
    }

    private static func randomInstance() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16, uppercase: true)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
