import Foundation
import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel
import Hummingbird
import HummingbirdCore
import ProofOfPossession

/// A failed request, as the client gets it. The initialisers below give errors of services their status.
struct Problem: Error {
    let status: HTTPResponse.Status
    let code: String
    let detail: String
    let field: String?
    /// Why the caller may not do this: the stable code of the decision.
    var reason: String?
    /// The purpose that must be confirmed with a PIN first.
    var stepUp: StepUp?
    /// How many more wrong tries the gateway accepts.
    var triesLeft: Int?
    /// The version of the gateway, for a client that is too old for it.
    var gatewayVersion: String?
    /// The seconds after which the client may try again.
    var retryAfter: Int64?
    /// The value of `WWW-Authenticate` for a request that is not authenticated.
    var challenge: String?

    init(_ status: HTTPResponse.Status, code: String, detail: String, field: String? = nil) {
        self.status = status
        self.code = code
        self.detail = detail
        self.field = field
        // The OpenAPI document promises `Retry-After` for every 429.
        retryAfter = status == .tooManyRequests ? 1 : nil
    }

    func response(requestID: String) -> Response {
        let body = ProblemBody(
            status: status.code, title: status.reasonPhrase, code: code, detail: detail, field: field, reason: reason,
            stepUp: stepUp, triesLeft: triesLeft, gatewayVersion: gatewayVersion, requestID: requestID)
        guard var response = try? Response.json(body, status: status) else { return Response(status: status) }
        response.headers[.contentType] = "application/problem+json"
        if let retryAfter { response.headers[.retryAfter] = "\(retryAfter)" }
        if let challenge { response.headers[.wwwAuthenticate] = challenge }
        return response
    }
}

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
    static let notAnUpload = Problem(
        .unsupportedMediaType, code: "notAnUpload",
        detail: "The content type of an upload must be application/octet-stream.")
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

