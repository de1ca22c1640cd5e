import HTTPTypes
import ProofOfPossession

/// The problems of requests that are refused before a route handles them.
extension Problem {
    static let unauthenticated = challenging(
        Problem(
            .unauthorized, code: "unauthenticated", detail: "Sign in first: the request has no valid session or token."),
        error: "invalid_token")
    static let keyNeeded = challenging(
        Problem(
            .unauthorized, code: "keyNeeded",
            detail: "This request needs a proof of possession of a key in the header field DPoP."))
    static let unknownPerson = Problem(
        .forbidden, code: "unknownPerson", detail: "No person has the id in Tomte-As; tomte people list shows all ids.",
        field: "Tomte-As")
    static let consoleOnly = Problem(
        .forbidden, code: "consoleOnly", detail: "Only the console can do this: run tomte on the gateway's machine.")

    static let otherHost = Problem(
        .misdirectedRequest, code: "otherHost",
        detail: "The gateway does not have the host name of this request; see https.hostNames.")

    /// A header field that may occur only once is repeated, or contradicts the authority.
    static func repeated(_ field: HTTPField.Name) -> Problem {
        Problem(.badRequest, code: "repeated", detail: "The request has the header field “\(field)” more than once.")
    }

    static let crossSite = Problem(
        .forbidden, code: "crossSite",
        detail: "Only this gateway's own page may change something, and the request comes from another site.")
    static let methodNotAllowed = Problem(
        .methodNotAllowed, code: "methodNotAllowed",
        detail: "This address does not support the method; “Allow” lists those that it supports.")
    static let notJSON = Problem(
        .unsupportedMediaType, code: "notJSON", detail: "The content type of the body must be application/json.")
    static let tooSlow = Problem(.requestTimeout, code: "tooSlow", detail: "The body did not arrive in time.")
    static let otherBody = challenging(
        Problem(.unauthorized, code: "proofRefused", detail: "The DPoP proof does not have the digest of this body."))

    /// The problem for a refused DPoP proof. The challenge for a stale nonce has the error code of RFC 9449 §8.
    static func refused(_ proof: DPoPRejection) -> Problem {
        switch proof {
        case .staleNonce:
            challenging(
                Problem(
                    .unauthorized, code: "useNonce",
                    detail: "Make a new DPoP proof, with the nonce of the header field DPoP-Nonce."),
                error: "use_dpop_nonce")
        case .replayed:
            challenging(Problem(.unauthorized, code: "proofReplayed", detail: "This DPoP proof was used before."))
        case .otherRequest:
            challenging(
                Problem(
                    .unauthorized, code: "proofRefused",
                    detail: "The DPoP proof is for another method, address or token."))
        case .malformed, .badSignature:
            challenging(
                Problem(
                    .unauthorized, code: "proofRefused",
                    detail: "The header field DPoP is not a valid proof of a P-256 key."))
        case .busy: Problem(.serviceUnavailable, code: "busy", detail: "Too many requests; try again in a minute.")
        }
    }

    private static func challenging(_ problem: Problem, error: String = "invalid_dpop_proof") -> Problem {
        var problem = problem
        problem.challenge = #"DPoP algs="ES256", error="\#(error)""#
        return problem
    }
}
