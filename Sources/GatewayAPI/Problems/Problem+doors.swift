import HTTPTypes
import ProofOfPossession

/// What the doors say to those whom they do not let in.
extension Problem {
    static let unauthenticated = challenging(
        Problem(.unauthorized, "unauthenticated", "Sign in first: there is no such session, or it has ended."),
        error: "invalid_token")
    static let keyNeeded = challenging(
        Problem(.unauthorized, "keyNeeded", "This needs a proof of possession of a key: the DPoP header."))
    static let unknownPerson = Problem(
        .forbidden, "unknownPerson", "Nobody here has that id; see tomte people list.", field: "Tomte-As")
    static let consoleOnly = Problem(.forbidden, "consoleOnly", "This is done at the gateway itself.")

    static let otherHost = Problem(.misdirectedRequest, "otherHost", "No gateway of this name is here.")

    /// A field of which only one may be there came more than once, or contradicts the authority.
    static func repeated(_ field: HTTPField.Name) -> Problem {
        Problem(.badRequest, "repeated", "The request has the header field “\(field)” more than once.")
    }

    static let crossSite = Problem(.forbidden, "crossSite", "Only pages of this gateway may change something.")
    static let methodNotAllowed = Problem(
        .methodNotAllowed, "methodNotAllowed", "This address does not know the method; “Allow” lists those it knows.")
    static let notJSON = Problem(.unsupportedMediaType, "notJSON", "A body is application/json.")
    static let tooSlow = Problem(.requestTimeout, "tooSlow", "The body did not come in time.")
    static let otherBody = challenging(
        Problem(.unauthorized, "proofRefused", "The proof covers another body than this one."))

    /// The answer that brings a nonce says so, in the words of RFC 9449 §8.
    static func refused(_ proof: ProofRefusal) -> Problem {
        switch proof {
        case .staleNonce:
            challenging(
                Problem(.unauthorized, "useNonce", "Make the proof again, with the nonce of DPoP-Nonce."),
                error: "use_dpop_nonce")
        case .replayed: challenging(Problem(.unauthorized, "proofReplayed", "This proof was used before."))
        case .otherRequest:
            challenging(Problem(.unauthorized, "proofRefused", "The proof is for another method, address or token."))
        case .malformed, .badSignature:
            challenging(Problem(.unauthorized, "proofRefused", "This is no proof of a P-256 key."))
        case .busy: Problem(.serviceUnavailable, "busy", "Too many requests; try again in a minute.")
        }
    }

    private static func challenging(_ problem: Problem, error: String = "invalid_dpop_proof") -> Problem {
        var problem = problem
        problem.challenge = #"DPoP algs="ES256", error="\#(error)""#
        return problem
    }
}
