import GatewayWire
import HomeModel

/// The exit codes of the program.
enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    /// The output could not be written completely.
    case unwritable = 1
    case refused = 3
    case invalid = 4
    case unreachable = 5
    case failed = 6
    /// The command was sent but cannot be confirmed, or a newer one superseded it.
    case unconfirmed = 7
    case usage = 64
    case noGateway = 69
    /// Ctrl-C ended the wait for an outcome: 128 + SIGINT, as in shells.
    case interrupted = 130

    init(_ outcome: CommandOutcome) {
        switch outcome {
        case .confirmed: self = .done
        case .refused: self = .refused
        case .invalid: self = .invalid
        case .unreachable, .timedOut: self = .unreachable
        case .failed: self = .failed
        case .sent, .superseded: self = .unconfirmed
        }
    }

    /// Uses the problem's code if it is a command outcome or a problem of the clock, else the HTTP status.
    init(problem status: Int, code: String) {
        if let outcome = CommandOutcome(rawValue: code), outcome != .confirmed {
            self.init(outcome)
            return
        }
        if ["clockNotTrusted", "clockAhead"].contains(code) {
            self = .failed
            return
        }
        switch status {
        // The gateway answers 404 also for a target that the caller may not see.
        case 401, 403, 404: self = .refused
        case 408, 504: self = .unreachable
        case 400..<500 where status != 429: self = .invalid
        default: self = .failed
        }
    }
}
