import Foundation
import GatewayWire
import HomeModel

/// The JSON that `tomte send --json` prints for a command without a record from the gateway. It has the fields of a
/// record.
struct UnrecordedCommand: Encodable {
    /// The device, or the rooms or devices, as they were given.
    private let device: String
    private let part: String?
    private let capability: String
    /// The argument as it was given; absent after stop.
    private let value: String?
    private let stage: String
    /// Absent when it is not known whether the gateway has the command.
    private let outcome: CommandOutcome?
    private let code: String
    private let detail: String
    private let field: String?
    private let stepUp: StepUp?
    private let requestID: String?
    /// Set when the command may have been sent and the gateway has returned its id, which finds the outcome.
    private let id: CommandID?
    private let idempotencyKey: String?

    /// Nil for a failure that was already printed.
    init?(_ command: SendCommand, failure: CLIError) {
        guard let code = failure.code else { return nil }
        (device, part) = command.target.names
        capability = command.capability
        value = command.value
        outcome = failure.outcome
        stage = outcome == nil ? "unknown" : "ended"
        self.code = code
        detail = failure.sentences.joined(separator: " ")
        if case .problem(let problem) = failure {
            (field, stepUp, requestID) = (problem.field, problem.stepUp, problem.requestID)
        } else {
            (field, stepUp, requestID) = (nil, nil, nil)
        }
        switch failure {
        case .mayHaveBeenSent(let open, _), .interrupted(let open): (id, idempotencyKey) = (open.id, open.key)
        default: (id, idempotencyKey) = (nil, command.key)
        }
    }

    func bytes() throws(CLIError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(self))
        } catch {
            throw .invalid("The command cannot be printed as JSON.")
        }
    }
}

extension CLIError {
    /// A code for scripts; it stays the same in later versions. Nil when the subcommand has already printed how it
    /// ended.
    fileprivate var code: String? {
        switch self {
        case .problem(let problem): problem.code
        case .noGateway, .unreachableGateway: "noGateway"
        case .wrongGateway: "wrongGateway"
        case .noAnswer: "noAnswer"
        case .connectionLost: "connectionLost"
        case .unreadableAnswer: "unreadableAnswer"
        case .notFound: "notFound"
        case .ambiguous: "ambiguous"
        case .invalid, .usage: "invalid"
        case .cannotStart, .gatewayCannotStart: "cannotStart"
        case .declined: "declined"
        case .notPermitted: "refused"
        case .mayHaveBeenSent(_, let cause): cause.code
        case .interrupted: "interrupted"
        case .ended: nil
        }
    }

    /// The outcome of a command that failed for this reason; nil when it is not known.
    fileprivate var outcome: CommandOutcome? {
        switch self {
        case .problem(let problem): CommandOutcome(problem)
        case .notFound, .declined, .notPermitted: .refused
        case .ambiguous, .invalid, .usage: .invalid
        // The request may have arrived.
        case .noAnswer, .connectionLost, .unreadableAnswer, .mayHaveBeenSent, .interrupted, .ended: nil
        case .noGateway, .unreachableGateway, .wrongGateway, .cannotStart, .gatewayCannotStart: .failed
        }
    }
}

extension CommandOutcome {
    fileprivate init(_ problem: ProblemBody) {
        if let outcome = CommandOutcome(rawValue: problem.code), outcome != .confirmed {
            self = outcome
            return
        }
        self =
            switch problem.status {
            case 401, 403, 404: .refused
            case 429, 500...: .failed
            default: .invalid
            }
    }
}
