import ArgumentParser
import Foundation

/// Which gateway a verb talks to, and with whose rights.
struct GatewayOptions: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Option(
        name: .customLong("gateway"),
        help: ArgumentHelp("A gateway that this terminal is paired with (or TOMTE_GATEWAY).", valueName: "name"))
    private var remote: String?

    @Option(name: .customLong("as"), help: ArgumentHelp("Act with exactly this person's rights.", valueName: "person"))
    private var actor: String?

    /// A client for the time of `body`.
    func withClient(
        _ body: @escaping @Sendable (GatewayClient) async throws(CommandFailure) -> Void
    ) async throws(CommandFailure) {
        let actor = actor
        let door = try door()
        guard actor == nil || door is ConsoleDoor else { throw .usage("--as is for the console.") }
        try await GatewayClient.with(door) { client throws(CommandFailure) in
            try await body(client.acting(as: client.resolveActor(actor)))
        }
    }

    private func door() throws(CommandFailure) -> any GatewayDoor {
        let environment = ProcessInfo.processInfo.environment
        guard let name = remote ?? environment[RemoteFolder.environmentVariable], !name.isEmpty else {
            return ConsoleDoor(home: state.folder)
        }
        return try RemoteDoor(RemoteFolder(environment: environment).file(name))
    }
}
