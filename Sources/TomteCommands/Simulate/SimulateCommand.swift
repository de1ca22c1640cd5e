import ArgumentParser
import AvahiDiscovery
import Foundation
import GatewayApp
import Glibc
import HomeModel
import HostInspection
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
            SCENARIO is a file, or the name of a supplied one: villa or flat. The devices
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
        try requireUserOfGateway()
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

    /// The credentials of the devices are files in the folder of the home. Those of root would keep the gateway's user from
    /// replacing them later, and all devices offline.
    private func requireUserOfGateway() throws(CLIError) {
        guard let owner = FolderInspection.owner(of: state.folder.path), owner != geteuid() else { return }
        let name = UserNames.name(of: owner) ?? "#\(owner)"
        throw .invalid(
            "Simulated devices keep their credentials in \(state.folder.path), which belongs to \(name). Run this command as "
                + "that user: sudo -u \(name) tomte simulate …")
    }

    private func simulate(_ scenario: Scenario, client: CLIClient, logger: Logger) async throws {
        let credentials = GatewayCredentials(
            scenario: scenario, client: client, folder: "\(state.folder.path)/simulated")
        // Devices that are not configured yet learn the broker from the gateway.
        let broker = scenario.devices.isEmpty ? 0 : try await credentials.broker()
        let past = try await prepareBackfill(scenario, client: client)
        let publisher = AvahiPublisher(logger: logger)
        let folder = try makeFolder()
        let home = SimulatedHome(
            scenario: scenario, broker: ("localhost", broker), credentials: credentials, publisher: publisher,
            now: { Timestamp(Date()) }, seed: seed, past: past?.home(), pairingFolder: folder, logger: logger)
        Console.output.line("\(scenario.summary)")
        for pairable in scenario.pairables { Console.output.line("\(pairable.summary)") }
        let unconfigured = try scenario.unconfigured.compactMap {
            try device($0, in: folder, publisher: publisher, logger: logger)
        }
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await publisher.run() }
            for device in unconfigured { group.addTask { try await device.run() } }
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

    /// A simulated device whose settings the gateway writes: `tomte devices setup`.
    private func device(
        _ device: (device: ScenarioDevice, port: UInt16), in folder: String, publisher: AvahiPublisher, logger: Logger
    ) throws -> UnconfiguredDevice? {
        let place = UnconfiguredDevice.Place(
            port: device.port, folder: folder,
            pinnedAuthority: "\(state.folder.path)/certificates/compatibility-root.pem")
        return UnconfiguredDevice(
            device.device, at: place, publisher: publisher, now: { Timestamp(Date()) }, logger: logger)
    }

    /// Makes the folder for the devices' own files, and returns its path.
    private func makeFolder() throws -> String {
        let folder = "\(state.folder.path)/simulated"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        return folder
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

extension ScenarioPairable {
    /// Such as `Lumora bridge: HomeKit accessory with the setup code 271-80-463 (2 devices)`, or
    /// `Floor lamp: Matter node with the setup code 0602-092-9458, as QR code MT:…`.
    fileprivate var summary: String {
        let thing = qrPayload == nil ? "HomeKit accessory" : "Matter node"
        let payload = qrPayload.map { ", as QR code \($0)" } ?? ""
        let contents = isBridge ? " (\(CountText.text(devices.count, one: "device")))" : ""
        return "\(name): \(thing) with the setup code \(codeText)\(payload)\(contents)"
    }
}

/// Finds and reads scenarios.
enum ScenarioFile {
    /// Reads the scenario at a path, or the supplied one with this name.
    static func read(_ text: String) throws(CLIError) -> Scenario {
        let candidates = [text] + folders.map { "\($0)/\(text).yaml" }
        guard let path = candidates.first(where: { FileManager.default.isReadableFile(atPath: $0) && !isFolder($0) })
        else {
            let name = EscapedText(text, limit: 100)
            throw .invalid(
                "There is no scenario “\(name)”: no file has this path, and \(name).yaml is not in "
                    + "\(folders.joined(separator: " or ")). The package of Tomte installs villa and flat; elsewhere, give the "
                    + "path of a file, as in tomte simulate /path/to/tomte/simulators/scenarios/villa.yaml.")
        }
        do {
            return try ScenarioReader.read(contentsOf: path)
        } catch {
            throw .invalid("\(error)")
        }
    }

    /// The folders of the supplied scenarios: below the working folder in a checkout, and beside an installed program.
    private static var folders: [String] {
        let path = "simulators/scenarios"
        return [path] + [InstalledFiles.folder("scenarios", inCheckout: path)].compactMap(\.self)
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
