import GatewayWire
import HomeModel

/// What the exit code of a verb says.
enum ExitStatus: Int32, Sendable, CaseIterable {
    case done = 0
    case refused = 3
    case invalid = 4
    case unreachable = 5
    case failed = 6
    /// The command was sent, or replaced, and nothing more can be known.
    case unconfirmed = 7
    case usage = 64
    case noGateway = 69
    /// Ctrl-C ended the wait for an outcome: 128 + SIGINT, as shells say it.
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

    /// The code decides where it is one of ours, else the HTTP status.
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
        // What someone may not know of is answered like what is not there.
        case 401, 403, 404: self = .refused
        case 408, 504: self = .unreachable
        case 400..<500 where status != 429: self = .invalid
        default: self = .failed
        }
    }
}
