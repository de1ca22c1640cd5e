import ArgumentParser
import Foundation

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
        _ body: @escaping @Sendable (GatewayClient) async throws(CLIError) -> Void
    ) async throws(CLIError) {
        let actor = actor
        let transport = try transport()
        guard actor == nil || transport is UnixSocketTransport else {
            throw .usage("--as works only at the gateway itself, not with --gateway.")
        }
        try await GatewayClient.with(transport) { client throws(CLIError) in
            try await body(client.acting(as: client.resolveActor(actor)))
        }
    }

    private func transport() throws(CLIError) -> any GatewayTransport {
        let environment = ProcessInfo.processInfo.environment
        guard let name = remote ?? environment[RemoteGatewayFolder.environmentVariable], !name.isEmpty else {
            return UnixSocketTransport(home: state.folder)
        }
        return try HTTPSTransport(RemoteGatewayFolder(environment: environment).file(name))
    }
}