extension Problem {
    /// Converts every error that a handler throws. The problem for an unknown error contains no internal details.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as ActionRefusal: self.init(refusal)
        case let refusal as CommandRefusal: self.init(refusal)
        case let refusal as GroupCommandRefusal: self.init(refusal)
        case let error as any HTTPResponseError: self.init(http: error)
        case is RequestBodyTimeout.TimedOut: self = .tooSlow
        default:
            self.init(
                .internalServerError, code: "internal",
                detail: "The gateway failed to handle this request; see its log.")
        }
    }

    init(_ refusal: ActionRefusal) {
        let text = refusal.description
        switch refusal {
        case .notFound, .missing: self.init(.notFound, code: "notFound", detail: text)
        case .denied(.stepUpNeeded(let purpose)):
            self.init(.forbidden, code: "stepUpNeeded", detail: text)
            stepUp = purpose
        case .denied(.clockUnknown): self.init(.forbidden, code: "clockUnknown", detail: text)
        case .denied(.outsideHours): self.init(.forbidden, code: "outsideHours", detail: text)
        case .denied(.routineOnly): self.init(.forbidden, code: "routineOnly", detail: text)
        case .denied(let denial):
            self.init(.forbidden, code: "refused", detail: text)
            reason = denial.code
        case .invalid(let field, let code, _): self.init(.unprocessableContent, code: code, detail: text, field: field)
        case .conflict: self.init(.conflict, code: "conflict", detail: text)
        case .devicePairing(let obstacle, _): self.init(.conflict, code: obstacle.rawValue, detail: text)
        case .changedMeanwhile: self.init(.preconditionFailed, code: "changedMeanwhile", detail: text)
        case .invitation(let conflict): self.init(.conflict, code: conflict.rawValue, detail: text)
        case .maintenance(let conflict, _): self.init(.conflict, code: conflict.rawValue, detail: text)
        case .wrongNumber(let left):
            self.init(.unprocessableContent, code: "wrongNumber", detail: text, field: "number")
            triesLeft = left
        case .confirmationNeeded: self.init(.conflict, code: "confirmationNeeded", detail: text)
        case .notAudited: self.init(.serviceUnavailable, code: "notAudited", detail: text)
        case .storage: self.init(.serviceUnavailable, code: "storage", detail: text)
        case .held(_, outlivesRestart: true): self.init(.serviceUnavailable, code: "held", detail: text)
        case .held(_, outlivesRestart: false): self.init(.serviceUnavailable, code: "heldUntilRestart", detail: text)
        case .interrupted: self.init(.serviceUnavailable, code: "interrupted", detail: text)
        case .clockNotTrusted: self.init(.conflict, code: "clockNotTrusted", detail: text)
        case .clockAhead: self.init(.conflict, code: "clockAhead", detail: text)
        case .unauthenticated: self = .unauthenticated
        case .tooManyStreams: self.init(.tooManyRequests, code: "tooManyStreams", detail: text)
        case .tooManyReads:
            self.init(.tooManyRequests, code: "busy", detail: text)
            retryAfter = 1
        case .tooManyUploads: self.init(.tooManyRequests, code: "busy", detail: text)
        case .attachment(let refusal):
            switch refusal.reason {
            case .content: self.init(.unprocessableContent, code: refusal.rawValue, detail: text)
            case .state: self.init(.conflict, code: refusal.rawValue, detail: text)
            case .machine: self.init(.serviceUnavailable, code: refusal.rawValue, detail: text)
            }
        case .uploadTooLarge: self.init(.contentTooLarge, code: "tooLarge", detail: text)
        case .exportRunning: self.init(.tooManyRequests, code: "exportRunning", detail: text)
        case .tooManyExports: self.init(.tooManyRequests, code: "busy", detail: text)
        case .throttled(let wait):
            self.init(.tooManyRequests, code: "throttled", detail: text)
            retryAfter = max(wait.components.seconds, 1)
        }
    }

    init(_ refusal: CommandRefusal) {
        let text = refusal.description
        switch refusal {
        case .notFound: self.init(.notFound, code: "notFound", detail: text)
        case .denied(.stepUpNeeded(let purpose)):
            self.init(.forbidden, code: "stepUpNeeded", detail: text)
            stepUp = purpose
        case .denied(.clockUnknown): self.init(.forbidden, code: "clockUnknown", detail: text)
        case .denied(.outsideHours): self.init(.forbidden, code: "outsideHours", detail: text)
        case .denied(.routineOnly): self.init(.forbidden, code: "routineOnly", detail: text)
        case .denied(let denial):
            self.init(.forbidden, code: "refused", detail: text)
            reason = denial.code
        case .invalid(let rule): self.init(.unprocessableContent, code: rule.code, detail: text, field: rule.field)
        case .unreachable: self.init(.conflict, code: "unreachable", detail: text)
        case .keyReused: self.init(.conflict, code: "keyReused", detail: text, field: "idempotencyKey")
        case .superseded: self.init(.conflict, code: "superseded", detail: text)
        case .busy: self.init(.tooManyRequests, code: "busy", detail: text)
        case .tooFast: self.init(.tooManyRequests, code: "tooFast", detail: text)
        case .notSent: self.init(.conflict, code: "notSent", detail: text)
        case .notAudited: self.init(.serviceUnavailable, code: "notAudited", detail: text)
        }
    }

    init(_ refusal: GroupCommandRefusal) {
        let text = refusal.description
        switch refusal {
        case .noSuchRoom:
            self.init(.unprocessableContent, code: "notFound", detail: text, field: "targets.rooms")
        case .nothingSelected:
            self.init(.unprocessableContent, code: "nothingSelected", detail: text, field: "targets")
        case .tooManyParts: self.init(.unprocessableContent, code: "tooMany", detail: text, field: "targets")
        case .allLeftOut: self.init(.forbidden, code: "allLeftOut", detail: text)
        case .stepUpNeeded: self.init(CommandRefusal.denied(.stepUpNeeded(.commands)))
        case .command(let refusal): self.init(refusal)
        }
    }

    static func unknownProperty(_ name: String) -> Problem {
        let name = EscapedText(name, limit: 64).description
        return Problem(
            .unprocessableContent, code: "unknown", detail: "The body has an unknown property “\(name)”.", field: name)
    }

    static let nothingToChange = Problem(
        .unprocessableContent, code: "empty", detail: "The body changes nothing: give at least one property.")

    static func unknownWord(at path: [any CodingKey], words: [String]) -> Problem {
        Problem(field: path, "must be one of \(words.joined(separator: ", "))")
    }

    init(decoding error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(field: context.codingPath + [key], "is missing")
        case .typeMismatch(_, let context) where !context.codingPath.isEmpty,
            .valueNotFound(_, let context) where !context.codingPath.isEmpty:
            self.init(field: context.codingPath, "has the wrong type")
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            self.init(field: context.codingPath, "cannot be used: \(context.debugDescription)")
        default:
            self.init(.badRequest, code: "malformed", detail: "The body is not JSON with the expected structure.")
        }
    }

    private init(field path: [any CodingKey], _ what: String) {
        let field = path.map(\.stringValue).joined(separator: ".")
        self.init(
            .unprocessableContent, code: "malformed", detail: "“\(EscapedText(field, limit: 64))” \(what).",
            field: field)
    }

    private init(http error: any HTTPResponseError) {
        switch error.status {
        case .notFound: self.init(.notFound, code: "notFound", detail: "The gateway has no such address.")
        case .contentTooLarge:
            self.init(.contentTooLarge, code: "tooLarge", detail: "The body is larger than this address accepts.")
        default: self.init(error.status, code: "refused", detail: "The gateway cannot handle this request.")
        }
    }
}

extension CommandRuleViolation {
    fileprivate var field: String {
        switch self {
        case .noSuchPart: "part"
        case .noSuchCapability, .notCommandable, .takesNoCommands: "capability"
        default: "value"
        }
    }
}
