import HomeModel

/// An act whose entry is in the audit log, and which may still fail.
package struct WrittenAct: Sendable {
    private let entry: AuditEntry

    init(entry: AuditEntry) { self.entry = entry }

    /// The entry which says that the act did not happen, or only for `done` of what it is about. It is kept as long as the
    /// entry of the act.
    func failed(_ cause: FailureCause, done: Int? = nil) -> AuditEntry {
        var failure = ["failure": cause.rawValue]
        failure["done"] = done.map { "\($0)" }
        return AuditEntry(
            entry.event, entry.severity, actor: entry.actor, role: entry.role, client: entry.client,
            target: entry.target,
            concernedText: entry.concerned, success: false, count: nil, requestID: entry.requestID,
            metadata: entry.metadata.merging(failure) { $1 })
    }
}

/// Why an act did not happen that was written down. The raw value is what the entry says under `failure`.
package enum FailureCause: String, Sendable {
    /// The database did not take it.
    case notStored
    /// It holds, but neither the database nor the journal of restrictions had taken it: a restart then lifts it.
    case notKept
    /// The database took a part of it only; `done` says of how much.
    case interrupted
    /// Another change came first: what it is about is gone or different.
    case overtaken
    /// The home would have had no owner.
    case lastOwner
    /// There was not enough memory.
    case noMemory
    /// The broker's credentials could not be changed.
    case notIssued
    /// The network did not take it.
    case notSent
    /// Another entry of the same request could not be written.
    case notAudited
}
