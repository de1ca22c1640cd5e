import ArgumentParser
import AvahiDiscovery
import Foundation
import HomeModel
import Logging
import SimulatedHome
import UnixSignals
import TomteClient

/// The subcommand `tomte simulate`.
struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Run simulated devices against the gateway, until Ctrl-C.",
        discussion: HelpDiscussion.discussion(
            """
            SCENARIO is a file, or the name of one in simulators/scenarios. The devices
            get their credentials from the gateway. With --adopt they become part of the
            home, else they are listed as discovered devices. With --history, past readings
            are imported for the devices that are part of the home; readings that already
            exist are not changed.
            """,
            commands: "tomte simulate villa --adopt", "tomte simulate villa --adopt --history 90d",
            "tomte simulate my-house.yaml --seed 7"))

    @OptionGroup var state: StateOptions

    @Argument(help: ArgumentHelp("A scenario's file or name.", valueName: "scenario"))
    var scenario: String

    @Flag(help: "Adopt the scenario's devices, with the names, rooms and purposes that it gives.")
    var adopt = false

    @Option(help: ArgumentHelp("Also import readings for this time before now, one a minute.", valueName: "span"))
    var history: DurationArgument?

    @Option(help: ArgumentHelp("Seed of the random course of the simulation.", valueName: "number"))
    var seed: UInt64?

    func run() async throws {
        let scenario = try ScenarioFile.read(self.scenario)
        var logger = Logger(label: "simulate") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        try await CLIClient.with(state.folder) { [logger] client throws(CLIError) in
            do {
                try await simulate(scenario, client: client, logger: logger)
            } catch let failure as CLIError {
                throw failure
            } catch {
                throw .cannotStart("\(error)")
            }
        }
    }

    private func simulate(_ scenario: Scenario, client: CLIClient, logger: Logger) async throws {
        let credentials = GatewayCredentials(
            scenario: scenario, client: client, folder: "\(state.folder.path)/simulated")
        let broker = try await credentials.broker()
        let past = try await prepareBackfill(scenario, client: client)
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
                    if adopt { try await ScenarioAdoption(scenario: scenario, client: client).run() }
                    try await past?.run(scenario, client: client)
                } catch is CancellationError {
                    // Ctrl-C ends the devices too.
                } catch {
                    await home.stop()
                    throw error
                }
            }
            // Waits until every device has announced its end; only then may the other tasks be cancelled.
            try await home.run()
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    private func prepareBackfill(_ scenario: Scenario, client: CLIClient) async throws -> HistoryBackfill? {
        guard let span = history?.duration else { return nil }
        Console.output.line("simulating the past of \(scenario.name)…")
        return try await HistoryBackfill.prepare(scenario, seed: seed, lasting: span, client: client)
    }
}

extension Scenario {
    /// Such as `Villa: 3 devices (2 homie, 1 shelly), 4 mDNS records`.
    fileprivate var summary: String {
        let spoken = dialectCounts.map { "\($0.count) \($0.dialect)" }
        return "\(name): \(CountText.text(devices.count, one: "device")) (\(spoken.joined(separator: ", "))), "
            + CountText.text(services.count, one: "mDNS record")
    }
}

/// Finds and reads scenarios.
enum ScenarioFile {
    /// Reads the scenario at a path, or the supplied one with this name.
    static func read(_ text: String) throws(CLIError) -> Scenario {
        let candidates = [text] + folders.map { "\($0)/\(text).yaml" }
        guard let path = candidates.first(where: { FileManager.default.isReadableFile(atPath: $0) && !isFolder($0) })
        else {
            throw .invalid("There is no scenario “\(text.prefix(100))”; give a file, or the name villa or flat.")
        }
        do {
            return try ScenarioReader.read(contentsOf: path)
        } catch {
            throw .invalid("\(error)")
        }
    }

    /// The folders of the supplied scenarios: below the working folder in a checkout, beside an installed program.
    private static var folders: [String] {
        let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "").deletingLastPathComponent()
        return ["simulators/scenarios", program.appendingPathComponent("../share/tomte/scenarios").path]
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
