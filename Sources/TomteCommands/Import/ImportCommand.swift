import ArgumentParser
import Foundation
import GatewayWire
import HomeAssistantHistory
import HomeModel
import TomteClient

/// The subcommand `tomte import`.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import", abstract: "Import past readings from another system.",
        discussion: HelpDiscussion.discussion(
            "", commands: "tomte import home-assistant home-assistant_v2.db --dry-run"),
        subcommands: [ImportHomeAssistant.self])
}

/// The subcommand `tomte import home-assistant`.
struct ImportHomeAssistant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home-assistant",
        abstract: "Import the history of Home Assistant: its states, and the hourly statistics before them.",
        discussion: HelpDiscussion.discussion(
            """
            FILE is the recorder's database, home-assistant_v2.db. It is only read, even
            while Home Assistant runs, and may be large, old or slightly damaged. Each
            sensor becomes an archived device, which has past readings and nothing else;
            with --into, the readings are added to a device of the home. An import that is
            interrupted or repeated adds no reading twice. tomte devices remove removes an
            archived device.

            Home Assistant does not record whether a meter of power or energy measures
            consumption, production or another flow, nor which meter is behind another.
            Therefore tomte energy does not count archived meters, unless --flow gives
            their flow; --flow also works for meters that were imported before. If
            something is measured twice, give a flow for only one of the meters: the
            energy of a plug rather than its power, and as consumption either the meter of
            the home or the plugs behind it.
            """,
            commands: "tomte import home-assistant home-assistant_v2.db --dry-run",
            "tomte import home-assistant ha.db --only \"sensor.kitchen_*\" --since 365d",
            "tomte import home-assistant ha.db --flow sensor.solar_energy=production",
            "tomte import home-assistant ha.db --into sensor.fridge_power=fridge",
            "tomte import home-assistant ha.db --into sensor.soil=garden:humidity"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: ArgumentHelp("The recorder's database.", valueName: "file"))
    var file: String

    @Option(
        name: .customLong("into"),
        help: ArgumentHelp(
            "Import an entity into a device of the home.", valueName: "entity=device[/part][:quantity]"))
    var targets: [EntityTarget] = []

    @Option(
        name: .customLong("flow"),
        help: ArgumentHelp(
            "Flow of an entity of power or energy: \(EntityFlow.words).", valueName: "entity=flow"),
        transform: EntityFlow.init(argument:))
    var flows: [EntityFlow] = []

    @Option(help: ArgumentHelp("Import only entities that match; * matches any text.", valueName: "pattern"))
    var only: [String] = []

    @Option(help: "Leave out older readings: a time (RFC 3339), or a duration ago such as 365d.")
    var since: TimeArgument?

    @Flag(help: "Read the whole file and show what would be imported; nothing is stored.")
    var dryRun = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let targets = try await EntityTargets(self.targets, in: client)
            let flows = try EntityFlows(self.flows, besides: self.targets)
            let work = RecorderImport(history: try open(targets), targets: targets, flows: flows)
            do {
                try show(try await report(work, client: client))
            } catch let failure as CLIError {
                throw failure
            } catch let error as RecorderFileError {
                throw .invalid(error.description)
            } catch is CancellationError {
                Console.errors.prose("Interrupted. Readings sent so far are stored; run the command again to continue.")
                throw .ended(.failed)
            } catch {
                throw .connectionLost
            }
        }
    }

    private func report(_ work: RecorderImport, client: CLIClient) async throws -> ImportReport {
        try await work.flows.check(in: work.history)
        guard !dryRun else { return try await interruptible { try await work.run(nil) } }
        return try await ImportSession.with("home-assistant", client: client) { session in
            try await interruptible { try await work.run(session) }
        }
    }

    private func open(_ targets: EntityTargets) throws(CLIError) -> RecorderHistory {
        let choice = RecorderSelection(
            only: only.map(EntityPattern.init), since: since?.timestamp(before: Timestamp(Date())),
            quantities: targets.quantities)
        do {
            return try RecorderHistory(path: file, choosing: choice)
        } catch {
            throw .invalid(error.description)
        }
    }

    private func show(_ report: ImportReport) throws(CLIError) {
        let console = Console.output
        guard output.isJSON else { return report.show(on: console) }
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            console.json(Array(try encoder.encode(report)))
        } catch {
            throw .unreadableAnswer("\(error)")
        }
    }
}
