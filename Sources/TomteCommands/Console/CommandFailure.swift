import GatewayWire
import HomeModel

/// Why a verb did not do what it was told.
enum CommandFailure: Error, Sendable {
    case noGateway(GatewayAbsence)
    /// The gateway said no.
    case problem(ProblemBody)
    case noAnswer(within: Duration)
    case unreachableGateway(host: String, port: Int, String)
    /// Somebody is there who does not hold the pinned key.
    case wrongGateway(host: String, port: Int)
    case connectionLost
    /// A command may have been sent before its outcome could be learnt.
    indirect case mayHaveBeenSent(OpenSending, because: CommandFailure)
    /// A person ended the wait for the outcome of a command.
    case interrupted(OpenSending)
    case unreadableAnswer(String)
    case notFound(Noun, InertText)
    case ambiguous(Noun, InertText, ids: [String])
    case invalid(String)
    /// The asker's rights leave nothing to show.
    case notPermitted(String)
    /// `run` or `simulate` could not start, in its own words.
    case cannotStart(String)
    case usage(String)
    /// Whoever was asked said no.
    case declined
    /// The verb has told already how it ended.
    case ended(ExitStatus)

    enum Noun: String, Sendable {
        case device, person, room, pairing
        case discovered = "discovered device"

        fileprivate var listing: String {
            switch self {
            case .device: "tomte devices list"
            case .room: "tomte rooms list"
            case .discovered: "tomte devices list --discovered"
            case .person: "tomte people list"
            case .pairing: "tomte people approve"
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
        case .ended(let status): status
        }
    }
}

extension CommandFailure {
    /// What happened, and what to do: one or two sentences. Empty when it was told already.
    var sentences: [String] {
        switch self {
        case .noGateway(let absence): [absence.message, absence.remedy]
        case .problem(let problem): [Self.text(problem)]
        case .unreachableGateway(let host, let port, let reason):
            ["No gateway can be reached at \(host):\(port): \(reason)."]
        case .wrongGateway(let host, let port):
            [
                "Whoever answers at \(host):\(port) is not the gateway that was paired.",
                "Nothing was sent. If it was set up anew, pair again.",
            ]
        case .noAnswer(let time):
            ["The gateway did not answer within \(RelativeTime.text(time)).", "Try tomte doctor."]
        case .mayHaveBeenSent(let open, let cause): open.sentences(because: cause)
        case .interrupted(let open): open.interruptedSentences
        case .connectionLost: ["The gateway closed the connection.", "Try again, then tomte doctor."]
        case .unreadableAnswer(let detail):
            ["The gateway's answer cannot be read: \(detail)", "Are both of one version?"]
        case .notFound(let noun, let text): ["There is no \(noun.rawValue) “\(text)”.", "See \(noun.listing)."]
        case .ambiguous(let noun, let text, let ids):
            ["More than one \(noun.rawValue) is called “\(text)”.", "Use an id: \(ids.joined(separator: ", "))."]
        case .invalid(let sentence), .usage(let sentence), .notPermitted(let sentence): [sentence]
        // Several mistakes of a file come as a line each.
        case .cannotStart(let reasons): reasons.split(separator: "\n").map { String($0.drop { $0 == " " }) }
        case .declined: ["Nothing was changed."]
        case .ended: []
        }
    }

    private static func text(_ problem: ProblemBody) -> String {
        let text = problem.detail.isEmpty ? problem.title : problem.detail
        return problem.status >= 500 ? "\(text) (request \(problem.requestID))" : text
    }

    /// Says it on `console`, which is standard error.
    func tell(_ console: Console) {
        for (index, sentence) in sentences.enumerated() {
            console.prose(sentence, after: index == 0 ? "\("tomte:", .bad) " : "       ")
        }
    }
}
