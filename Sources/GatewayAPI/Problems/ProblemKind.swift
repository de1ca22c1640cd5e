import GatewayCore
import GatewayWire
import HTTPTypes
import HomeModel

/// One status that a problem can have, with its codes. Programs rely on the codes, so they are never renamed.
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
            "The body is not UTF-8 JSON with the expected structure, or a member or a header field is repeated. "
            + "`clientTooOld`: the client states a level of the API that the gateway no longer supports.",
        codes: ["malformed", "repeated", APILevel.problemCode])
    static let unauthenticated = ProblemKind(
        status: .unauthorized, name: "Unauthenticated",
        meaning: "The caller is not authenticated: no session, or no proof of its key. See `WWW-Authenticate`.",
        codes: ["unauthenticated", "keyNeeded", "useNonce", "proofRefused", "proofReplayed"])
    static let refused = ProblemKind(
        status: .forbidden, name: "Refused",
        meaning: "The caller may not do this. Refused permissions are recorded in the audit log.",
        codes: [
            "refused", "stepUpNeeded", "routineOnly", "clockUnknown", "outsideHours", "unknownPerson", "consoleOnly",
            "crossSite", "allLeftOut",
        ])
    static let notFound = ProblemKind(
        status: .notFound, name: "NotFound", meaning: "There is no such resource, or the caller may not see it.",
        codes: ["notFound"])
    static let methodNotAllowed = ProblemKind(
        status: .methodNotAllowed, name: "MethodNotAllowed",
        meaning: "The address supports other methods; see `Allow`.",
        codes: ["methodNotAllowed"])
    static let conflict = ProblemKind(
        status: .conflict, name: "Conflict",
        meaning: "The request conflicts with the current state; `code` names the reason.",
        codes: [
            "conflict", "confirmationNeeded", "clockNotTrusted", "clockAhead", "unreachable", "keyReused", "notSent",
            "superseded",
        ] + InvitationConflict.allCases.map(\.rawValue) + MaintenanceConflict.allCases.map(\.rawValue)
            + DevicePairingObstacle.allCases.filter { $0 != .unreachable }.map(\.rawValue)
            + AttachmentRefusal.codes(of: .state))
    static let changedMeanwhile = ProblemKind(
        status: .preconditionFailed, name: "ChangedMeanwhile",
        meaning: "The object was changed: it has none of the versions in `If-Match`. Nothing was done.",
        codes: ["changedMeanwhile"])
    static let tooLarge = ProblemKind(
        status: .contentTooLarge, name: "TooLarge", meaning: "The body is larger than this address accepts.",
        codes: ["tooLarge"])
    static let unsupportedMediaType = ProblemKind(
        status: .unsupportedMediaType, name: "UnsupportedMediaType",
        meaning: "The content type of the body is not JSON, or for an upload not `application/octet-stream`.",
        codes: ["notJSON", "notAnUpload"])
    static let invalid = ProblemKind(
        status: .unprocessableContent, name: "Invalid",
        meaning: "A value breaks a rule: `field` names the value, `code` the rule.",
        codes: [
            "approvalNeeded", "badReason", "contradictory", "empty", "invalid", "invalidCertificate",
            "invalidCharacters", "invalidCode", "invalidPIN", "keyNeeded", "malformed", "missing", "noPIN",
            "noSuchCapability", "noSuchDialect", "noSuchPart", "notAQuantity", "notAService", "notAnOption",
            "notCommandable", "notConfirmed", "notEnergy", "notFinite", "notFound", "notGrantable", "nothingSelected",
            "offStep", "otherDigits", "outOfRange", "repeated", "reserved", "severalLines", "testMaker", "tooLong",
            "tooMany",
            "tooSimple", "uneven", "unknown", "unknownTimeZone", "wrongCode", "wrongInvitation", "wrongNonce",
            "wrongNumber", "wrongPIN", "wrongType",
        ] + SetupFailure.codes + AttachmentRefusal.codes(of: .content))
    static let busy = ProblemKind(
        status: .tooManyRequests, name: "Busy",
        meaning: "Too many requests at once, or too many failures; `Retry-After` says when to try again.",
        codes: ["busy", "exportRunning", "throttled", "tooFast", "tooManyStreams"])
    static let otherHost = ProblemKind(
        status: .misdirectedRequest, name: "OtherHost",
        meaning: "The host name of the request is not a name of the gateway.",
        codes: ["otherHost"])
    static let tooSlow = ProblemKind(
        status: .requestTimeout, name: "TooSlow", meaning: "The body did not arrive in time.", codes: ["tooSlow"])
    static let internalError = ProblemKind(
        status: .internalServerError, name: "Internal", meaning: "The gateway failed; its log has the details.",
        codes: ["internal"])
    static let unavailable = ProblemKind(
        status: .serviceUnavailable, name: "Unavailable",
        meaning:
            "The disk fails, or there are too many requests at once. Nothing was done, with three exceptions. "
            + "`interrupted`: a part was done. `held`: a revocation, deny, cleared PIN, lower role or lockdown applies, "
            + "also after a restart. `heldUntilRestart`: it applies only until the gateway stops.",
        codes: ["busy", "notAudited", "storage", "interrupted", "held", "heldUntilRestart"]
            + AttachmentRefusal.codes(of: .machine))

    var example: ProblemBody {
        ProblemBody(
            status: status.code, title: status.reasonPhrase, code: codes.first ?? name, detail: meaning,
            requestID: "3f0c2a4e8d574c1b")
    }
}

extension AttachmentRefusal {
    fileprivate static func codes(of reason: Reason) -> [String] {
        allCases.filter { $0.reason == reason }.map(\.rawValue)
    }
}

extension ProblemBody: DocumentedBody {
    static let schema = Schema.component(
        "Problem",
        .object(
            [
                "type": .words(["about:blank"]), "title": .text, "status": .integer(400...599),
                "code": .text.about("Stable, for programs."), "detail": .text.about("A sentence or two for people."),
                "requestID": .text(pattern: "^[0-9a-f]{16}$"),
            ],
            optional: [
                "field": .text.about("The invalid value: its name in the query or its path in the body."),
                "reason": .text.about("Why the caller may not do this, for the code `refused`. Stable, for programs."),
                "stepUp": .stepUp.about("The purpose that must be confirmed with a PIN first."),
                "triesLeft": .count.about("How many more wrong tries are accepted, for the code `wrongNumber`."),
                "gatewayVersion": .text.about("The version to update the client to, for the code `clientTooOld`."),
            ]))

    static let example = ProblemKind.invalid.example
}

extension ProblemKind {
    var schema: Schema {
        let code = Schema.openObject(["code": .words(codes)])
        return .inline(Schema.Keywords(allOf: [ProblemBody.schema, code]))
    }
}
