import ArgumentParser

/// Selects the output format: text or JSON.
struct OutputOptions: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print the JSON of the API.")
    var isJSON = false

    /// Prints a response: with `--json` unchanged, otherwise through `text`.
    func show<Body>(
        _ answer: APIResponse<Body>, text: (Body, Console) -> Void
    ) throws(CLIError) {
        let console = Console.output
        if isJSON {
            console.json(answer.bytes)
        } else {
            text(try answer.body(), console)
        }
    }
}
