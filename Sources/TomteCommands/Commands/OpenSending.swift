import HomeModel

/// A command that was handed over and whose outcome is not known yet.
struct OpenSending: Sendable {
    let device: DeviceID
    let title: String
    /// The idempotency key with which it was sent.
    let key: String
    /// Once the gateway has said it.
    var id: CommandID?

    /// What is told when the outcome could not be learnt. As it is where the gateway certainly has no such command, or
    /// has said itself what became of it.
    func failure(because failure: CommandFailure) -> CommandFailure {
        if id == nil {
            switch failure {
            // The gateway may have got it.
            case .noAnswer, .connectionLost, .unreadableAnswer: break
            default: return failure
            }
        }
        return .mayHaveBeenSent(self, because: failure)
    }

    /// The message after a person ended the wait with Ctrl-C.
    var interruptedSentences: [String] {
        guard let id else {
            return [
                "The command to \(title) may have been sent; its outcome is open.",
                "tomte commands list \(device) shows whether it was, and how it ended.",
            ]
        }
        return [
            "The command \(id) to \(title) was sent; its outcome is open.",
            "tomte commands show \(id) shows how it ends.",
        ]
    }

    func sentences(because cause: CommandFailure) -> [String] {
        let reason = cause.sentences.first ?? ""
        guard let id else {
            return [
                "\(reason) The command to \(title) may have been sent all the same.",
                "tomte commands list \(device) shows whether it was, and how it ended. The same command with "
                    + "--key \(key) is not carried out twice.",
            ]
        }
        return [
            "\(reason) The command \(id) to \(title) may have been sent, and the device may be carrying it out.",
            "tomte commands show \(id) shows how it ended, once the gateway runs. The same command with --key \(key) "
                + "is not carried out twice.",
        ]
    }
}
