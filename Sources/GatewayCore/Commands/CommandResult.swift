import HomeModel
import HomeStorage

/// The result of a command, with a sentence where the outcome alone does not say enough.
struct CommandResult: Sendable {
    let outcome: CommandOutcome
    let detail: String?
    let reported: CapabilityValue?
    let refusal: CommandRefusal?
    /// A stable code for programs.
    let code: String
    /// False when the device certainly did not receive the command.
    let mayHaveArrived: Bool
    /// How long the device may still execute the command; nil when that is not known.
    var executableFor: Duration?
    /// Whether the device reported that it accepted the command.
    var isAccepted = false

    init(
        _ outcome: CommandOutcome, detail: String? = nil, reported: CapabilityValue? = nil,
        mayHaveArrived: Bool = true
    ) {
        self.outcome = outcome
        self.detail = detail
        self.reported = reported
        self.mayHaveArrived = mayHaveArrived
        refusal = nil
        code = outcome.rawValue
    }

    /// The device did not answer. The gateway assumes nothing about its state.
    static let unanswered = CommandResult(
        .timedOut, detail: "The device did not report the new state in time; its state is unknown.")

    /// The gateway stopped while it waited for the device.
    static let interrupted = CommandResult(.timedOut, detail: CommandOutcomeEntry.interrupted.detail)

    /// The command was sent, and then the device executed a newer command that excludes it.
    static let overtaken = CommandResult(
        .superseded, detail: "A newer command replaced it before the device reported that it was done.")

    /// The command was sent and then stopped. The device did not report where its part is, or a newer command moves the
    /// part.
    static let halted = CommandResult(
        .superseded, detail: "It was stopped before the device reported that it was done.")

    /// The bridge accepted the command and reports a value that it assumes; the device itself reported nothing.
    static let assumption = CommandResult(
        .sent, detail: "The bridge accepted the command; the device itself did not report that it was done.")

    init(_ refusal: CommandRefusal) {
        outcome = refusal.outcome
        detail = refusal.description
        reported = nil
        mayHaveArrived = false
        code = refusal.code
        // A command that came too late, or that a newer one replaced, was itself valid.
        self.refusal = refusal == .superseded || refusal == .notSent ? nil : refusal
    }

    init(_ error: LinkError) {
        let (outcome, mayHaveArrived) = error.meaning
        self.init(outcome, detail: error.description, mayHaveArrived: mayHaveArrived)
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
