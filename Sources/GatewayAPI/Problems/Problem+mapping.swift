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
        case .denied: self.init(.forbidden, code: "refused", detail: text)
        case .invalid(let field, let code, _): self.init(.unprocessableContent, code: code, detail: text, field: field)
        case .conflict: self.init(.conflict, code: "conflict", detail: text)
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
        case .denied: self.init(.forbidden, code: "refused", detail: text)
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

    static func unknownProperty(_ name: String) -> Problem {
        let name = EscapedText(name, limit: 64).description
        return Problem(
            .unprocessableContent, code: "unknown", detail: "The body has an unknown property “\(name)”.", field: name)
    }

    static let nothingToChange = Problem(
        .unprocessableContent, code: "empty", detail: "The body changes nothing: give at least one property.")

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
