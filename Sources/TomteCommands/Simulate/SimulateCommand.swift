import ArgumentParser
import AvahiDiscovery
import Foundation
import HomeModel
import Logging
import SimulatedHome
import UnixSignals

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run simulated devices against the gateway, until Ctrl-C.",
        discussion: Example.discussion(
            """
            SCENARIO is a file, or the name of one in simulators/scenarios. The devices
            get their credentials from the gateway; with --adopt they also become part
            of the home, else they wait as discovered. With --history those that are
            part of the home get a past as well; a past that is there already stays as
            it is.
            """,
            "tomte simulate villa --adopt", "tomte simulate villa --adopt --history 90d",
            "tomte simulate my-house.yaml --seed 7"))

    @OptionGroup var state: StateOptions

    @Argument(help: ArgumentHelp("A scenario's file or name.", valueName: "scenario"))
    var scenario: String

    @Flag(help: "Adopt the scenario's devices, with the names, rooms and purposes that it gives.")
    var adopt = false

    @Option(help: ArgumentHelp("Also fill so much of the past with readings, one a minute.", valueName: "span"))
    var history: TimeSpan?

    @Option(help: ArgumentHelp("Another course of the same day.", valueName: "number"))
    var seed: UInt64?

    func run() async throws {
        let scenario = try ScenarioFile.read(self.scenario)
        var logger = Logger(label: "simulate") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        try await GatewayClient.with(state.folder) { [logger] client throws(CommandFailure) in
            do {
                try await simulate(scenario, client, logger)
            } catch let failure as CommandFailure {
                throw failure
            } catch {
                throw .cannotStart("\(error)")
            }
        }
    }

    private func simulate(_ scenario: Scenario, _ client: GatewayClient, _ logger: Logger) async throws {
        let credentials = GatewayCredentials(
            scenario: scenario, client: client, folder: "\(state.folder.path)/simulated")
        let broker = try await credentials.broker()
        let past = try await telling(scenario, client)
        let publisher = AvahiPublisher(logger: logger)
        let home = SimulatedHome(
            scenario: scenario, broker: ("localhost", broker), credentials: credentials, publisher: publisher,
            now: { Timestamp(Date()) }, seed: seed, past: past?.home(), logger: logger)
        Console.output.line("\(scenario.summary)")
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await publisher.run() }
            group.addTask {
                for await _ in signals { break }
                await home.stop()
            }
            group.addTask {
                do {
                    if adopt { try await Adoption(scenario: scenario, client: client).run() }
                    try await past?.run(scenario, client)
                } catch is CancellationError {
                    // Ctrl-C ends the devices too.
                } catch {
                    await home.stop()
                    throw error
                }
            }
            // Until every device has said goodbye; only then may the rest be cut short.
            try await home.run()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func telling(_ scenario: Scenario, _ client: GatewayClient) async throws -> PastTelling? {
        guard let span = history?.duration else { return nil }
        Console.output.line("living through the past of \(scenario.name)…")
        return try await PastTelling.prepare(scenario, seed: seed, lasting: span, client)
    }
}

extension Scenario {
    /// Villa: 3 devices (2 homie, 1 shelly), 4 mDNS records.
    fileprivate var summary: String {
        let counts = SpokenDialect.allCases.map { dialect in (dialect, devices.count { $0.dialect == dialect }) }
        let spoken = counts.filter { $0.1 > 0 }.sorted { $0.1 > $1.1 }.map { "\($1) \($0.rawValue)" }
        return "\(name): \(Quantities.text(devices.count, "device")) (\(spoken.joined(separator: ", "))), "
            + Quantities.text(services.count, "mDNS record")
    }
}
