import GatewayApp
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
    /// Of the commands of a group, some were confirmed or sent, and some were not.
    case partial = 8
    // From here on as in `sysexits.h`, which service managers know.
    case usage = 64
    /// `tomte run`: the stored data is damaged, or a newer program wrote it.
    case unusableData = 65
    /// No gateway runs; `tomte run`: something that the gateway needs is not there.
    case noGateway = 69
    case fileFailure = 74
    case temporary = 75
    case configuration = 78
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

    /// The exit code of a gateway that could not start.
    init(_ kind: StartError.Kind) {
        switch kind {
        case .configuration: self = .configuration
        case .unusableData: self = .unusableData
        case .unavailable: self = .noGateway
        case .fileFailure: self = .fileFailure
        case .temporary: self = .temporary
        }
    }

    /// The exit code of a group command; `outcomes` are those of its commands. If all of them ended alike, it is the code
    /// of one of them.
    init(_ outcome: GroupOutcome, outcomes: Set<CommandOutcome>) {
        let statuses = Set(outcomes.map { ExitStatus($0) })
        switch outcome {
        case .confirmed: self = .done
        case .sent: self = .unconfirmed
        case .partial: self = .partial
        case .failed: self = statuses.count == 1 ? statuses.first ?? .failed : .failed
        }
    }

    /// Uses the problem's code if it is a command outcome, or a problem of the clock or of this program's age, else the
    /// HTTP status.
    init(problem status: Int, code: String) {
        if let outcome = CommandOutcome(rawValue: code), outcome != .confirmed {
            self.init(outcome)
            return
        }
        if ["clockNotTrusted", "clockAhead", APILevel.problemCode].contains(code) {
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
