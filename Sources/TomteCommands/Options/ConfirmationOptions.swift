import ArgumentParser

/// The last question before something is gone.
struct ConfirmationOptions: ParsableArguments {
    @Flag(name: .customLong("yes"), help: "Do not ask.")
    private var isConfirmed = false

    /// Without a terminal there is no question, so only `--yes` confirms.
    func confirm(_ question: StyledText) throws(CommandFailure) {
        if isConfirmed { return }
        guard Console.output.canAsk else {
            throw .usage("\(question.plain) Say --yes: there is no terminal to ask on.")
        }
        let answer = Console.output.answer(to: "\(question) [y/N]") ?? ""
        guard ["y", "yes"].contains(answer.lowercased()) else { throw .declined }
    }
}
