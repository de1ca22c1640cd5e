import HomeModel

/// An act whose entry is in the audit log, and which may still fail.
package struct AuditedAction: Sendable {
    private let entry: AuditEntry

    init(entry: AuditEntry) { self.entry = entry }

    /// Returns the entry that records that the act did not happen, or only for `done` of its objects. It is kept as
    /// long as the entry of the act.
    func failed(_ cause: ActionFailureCause, done: Int? = nil) -> AuditEntry {
        var failure = ["failure": cause.rawValue]
        failure["done"] = done.map { "\($0)" }
        return AuditEntry(
            entry.event, severity: entry.severity, actor: entry.actor, role: entry.role, client: entry.client,
            target: entry.target,
            concernedText: entry.concerned, success: false, count: nil, requestID: entry.requestID,
            metadata: entry.metadata.merging(failure) { $1 })
    }
}

/// Why an act with an audit entry did not happen. The raw value is the entry's value for `failure`.
package enum ActionFailureCause: String, Sendable {
    /// The database did not store it.
    case notStored
    /// It is in force, but neither the database nor the journal of restrictions has stored it: a restart lifts it.
    case notKept
    /// Only a part of it was done, because the database failed or the asker did not receive the rest; `done` says how
    /// much.
    case interrupted
    /// Another change came first: the object no longer exists, or is different.
    case overtaken
    /// The home would have had no owner.
    case lastOwner
    /// There was not enough memory.
    case noMemory
    /// The credentials of the devices' network could not be changed.
    case notIssued
    /// The message could not be sent to the network.
    case notSent
    /// The device refused it, or was not reached.
    case notPaired
    /// Another entry of the same request could not be written.
    case notAudited
}

/// The id of the API request that the current task handles, for the audit log.
///
/// It is a task-local value and not a parameter: it decides nothing, so no service and no identity needs to know it,
/// and none can forget to pass it on.
package enum RequestID {
    @TaskLocal package static var current: String?

    /// Returns a random id in hexadecimal.
    package static func new() -> String { UInt64.random(in: 0...UInt64.max).hexadecimal }
}
