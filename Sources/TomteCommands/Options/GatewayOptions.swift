import ArgumentParser
import Foundation
import TomteClient
import HomeModel

/// Selects the gateway of a subcommand, and the person with whose rights it acts.
struct GatewayOptions: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Option(
        name: .customLong("gateway"),
        help: ArgumentHelp("Use a gateway that this terminal is paired with (or TOMTE_GATEWAY).", valueName: "name"))
    private var remote: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("Act with exactly this person's rights.", valueName: "person"))
    private var actor: String?

    /// Runs `body` with a client of the selected gateway.
    func withClient(
        _ body: @escaping @Sendable (CLIClient) async throws(CLIError) -> Void
    ) async throws(CLIError) {
        let actor = actor
        let transport = try transport()
        guard actor == nil || transport is UnixSocketTransport else {
            throw .usage("--as works only at the gateway itself, not with --gateway.")
        }
        try await CLIClient.with(transport) { client throws(CLIError) in
            try await body(client.acting(as: client.resolveActor(actor)))
        }
    }

    private func transport() throws(CLIError) -> any GatewayTransport {
        let environment = ProcessInfo.processInfo.environment
        guard let name = remote ?? environment[RemoteGatewayFolder.environmentVariable], !name.isEmpty else {
            return UnixSocketTransport(home: state.folder)
        }
        do throws(ClientError) {
            let file = try RemoteGatewayFolder(environment: environment).file(name)
            return try HTTPSTransport(file) { purpose in
                guard Console.output.canPrompt else { return nil }
                return SecretPrompt.ask("Your PIN (for \(purpose.rawValue)):")
            }
        } catch {
            throw CLIError(error)
        }
    }
}

/// Selects the state folder of a home.
struct StateOptions: ParsableArguments {
    @Option(
        name: .customLong("state"),
        help: ArgumentHelp(
            "The home's state folder (or TOMTE_STATE; default ./.tomte, or else /var/lib/tomte of the installed service).",
            valueName: "dir"))
    private var option: String?

    /// The folder of the gateway that a subcommand sends its requests to.
    var folder: StateFolderPath {
        .ofRunningGateway(option: option, environment: ProcessInfo.processInfo.environment)
    }

    /// The folder of the gateway that this process runs. It is never chosen to be that of the installed service,
    /// because a second gateway there, run by root, would leave files that the service cannot open.
    var ownFolder: StateFolderPath {
        StateFolderPath(option: option, environment: ProcessInfo.processInfo.environment)
    }
}

/// Selects the output format: text or JSON.
struct OutputOptions: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print the JSON of the API.")
    var isJSON = false

    /// Prints a response: with `--json` unchanged, otherwise through `text`.
    func show<Body>(
        _ answer: CLIClient.Response<Body>, text: (Body, Console) -> Void
    ) throws(CLIError) {
        let console = Console.output
        if isJSON {
            console.json(answer.bytes)
        } else {
            text(try answer.body(), console)
        }
    }

    /// Prints the end of an act whose response has no body: with `--json` as `null`.
    func done(text: (Console) -> Void) {
        if isJSON { Console.output.json(Array("null".utf8)) } else { text(Console.output) }
    }
}

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
