package import HomeModel

/// `GET /privacy/erasures`: the erasure of a person. The person is not named.
package struct ErasureBody: Codable, Sendable {
    /// How far an erasure is.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// The person has no rights any more, and the stored data is being deleted.
        case running
        case finished
    }

    package let id: ErasureID
    /// Stands for the person in the audit log.
    package let pseudonym: String
    package let state: State
    /// The step that runs now; nil once the erasure is finished.
    package let step: ErasureStep?
    package let requestedAt: Timestamp
    package let finishedAt: Timestamp?

    package init(_ erasure: Erasure, step: ErasureStep?) {
        id = erasure.id
        pseudonym = erasure.pseudonym
        state = erasure.finishedAt == nil ? .running : .finished
        self.step = step
        requestedAt = erasure.requestedAt
        finishedAt = erasure.finishedAt
    }
}

/// `POST /privacy/erasures`.
package struct NewErasureBody: Codable, Sendable {
    package let person: PersonID
    /// Confirms the erasure: the name of the person, or the id of a person who was removed.
    package let name: String

    package init(person: PersonID, name: String) {
        self.person = person
        self.name = name
    }
}
