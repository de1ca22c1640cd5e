import Foundation
import GatewayCore
import HomeModel
import HomeStorage
import Hummingbird
import HummingbirdCore

extension Problem {
    /// Converts every error that a handler throws. The problem for an unknown error contains no internal details.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as ActionRefusal: self.init(refusal)
        case let refusal as CommandRefusal: self.init(refusal)
        case let error as any HTTPResponseError: self.init(http: error)
        case is RequestBodyTimeout.TimedOut: self = .tooSlow
        default: self.init(.internalServerError, "internal", "The gateway failed to handle this request; see its log.")
        }
    }

    init(_ refusal: ActionRefusal) {
        let text = refusal.description
        switch refusal {
        case .notFound, .missing: self.init(.notFound, "notFound", text)
        case .denied(.stepUpNeeded(let purpose)):
            self.init(.forbidden, "stepUpNeeded", text)
            stepUp = purpose
        case .denied(.clockUnknown): self.init(.forbidden, "clockUnknown", text)
        case .denied(.outsideHours): self.init(.forbidden, "outsideHours", text)
        case .denied(.routineOnly): self.init(.forbidden, "routineOnly", text)
        case .denied: self.init(.forbidden, "refused", text)
        case .invalid(let field, let code, _): self.init(.unprocessableContent, code, text, field: field)
        case .conflict: self.init(.conflict, "conflict", text)
        case .confirmationNeeded: self.init(.conflict, "confirmationNeeded", text)
        case .notAudited: self.init(.serviceUnavailable, "notAudited", text)
        case .storage: self.init(.serviceUnavailable, "storage", text)
        case .held(_, outlivesRestart: true): self.init(.serviceUnavailable, "held", text)
        case .held(_, outlivesRestart: false): self.init(.serviceUnavailable, "heldUntilRestart", text)
        case .interrupted: self.init(.serviceUnavailable, "interrupted", text)
        case .clockNotTrusted: self.init(.conflict, "clockNotTrusted", text)
        case .clockAhead: self.init(.conflict, "clockAhead", text)
        case .unauthenticated: self = .unauthenticated
        case .tooManyStreams: self.init(.tooManyRequests, "tooManyStreams", text)
        case .tooManyReads:
            self.init(.tooManyRequests, "busy", text)
            retryAfter = 1
        case .throttled(let wait):
            self.init(.tooManyRequests, "throttled", text)
            retryAfter = max(wait.components.seconds, 1)
        }
    }

    init(_ refusal: CommandRefusal) {
        let text = refusal.description
        switch refusal {
        case .notFound: self.init(.notFound, "notFound", text)
        case .denied(.stepUpNeeded(let purpose)):
            self.init(.forbidden, "stepUpNeeded", text)
            stepUp = purpose
        case .denied(.clockUnknown): self.init(.forbidden, "clockUnknown", text)
        case .denied(.outsideHours): self.init(.forbidden, "outsideHours", text)
        case .denied(.routineOnly): self.init(.forbidden, "routineOnly", text)
        case .denied: self.init(.forbidden, "refused", text)
        case .invalid(let rule): self.init(.unprocessableContent, rule.code, text, field: rule.field)
        case .unreachable: self.init(.conflict, "unreachable", text)
        case .keyReused: self.init(.conflict, "keyReused", text, field: "idempotencyKey")
        case .superseded: self.init(.conflict, "superseded", text)
        case .busy: self.init(.tooManyRequests, "busy", text)
        case .tooFast: self.init(.tooManyRequests, "tooFast", text)
        case .notSent: self.init(.conflict, "notSent", text)
        case .notAudited: self.init(.serviceUnavailable, "notAudited", text)
        }
    }

    static func unknownProperty(_ name: String) -> Problem {
        let name = EscapedText(name, limit: 64).description
        return Problem(.unprocessableContent, "unknown", "The body has an unknown property “\(name)”.", field: name)
    }

    static let nothingToChange = Problem(
        .unprocessableContent, "empty", "The body changes nothing: give at least one property.")

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
            self.init(.badRequest, "malformed", "The body is not JSON with the expected structure.")
        }
    }

    private init(field path: [any CodingKey], _ what: String) {
        let field = path.map(\.stringValue).joined(separator: ".")
        self.init(.unprocessableContent, "malformed", "“\(EscapedText(field, limit: 64))” \(what).", field: field)
    }

    private init(http error: any HTTPResponseError) {
        switch error.status {
        case .notFound: self.init(.notFound, "notFound", "The gateway has no such address.")
        case .contentTooLarge: self.init(.contentTooLarge, "tooLarge", "The body is larger than this address accepts.")
        default: self.init(error.status, "refused", "The gateway cannot handle this request.")
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
