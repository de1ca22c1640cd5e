import HomeModel
import HomeStorage

/// How a command ended, with a sentence where the outcome alone does not say enough.
struct CommandEnding: Sendable {
    let outcome: CommandOutcome
    let detail: String?
    let reported: CapabilityValue?
    let refusal: CommandRefusal?
    /// Stable, for programs.
    let code: String
    /// False when the device certainly did not get it.
    let mayHaveArrived: Bool
    /// For how long the device may still execute it. Nil where that is not known.
    var executableFor: Duration?
    /// Whether the device said that it goes for it.
    var isAccepted = false

    init(
        _ outcome: CommandOutcome, _ detail: String? = nil, reported: CapabilityValue? = nil,
        mayHaveArrived: Bool = true
    ) {
        self.outcome = outcome
        self.detail = detail
        self.reported = reported
        self.mayHaveArrived = mayHaveArrived
        refusal = nil
        code = outcome.rawValue
    }

    /// Nothing is assumed of a device that does not answer.
    static let silence = CommandEnding(
        .timedOut, "The device did not report the new state in time; its state is unknown.")

    /// The gateway stops while it waits for the device.
    static let interrupted = CommandEnding(.timedOut, CommandClosing.interrupted.detail)

    /// It was sent, and the device did what a newer command says.
    static let overtaken = CommandEnding(
        .superseded, "A newer command took its place before the device reported that it was done.")

    /// It was sent, and then stopped; where its part stands was not reported, or a newer command moves it.
    static let halted = CommandEnding(.superseded, "It was stopped before the device reported that it was done.")

    /// A bridge that took the command over says what it assumes; the device itself said nothing.
    static let assumption = CommandEnding(
        .sent, "Its bridge took the command over; the device itself did not say that it was done.")

    init(_ refusal: CommandRefusal) {
        outcome = refusal.outcome
        detail = refusal.description
        reported = nil
        mayHaveArrived = false
        code = refusal.code
        // A command that came too late, or that a newer one replaced, was in order.
        self.refusal = refusal == .superseded || refusal == .notSent ? nil : refusal
    }

    init(_ error: LinkError) {
        let (outcome, mayHaveArrived) = error.meaning
        self.init(outcome, error.description, mayHaveArrived: mayHaveArrived)
    }
}

extension LinkError {
    fileprivate var meaning: (CommandOutcome, mayHaveArrived: Bool) {
        switch self {
        case .notConnected, .notListening: (.unreachable, false)
        case .notExpressible: (.invalid, false)
        case .refused: (.failed, false)
        case .unanswered: (.timedOut, true)
        }
    }
}
