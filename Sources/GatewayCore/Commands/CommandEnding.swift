import HomeModel

/// How a command ended, with a sentence where the outcome alone does not say enough.
struct CommandEnding: Sendable {
    let outcome: CommandOutcome
    let detail: String?
    let reported: CapabilityValue?
    let refusal: CommandRefusal?

    init(_ outcome: CommandOutcome, _ detail: String? = nil, reported: CapabilityValue? = nil) {
        self.outcome = outcome
        self.detail = detail
        self.reported = reported
        refusal = nil
    }

    /// Nothing is assumed of a device that does not answer.
    static let silence = CommandEnding(
        .timedOut, "The device did not report the new state in time; its state is unknown.")

    /// A bridge that took the command over says what it assumes; the device itself said nothing.
    static let assumption = CommandEnding(
        .sent, "Its bridge took the command over; the device itself did not say that it was done.")

    init(_ refusal: CommandRefusal) {
        outcome = refusal.outcome
        detail = refusal.description
        reported = nil
        // Being overtaken is an outcome like others, not a no.
        self.refusal = refusal == .superseded ? nil : refusal
    }
}
