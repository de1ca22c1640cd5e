import GatewayWire
import HTTPTypes

/// Every status that a problem can have, with the codes that go with it. Programs rely on them: they are never renamed.
struct ProblemKind: Sendable {
    let status: HTTPResponse.Status
    /// Its name among the document's components.
    let name: String
    let meaning: String
    let codes: [String]
}

extension ProblemKind {
    static let malformed = ProblemKind(
        status: .badRequest, name: "Malformed",
        meaning:
            "The body is not JSON of the right shape in UTF-8, or a member of it or a header field is there twice.",
        codes: ["malformed", "repeated"])
    static let unauthenticated = ProblemKind(
        status: .unauthorized, name: "Unauthenticated",
        meaning: "Nobody knows who asks: no session, or no proof of its key. `WWW-Authenticate` says more.",
        codes: ["unauthenticated", "keyNeeded", "useNonce", "proofRefused", "proofReplayed"])
    static let refused = ProblemKind(
        status: .forbidden, name: "Refused", meaning: "Whoever asks may not do this; it is written down.",
        codes: [
            "refused", "stepUpNeeded", "routineOnly", "clockUnknown", "outsideHours", "unknownPerson", "consoleOnly",
            "crossSite",
        ])
    static let notFound = ProblemKind(
        status: .notFound, name: "NotFound", meaning: "No such thing, or none that whoever asks may know of.",
        codes: ["notFound"])
    static let methodNotAllowed = ProblemKind(
        status: .methodNotAllowed, name: "MethodNotAllowed", meaning: "The address knows other methods; see Allow.",
        codes: ["methodNotAllowed"])
    static let conflict = ProblemKind(
        status: .conflict, name: "Conflict", meaning: "Not as things stand now.",
        codes: [
            "conflict", "confirmationNeeded", "clockNotTrusted", "clockAhead", "unreachable", "keyReused", "notSent",
            "superseded",
        ])
    static let tooLarge = ProblemKind(
        status: .contentTooLarge, name: "TooLarge", meaning: "The body is larger than this address takes.",
        codes: ["tooLarge"])
    static let unsupportedMediaType = ProblemKind(
        status: .unsupportedMediaType, name: "UnsupportedMediaType", meaning: "The body is not said to be JSON.",
        codes: ["notJSON"])
    static let invalid = ProblemKind(
        status: .unprocessableContent, name: "Invalid",
        meaning: "A value breaks a rule: `field` says which value, `code` which rule.",
        codes: [
            "approvalNeeded", "badReason", "contradictory", "empty", "invalid", "invalidCharacters", "keyNeeded",
            "malformed", "missing", "noPIN", "noSuchCapability", "noSuchDialect", "noSuchPart", "notAQuantity",
            "notAService", "notAnOption", "notCommandable", "notEnergy", "notFinite", "notFound", "notGrantable",
            "offStep", "outOfRange", "repeated", "reserved", "tooLong", "tooMany", "tooSimple", "uneven", "unknown",
            "wrongCode", "wrongPIN", "wrongType",
        ])
    static let busy = ProblemKind(
        status: .tooManyRequests, name: "Busy",
        meaning: "Too much at once, or too many failures; `Retry-After` says when to try again.",
        codes: ["busy", "throttled", "tooFast", "tooManyStreams"])
    static let otherHost = ProblemKind(
        status: .misdirectedRequest, name: "OtherHost",
        meaning: "The gateway is asked for by a name that is not its own.",
        codes: ["otherHost"])
    static let tooSlow = ProblemKind(
        status: .requestTimeout, name: "TooSlow", meaning: "The body did not come in time.", codes: ["tooSlow"])
    static let internalError = ProblemKind(
        status: .internalServerError, name: "Internal", meaning: "A fault of the gateway; its log says more.",
        codes: ["internal"])
    static let unavailable = ProblemKind(
        status: .serviceUnavailable, name: "Unavailable",
        meaning:
            "The disk fails, or too much comes at once. Nothing was done; with `interrupted` a part was. With `held` a revocation, deny, cleared PIN, lower role or lockdown holds, also after a restart; with `heldUntilRestart` only until the gateway stops.",
        codes: ["busy", "notAudited", "storage", "interrupted", "held", "heldUntilRestart"])

    var example: ProblemBody {
        ProblemBody(
            status: status.code, title: status.reasonPhrase, code: codes.first ?? name, detail: meaning,
            requestID: "3f0c2a4e8d574c1b")
    }
}
