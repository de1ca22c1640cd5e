import GatewayApp
import GatewayWire
import HomeModel
import TomteClient

/// The reason why a subcommand failed, which decides its message and its exit code.
enum CLIError: Error, Sendable {
    case noGateway(GatewayUnavailability)
    /// The gateway refused the request.
    case problem(ProblemBody)
    case noAnswer(within: Duration)
    case unreachableGateway(host: String, port: Int, String)
    /// The server at this address does not have the pinned key.
    case wrongGateway(host: String, port: Int)
    case connectionLost
    /// A command may have been sent, but its outcome is not known.
    indirect case mayHaveBeenSent(UnresolvedCommand, because: CLIError)
    /// Ctrl-C ended the wait for the outcome of a command.
    case interrupted(UnresolvedCommand)
    case unreadableAnswer(String)
    case notFound(Noun, EscapedText)
    case ambiguous(Noun, EscapedText, ids: [String])
    case invalid(String)
    /// The caller has no permission to see anything that the subcommand shows.
    case notPermitted(String)
    /// The subcommand failed on this machine, for instance at its start or at a file. The text is the whole message.
    case cannotStart(String)
    /// The gateway could not start. The text is the whole message.
    case gatewayCannotStart(reasons: String, status: ExitStatus)
    case usage(String)
    /// The user answered a question for confirmation with no.
    case declined
    /// The subcommand has already printed how it ended.
    case ended(ExitStatus)

    /// A kind of thing that arguments name.
    enum Noun: String, Sendable {
        case device, person, room, pairing, appliance
        case discovered = "discovered device"
        case accessory = "HomeKit accessory"
        case node = "Matter node"

        fileprivate var listingHint: String {
            switch self {
            case .device: "tomte devices list shows all devices."
            case .room: "tomte rooms list shows all rooms."
            case .appliance: "tomte appliances list shows all appliances."
            case .discovered: "tomte devices list --discovered shows all discovered devices."
            case .accessory: "tomte homekit list shows all HomeKit accessories."
            case .node: "tomte matter list shows all Matter nodes."
            case .person: "tomte people list shows all people."
            case .pairing: "tomte people approve shows all pairings that wait for approval."
            }
        }
    }

    var status: ExitStatus {
        switch self {
        case .noGateway, .unreachableGateway: .noGateway
        case .wrongGateway: .refused
        case .problem(let problem): ExitStatus(problem: problem.status, code: problem.code)
        case .noAnswer, .mayHaveBeenSent: .unreachable
        case .interrupted: .interrupted
        case .connectionLost, .unreadableAnswer, .cannotStart: .failed
        case .notFound, .declined, .notPermitted: .refused
        case .ambiguous, .invalid: .invalid
        case .usage: .usage
        case .ended(let status), .gatewayCannotStart(_, let status): status
        }
    }
}

extension CLIError: ClientFailure {
    init(_ error: ClientError) {
        switch error {
        case .noGateway(let unavailability): self = .noGateway(unavailability)
        case .problem(let problem): self = .problem(problem)
        case .noAnswer(let limit): self = .noAnswer(within: limit)
        case .unreachableGateway(let host, let port, let reason):
            self = .unreachableGateway(host: host, port: port, reason)
        case .wrongGateway(let host, let port): self = .wrongGateway(host: host, port: port)
        case .connectionLost: self = .connectionLost
        case .unreadableAnswer(let detail): self = .unreadableAnswer(detail)
        case .invalid(let message): self = .invalid(message)
        case .unknownGateway(let message): self = .usage(message)
        case .unusableCredentials(let message): self = .cannotStart(message)
        }
    }
}

/// The client that the subcommands use.
typealias CLIClient = GatewayClient<CLIError>

extension CLIError {
    /// One or two sentences: the problem, and what to do. Empty when the subcommand has already printed them.
    var sentences: [String] {
        switch self {
        case .noGateway(let unavailability): [unavailability.message, unavailability.remedy]
        case .problem(let problem) where problem.code == APILevel.problemCode:
            [
                "This tomte (version \(Version.text)) is older than the gateway supports, and nothing was done.",
                problem.gatewayVersion.map {
                    "Install Tomte \(EscapedText($0, limit: 32)), the version of the gateway."
                }
                    ?? "Install the version of Tomte that the gateway has.",
            ]
        case .problem(let problem): [Self.text(problem)]
        case .unreachableGateway(let host, let port, let reason):
            ["No gateway can be reached at \(host):\(port): \(reason)."]
        case .wrongGateway(let host, let port):
            [
                "The server at \(host):\(port) is not the gateway that was paired.",
                "Nothing was sent. If the gateway was set up again, pair this terminal again with tomte pair.",
            ]
        case .noAnswer(let time):
            ["The gateway did not answer within \(RelativeTime.text(time)).", "Run tomte doctor to find the cause."]
        case .mayHaveBeenSent(let open, let cause): open.sentences(because: cause)
        case .interrupted(let open): open.interruptedSentences
        case .connectionLost:
            ["The gateway closed the connection.", "Try again. If that fails too, run tomte doctor to find the cause."]
        case .unreadableAnswer(let detail):
            [
                "The gateway's answer cannot be read: \(detail)",
                "Check that this program and the gateway have the same version.",
            ]
        case .notFound(let noun, let text): ["There is no \(noun.rawValue) “\(text)”.", noun.listingHint]
        case .ambiguous(let noun, let text, let ids):
            ["More than one \(noun.rawValue) is called “\(text)”.", "Use an id: \(ids.joined(separator: ", "))."]
        case .invalid(let sentence), .usage(let sentence), .notPermitted(let sentence): [sentence]
        // The errors of a file come as one line each.
        case .cannotStart(let reasons), .gatewayCannotStart(let reasons, _):
            reasons.split(separator: "\n").map { String($0.drop { $0 == " " }) }
        case .declined: ["Nothing was changed."]
        case .ended: []
        }
    }

    private static func text(_ problem: ProblemBody) -> String {
        let text = problem.detail.isEmpty ? problem.title : problem.detail
        return problem.status >= 500 ? "\(text) (request \(problem.requestID))" : text
    }

    /// Prints the sentences on `console`, which is standard error.
    func printMessage(_ console: Console) {
        for (index, sentence) in sentences.enumerated() {
            console.prose(sentence, after: index == 0 ? "\("tomte:", .bad) " : "       ")
        }
    }
}
