import Foundation
import GatewayCore
import HomeModel
import HomeStorage
import Hummingbird
import HummingbirdCore

extension Problem {
    /// Every error that leaves a handler becomes one of these; what is not known says nothing of the inside.
    init(_ error: any Error) {
        switch error {
        case let problem as Problem: self = problem
        case let refusal as ActRefusal: self.init(refusal)
        case let refusal as CommandRefusal: self.init(refusal)
        case let error as any HTTPResponseError: self.init(http: error)
        case is BodyDeadline.Missed: self = .tooSlow
        default: self.init(.internalServerError, "internal", "The gateway could not do this; see its log.")
        }
    }

    init(_ refusal: ActRefusal) {
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
        case .tooManyReadings:
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
        let name = InertText(name, limit: 64).description
        return Problem(.unprocessableContent, "unknown", "There is no property “\(name)” here.", field: name)
    }

    static let nothingToChange = Problem(.unprocessableContent, "empty", "Say what shall be other.")

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
            self.init(.badRequest, "malformed", "The body is not JSON of the right shape.")
        }
    }

    private init(field path: [any CodingKey], _ what: String) {
        let field = path.map(\.stringValue).joined(separator: ".")
        self.init(.unprocessableContent, "malformed", "“\(InertText(field, limit: 64))” \(what).", field: field)
    }

    private init(http error: any HTTPResponseError) {
        switch error.status {
        case .notFound: self.init(.notFound, "notFound", "There is no such address.")
        case .contentTooLarge: self.init(.contentTooLarge, "tooLarge", "The body is larger than this address takes.")
        default: self.init(error.status, "refused", "The request cannot be answered as it is.")
        }
    }
}

extension CommandRuleBroken {
    fileprivate var field: String {
        switch self {
        case .noSuchPart: "part"
        case .noSuchCapability, .notCommandable, .takesNoCommands: "capability"
        default: "value"
        }
    }
}
