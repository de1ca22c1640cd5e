import ArgumentParser

/// How a listing comes out.
struct OutputOptions: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print the API's own JSON.")
    var isJSON = false

    /// Writes the answer as it came, or what `text` makes of it.
    func show<Body>(
        _ answer: Answer<Body>, _ text: (Body, Console) -> Void
    ) throws(CommandFailure) {
        let console = Console.output
        if isJSON {
            console.json(answer.bytes)
        } else {
            text(try answer.body(), console)
        }
    }
}
