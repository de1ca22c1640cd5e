import ArgumentParser

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
