import ArgumentParser
import Foundation

/// Which home a verb is about.
struct StateOptions: ParsableArguments {
    @Option(
        name: .customLong("state"),
        help: ArgumentHelp("The home's state folder (or TOMTE_STATE; default ./.tomte).", valueName: "dir"))
    private var option: String?

    var folder: StateFolder {
        StateFolder(option: option, environment: ProcessInfo.processInfo.environment)
    }
}

/// Which gateway a verb talks to, and with whose rights.
struct GatewayOptions: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Option(name: .customLong("as"), help: ArgumentHelp("Act with exactly this person's rights.", valueName: "person"))
    private var actor: String?

    /// A client for the time of `body`.
    func withClient(
        _ body: @escaping @Sendable (GatewayClient) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) {
        let actor = actor
        try await GatewayClient.with(state.folder) { client throws(CommandFailure) in
            try await body(client.acting(as: client.resolveActor(actor)))
        }
    }
}

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
