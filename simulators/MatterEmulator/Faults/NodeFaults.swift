package import MatterProtocol

/// The ways in which a simulated node misbehaves. Each can be turned on and off while it runs; those that count turn
/// themselves off.
package struct NodeFaults: Sendable {
    /// A command, by its cluster and number.
    package struct Command: Hashable, Sendable {
        package let cluster: UInt32
        package let command: UInt32

        package init(cluster: UInt32, command: UInt32) {
            self.cluster = cluster
            self.command = command
        }
    }

    /// When a node restarts that restarts during a command.
    package enum RestartTime: Hashable, Sendable {
        /// The command has no effect, and no answer.
        case beforeCommand
        /// The command has its effect, and no answer.
        case beforeAnswer
        case afterAnswer
    }

    /// What the node does when a controller offers to resume a session.
    package enum ResumptionAnswer: Hashable, Sendable {
        /// It goes on as if there were no offer, because it does not remember the session.
        case fullHandshake
        /// It ends the handshake with a status report.
        case refusal
        /// It accepts with a code that another secret has made.
        case wrongCode
        /// It ignores the message.
        case silence
    }

    /// The datagrams that the node does not receive. Each lost one counts down.
    package var lostArrivals = 0
    /// The datagrams that the node does not send. Each lost one counts down.
    package var lostDepartures = 0
    /// One of so many datagrams is lost in addition, of both directions together; at least 2.
    package var lossInterval: Int?
    /// How long the node waits before each answer.
    package var answerDelay: Duration?
    /// Carries out commands and answers none.
    package var answersNoCommands = false
    /// Answers commands with success and changes nothing.
    package var ignoresCommands = false
    /// Accepts writes and changes nothing.
    package var ignoresWrites = false
    /// The status that each command and write of a cluster gets instead of being carried out.
    package var statuses: [UInt32: InteractionStatus] = [:]
    /// Answers each request with a busy status.
    package var isBusy = false
    /// Answers each attempt of PASE and CASE with a busy report and this wait.
    package var busyWait: Duration?
    /// Once: ends the session after the next answer, with a report.
    package var endsSessionAfterAnswer = false
    /// Accepts subscriptions and sends no reports.
    package var withholdsReports = false
    /// Reports no events.
    package var losesEvents = false
    /// The values that reads and reports show in place of the true ones.
    package var falseValues: [AttributePath: TLVValue] = [:]
    /// Once for each: restarts during a command.
    package var restarts: [Command: RestartTime] = [:]
    /// Sends each report so many times more.
    package var repeatedReports = 0
    /// What the node does with an offer to resume a session; nil for what the specification says.
    package var resumptionAnswer: ResumptionAnswer?
    /// The status with which the node answers AddNOC instead of carrying it out.
    package var certificateStatus: UInt8?
    /// Asked when a request has arrived, before the node acts on it. The node waits for the answer. A request for which the
    /// answer is no is acknowledged, and has no effect and no answer.
    package var gate: (@Sendable (NodeRequest) async -> Bool)?

    package init() {}
}
