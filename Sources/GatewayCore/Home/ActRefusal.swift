package import HomeModel
package import HomeStorage

/// Why an act that is not a command was not done. Nothing of it happened, unless the case says otherwise.
package enum ActRefusal: Error, Sendable {
    /// No such thing, or none that this asker may know of.
    case notFound
    /// The same where it can be said what is not there.
    case missing(String)
    case denied(AccessDecision.Denial)
    case invalid(field: String, code: String, detail: String)
    case conflict(String)
    /// It would take away more than was asked for; the sentence says what. Asked again with a confirmation it is done.
    case confirmationNeeded(String)
    /// Its audit entry could not be written: no entry, no effect.
    case notAudited
    case storage(StorageError)
    /// It takes rights away and holds, though the database did not take it.
    case held(StorageError, outlivesRestart: Bool)
    /// It was done for so many readings, and then the storage failed.
    case interrupted(StorageError, done: Int)
    /// Too many failures; another try is looked at after so long.
    case throttled(retryAfter: Duration)
    /// As many streams of events as one client, person or token may have are open.
    case tooManyStreams
    /// As many readings of the audit log as one person may have are open.
    case tooManyReadings
    /// Neither a session nor a token that is good, or not with this key.
    case unauthenticated
    /// The clock is not synchronised, and the act deletes by it.
    case clockNotTrusted
    /// The clock is further ahead than what is known explains, and the act deletes by it.
    case clockAhead(ClockAhead)
}

extension ActRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notFound: "What the request names does not exist, or you may not see it."
        case .missing(let sentence): sentence
        case .denied(let denial): denial.description
        case .invalid(_, _, let detail): detail
        case .conflict(let detail), .confirmationNeeded(let detail): detail
        case .notAudited: "The audit log cannot be written, so nothing was done; see tomte doctor."
        case .storage(let error): error.description
        case .held(let error, outlivesRestart: true):
            "It holds, also after a restart; the database takes it later. \(error)"
        case .held(let error, outlivesRestart: false):
            "It holds only until the gateway stops: do not restart it before the disk works again. \(error)"
        case .interrupted(let error, let done):
            "Only \(done) readings were done, and the rest can be tried again. \(error)"
        case .throttled(let wait): "Too many failures; try again in \(max(wait.components.seconds, 1)) s."
        case .tooManyStreams: "Too many streams of events are open already; end one first."
        case .tooManyReadings: "Too many readings of the audit log are open already; wait until one has ended."
        case .unauthenticated: "Sign in first: there is no such session, or it has ended."
        case .clockNotTrusted:
            "The clock is not synchronised, so nothing is deleted by it; let it synchronise, or insist that it is right."
        case .clockAhead(let ahead):
            "\(ahead) If the date is right, confirm the run: tomte retention run --confirm."
        }
    }
}

extension DisplayName {
    static func checked(_ text: String, field: String) throws(ActRefusal) -> DisplayName {
        do {
            return try DisplayName(text)
        } catch {
            throw .invalid(field: field, code: error.code, detail: error.description)
        }
    }
}
