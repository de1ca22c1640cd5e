import ArgumentParser
import Foundation
import GatewayWire
import HomeAssistantHistory
import HomeModel

struct ImportHomeAssistant: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "home-assistant",
        abstract: "Bring in the past of a Home Assistant: its states, and its hourly statistics before them.",
        discussion: Example.discussion(
            """
            FILE is the recorder's database, home-assistant_v2.db. It is only read, also
            while Home Assistant runs, and may be large, old or slightly damaged. Each
            sensor becomes an archived device, with a past and nothing else; with --into,
            its past goes to a device that is there. Interrupted, or run again, it adds
            nothing twice. tomte devices remove takes an archived device away again.

            Home Assistant does not say what its meters of power and energy mean, nor
            which are behind another. So tomte energy leaves out those that are archived,
            unless --flow says it; also when they are there already. Of what is measured
            twice, give one: the energy of a plug rather than its power, and as
            consumption either the meter of the home or the plugs behind it.
            """,
            "tomte import home-assistant home-assistant_v2.db --dry-run",
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
            "Into a device of the home instead of an archived one.", valueName: "entity=device[/part][:quantity]"))
    var targets: [EntityTarget] = []

    @Option(
        name: .customLong("flow"),
        help: ArgumentHelp(
            "What the power or energy of an archived entity is: \(EntityFlow.words).", valueName: "entity=flow"),
        transform: EntityFlow.init(argument:))
    var flows: [EntityFlow] = []

    @Option(help: ArgumentHelp("Only entities like this; * stands for anything.", valueName: "pattern"))
    var only: [String] = []

    @Option(help: "Nothing older.")
    var since: Moment?

    @Flag(help: "Read all of it, and say what would be brought in; nothing is stored.")
    var dryRun = false

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let targets = try await EntityTargets(self.targets, in: client)
            let flows = try EntityFlows(self.flows, besides: self.targets)
            let work = RecorderImport(history: try open(targets), targets: targets, flows: flows)
            do {
                try show(try await report(work, client))
            } catch let failure as CommandFailure {
                throw failure
            } catch let error as RecorderFileError {
                throw .invalid(error.description)
            } catch is CancellationError {
                Console.errors.prose("Interrupted. What was sent is stored; the same command goes on from there.")
                throw .ended(.failed)
            } catch {
                throw .connectionLost
            }
        }
    }

    private func report(_ work: RecorderImport, _ client: GatewayClient) async throws -> ImportReport {
        try await work.flows.check(in: work.history)
        guard !dryRun else { return try await interruptible { try await work.run(nil) } }
        return try await ImportSession.with("home-assistant", client) { session in
            try await interruptible { try await work.run(session) }
        }
    }

    private func open(_ targets: EntityTargets) throws(CommandFailure) -> RecorderHistory {
        let choice = RecorderChoice(
            only: only.map(EntityPattern.init), since: since?.timestamp(before: Timestamp(Date())),
            quantities: targets.quantities)
        do {
            return try RecorderHistory(path: file, choosing: choice)
        } catch {
            throw .invalid(error.description)
        }
    }

    private func show(_ report: ImportReport) throws(CommandFailure) {
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
