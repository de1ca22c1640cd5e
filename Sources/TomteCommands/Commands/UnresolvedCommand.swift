import HomeModel

/// A command that was sent to the gateway, and whose outcome is not known yet.
struct UnresolvedCommand: Sendable {
    /// Nil for a command to several devices.
    let device: DeviceID?
    let title: String
    /// The idempotency key with which it was sent.
    let key: String
    /// Nil until the gateway has returned it.
    var id: CommandID?

    /// The failure to report when the outcome is not known. It is `failure` itself when the gateway certainly has no
    /// such command, or has returned its outcome.
    func failure(because failure: CLIError) -> CLIError {
        if id == nil {
            switch failure {
            // The gateway may have received the command.
            case .noAnswer, .connectionLost, .unreadableAnswer: break
            default: return failure
            }
        }
        return .mayHaveBeenSent(self, because: failure)
    }

    /// The command line that shows the command without its id.
    private var listing: String {
        device.map { "tomte commands list \($0)" } ?? "tomte audit list --event \(AuditEvent.groupControl.rawValue)"
    }

    /// The message after Ctrl-C ended the wait.
    var interruptedSentences: [String] {
        guard let id else {
            return [
                "The command to \(title) may have been sent; its outcome is not known yet.",
                "\(listing) shows whether it was sent, and its outcome.",
            ]
        }
        return [
            "The command \(id) to \(title) was sent; its outcome is not known yet.",
            "tomte commands show \(id) shows its outcome.",
        ]
    }

    /// The message when the outcome is not known because of `cause`.
    func sentences(because cause: CLIError) -> [String] {
        let reason = cause.sentences.first ?? ""
        guard let id else {
            return [
                "\(reason) The command to \(title) may have been sent nevertheless.",
                "\(listing) shows whether it was sent, and its outcome. The same command with "
                    + "--key \(key) is not carried out twice.",
            ]
        }
        return [
            "\(reason) The command \(id) to \(title) may have been sent, and the device may be carrying it out.",
            "tomte commands show \(id) shows its outcome when the gateway runs again. The same command with "
                + "--key \(key) is not carried out twice.",
        ]
    }
}
