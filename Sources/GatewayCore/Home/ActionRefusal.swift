package import HomeModel

/// Why an act other than a command was not done. Nothing of the act happened, unless the case says otherwise.
package enum ActionRefusal: Error, Sendable {
    /// The object does not exist, or this asker may not know that it exists.
    case notFound
    /// The same, with a sentence that names the missing object.
    case missing(String)
    case denied(AccessDecision.Denial)
    case invalid(field: String, code: String, detail: String)
    case conflict(String)
    /// The same, for a device that is paired or that must be; the sentence says what to do.
    case devicePairing(DevicePairingObstacle, detail: String)
    /// The object has none of the versions that the request names.
    case changedMeanwhile(String)
    /// The same, for a step of an invitation.
    case invitation(InvitationConflict)
    /// The same, for a maintenance task; the sentence says why.
    case maintenance(MaintenanceConflict, detail: String)
    /// The number of an invitation is wrong. The last wrong one is an `InvitationConflict`.
    case wrongNumber(triesLeft: Int)
    /// The act would remove more than the request says; the sentence lists it. With a confirmation, the same request is
    /// carried out.
    case confirmationNeeded(String)
    /// The audit entry could not be written, so the act has no effect.
    case notAudited
    case storage(StorageError)
    /// The act removes rights and is in force, although the database did not store it.
    case held(StorageError, outlivesRestart: Bool)
    /// The act was done for this many readings, and then the storage failed.
    case interrupted(StorageError, done: Int)
    /// There were too many failures; another attempt is accepted after this time.
    case throttled(retryAfter: Duration)
    /// The client, person or token has the maximum number of event streams open.
    case tooManyStreams
    /// The person has the maximum number of reads of the audit log open.
    case tooManyReads
    /// An export by the same asker runs already.
    case exportRunning
    /// As many exports run as may run at the same time.
    case tooManyExports
    /// As many uploads run as may run at the same time.
    case tooManyUploads
    /// A photograph or a manual is not accepted, or its file cannot be served.
    case attachment(AttachmentRefusal)
    /// The body of an upload has more than this many bytes.
    case uploadTooLarge(maximumBytes: Int)
    /// The request has no valid session or token, or not the key that belongs to it.
    case unauthenticated
    /// The clock is not synchronised, and the act deletes by the clock.
    case clockNotTrusted
    /// The clock is further ahead than the known running time explains, and the act deletes by the clock.
    case clockAhead(ClockAhead)
}

extension ActionRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound: "Nothing with this id exists, or you may not see it. Check the id."
        case .missing(let sentence): sentence
        case .denied(let denial): denial.description
        case .invalid(_, _, let detail): detail
        case .conflict(let detail), .changedMeanwhile(let detail), .confirmationNeeded(let detail),
            .devicePairing(_, let detail), .maintenance(_, let detail):
            detail
        case .invitation(let conflict): conflict.description
        case .wrongNumber(let left): "This is not the number. \(left) \(left == 1 ? "try is" : "tries are") left."
        case .notAudited: "The audit log cannot be written, so nothing was changed; see tomte doctor."
        case .storage(let error): error.description
        case .held(let error, outlivesRestart: true):
            "The change is in force, also after a restart; the database stores it later. \(error)"
        case .held(let error, outlivesRestart: false):
            "The change lasts only until the gateway stops: do not restart it before the disk works again. \(error)"
        case .interrupted(let error, let done):
            "Only \(done) readings were processed; repeat the request for the rest. \(error)"
        case .throttled(let wait): "Too many failures; try again in \(max(wait.components.seconds, 1)) s."
        case .tooManyStreams: "Too many event streams are open already; close one first."
        case .tooManyReads: "Too many reads of the audit log are open already; wait until one has ended."
        case .exportRunning: "You are exporting data already; wait until that export has ended, or cancel it."
        case .tooManyExports: "Too many exports are running already; wait until one of them has ended."
        case .tooManyUploads: "Other uploads are running; wait until one of them has ended."
        case .attachment(let refusal): refusal.description
        case .uploadTooLarge(let maximum): "The file is too large; at most \(maximum / 1_000_000) MB are accepted."
        case .unauthenticated: "Sign in first: there is no such session, or it has ended."
        case .clockNotTrusted:
            "The clock is not synchronised, so nothing was deleted. Synchronise it, or check it and use --trust-clock."
        case .clockAhead(let ahead):
            "\(ahead) If the date is right, confirm the run: tomte retention run --confirm."
        }
    }
}

extension DisplayName {
    static func checked(_ text: String, field: String) throws(ActionRefusal) -> DisplayName {
        do {
            return try DisplayName(text)
        } catch {
            throw .invalid(field: field, code: error.code, detail: error.description)
        }
    }
}
