import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte layout`.
struct LayoutCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layout",
        abstract: "Show and change the home screen: order of rooms and devices, favourites, hidden devices.",
        discussion: HelpDiscussion.discussion(
            """
            Each person can have a layout of their own, and the home has a default for the
            others. The console itself is no person: use --as, or --default for the home's.
            """,
            commands: "tomte layout --as anna", "tomte layout --default",
            "tomte layout favourite kitchen-lamp --as anna", "tomte layout order kitchen hall --default"),
        subcommands: [
            LayoutList.self, LayoutFavourite.self, LayoutUnfavourite.self, LayoutHide.self, LayoutShow.self,
            LayoutOrder.self, LayoutReset.self,
        ], defaultSubcommand: LayoutList.self)
}

/// The subcommand `tomte layout list`.
struct LayoutList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Show the layout.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte layout list --as anna", "tomte layout list --default --json"))

    @OptionGroup var target: LayoutTarget

    func run() async throws(CLIError) {
        try await target.gateway.withClient { client throws(CLIError) in
            let answer = try await client.layout(isDefault: target.isDefault)
            let names = try await LayoutNames(client)
            try target.output.show(answer) { body, console in
                for line in names.lines(body, isDefault: target.isDefault) { console.prose(line) }
            }
        }
    }
}

/// The subcommand `tomte layout reset`.
struct LayoutReset: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset",
        abstract: "Remove a layout: a person's own one, or with --default the home's.",
        discussion: HelpDiscussion.discussion(
            "On a terminal it asks for confirmation first.", commands: "tomte layout reset --as anna --yes",
            "tomte layout reset --default --yes"))

    @OptionGroup var target: LayoutTarget
    @OptionGroup var confirmation: ConfirmationOptions

    func run() async throws(CLIError) {
        try await target.gateway.withClient { client throws(CLIError) in
            let noun = target.isDefault ? "the home's default layout" : "your own layout"
            try confirmation.confirm("Remove \(noun)?")
            try target.output.show(try await client.resetLayout(isDefault: target.isDefault)) { _, console in
                console.line(
                    target.isDefault
                        ? "\("✓", .good) The home has no default layout now."
                        : "\("✓", .good) The home's default layout applies now.")
            }
        }
    }
}

/// The gateway, and the layout to which a subcommand applies.
struct LayoutTarget: ParsableArguments {
    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Flag(name: .customLong("default"), help: "The home's default, for people without a layout of their own.")
    var isDefault = false

    /// Changes the layout, and prints a sentence about it.
    func change(
        _ client: CLIClient, sentence: StyledText, edit: (inout HomeLayout) -> Void
    ) async throws(CLIError) {
        let answer = try await store(client, attempts: Self.mostAttempts, edit: edit)
        try output.show(answer) { _, console in
            console.line("\("✓", .good) " + sentence + (isDefault ? " In the home's default." : ""))
        }
    }

    /// The limit of attempts while other clients change the same layout.
    private static let mostAttempts = 4

    /// Applies the edit to the layout as it is now. If another client changes the layout at the same time, applies it again
    /// to the changed one.
    private func store(
        _ client: CLIClient, attempts: Int, edit: (inout HomeLayout) -> Void
    ) async throws(CLIError) -> CLIClient.Response<LayoutBody> {
        let current = try await client.layout(isDefault: isDefault).body()
        var layout = current.layout
        edit(&layout)
        do throws(CLIError) {
            return try await client.set(NewLayoutBody(layout), replacing: current.version, isDefault: isDefault)
        } catch .problem(let problem) where problem.code == "changedMeanwhile" && attempts > 1 {
            return try await store(client, attempts: attempts - 1, edit: edit)
        }
    }
}
