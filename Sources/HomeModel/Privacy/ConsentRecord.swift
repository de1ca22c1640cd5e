/// Whether a consent is given, and the last answer of an owner to it.
///
/// | state | an owner gives it | an owner withdraws it | the deletion ends |
/// |---|---|---|---|
/// | `notAsked`, `given` | `given` | `notGiven`, with a pending deletion | |
/// | `notGiven` | `given`, without a pending deletion | the same | without a pending deletion |
///
/// A home begins with `notGiven`. Only a home that already stored what the consent is about when the consent was
/// introduced begins with `notAsked`.
package struct ConsentRecord: Hashable, Sendable {
    /// The raw values are stored, and are those of the API.
    package enum State: String, Sendable, Codable, CaseIterable {
        /// No owner has answered. What is stored stays; nothing else of what the consent allows is done.
        case notAsked
        /// Not given yet, refused or withdrawn.
        case notGiven
        case given
    }

    /// The answer of an owner.
    package struct Answer: Hashable, Sendable {
        /// The version of the text that was answered.
        package let version: Int
        package let time: Timestamp
        /// Nil for the console, and for a person who was removed since.
        package fileprivate(set) var person: PersonID?
        package let isFromConsole: Bool

        package init(version: Int, time: Timestamp, person: PersonID?, isFromConsole: Bool) {
            self.version = version
            self.time = time
            self.person = person
            self.isFromConsole = isFromConsole
        }
    }

    package private(set) var state: State
    /// Nil until an owner has answered.
    package private(set) var answer: Answer?
    /// Whether data that only the consent allowed may still be stored.
    package private(set) var isDeletionPending: Bool

    package init(state: State, answer: Answer? = nil, isDeletionPending: Bool = false) {
        self.state = state
        self.answer = answer
        self.isDeletionPending = isDeletionPending
    }

    /// The record of a consent about which nothing is stored.
    package static let initial = ConsentRecord(state: .notGiven)

    package var isGiven: Bool { state == .given }

    /// Whether an owner should be asked: no owner has answered, or the text has changed since.
    package func awaitsAnswer(toVersion version: Int) -> Bool {
        switch state {
        case .notAsked: true
        case .given: answer.map { $0.version < version } ?? true
        case .notGiven: false
        }
    }

    /// The record after an owner gave the consent.
    package func given(_ answer: Answer) -> ConsentRecord { ConsentRecord(state: .given, answer: answer) }

    /// The record after an owner refused or withdrew the consent. Data that it allowed is to be deleted.
    package func withdrawn(_ answer: Answer) -> ConsentRecord {
        guard state != .notGiven else { return self }
        return ConsentRecord(state: .notGiven, answer: answer, isDeletionPending: true)
    }

    /// The record after the deletion that follows a withdrawal has ended.
    package var afterDeletion: ConsentRecord {
        state == .notGiven ? ConsentRecord(state: .notGiven, answer: answer) : self
    }

    /// The record without the person, who was removed from the home.
    package func forgetting(_ person: PersonID) -> ConsentRecord {
        guard answer?.person == person else { return self }
        var record = self
        record.answer?.person = nil
        return record
    }
}
