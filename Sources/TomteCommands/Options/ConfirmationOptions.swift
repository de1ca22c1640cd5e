import ArgumentParser

/// Asks for confirmation before something is removed or changed.
struct ConfirmationOptions: ParsableArguments {
    @Flag(name: .customLong("yes"), help: "Do not ask for confirmation.")
    private var isConfirmed = false

    /// Asks `question` on a terminal, unless `--yes` is given. Throws `.declined` for every answer but yes, and
    /// `.usage` when there is no terminal.
    func confirm(_ question: StyledText) throws(CLIError) {
        if isConfirmed { return }
        guard Console.output.canPrompt else {
            throw .usage("\(question.plain) Without a terminal, confirm with --yes.")
        }
        let answer = Console.output.prompt(to: "\(question) [y/N]") ?? ""
        guard ["y", "yes"].contains(answer.lowercased()) else { throw .declined }
    }
}
