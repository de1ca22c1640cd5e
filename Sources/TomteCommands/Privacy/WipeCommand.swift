import ArgumentParser
import Foundation
import GatewayApp
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte wipe`.
struct WipeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wipe",
        abstract: "Delete the whole home: people, devices, readings and the audit log.",
        discussion: HelpDiscussion.discussion(
            """
            First, HomeKit accessories are unpaired and Matter nodes leave the gateway's fabric, as far as they can be
            reached. Then the gateway stops, overwrites and deletes everything in its state folder, and starts as at the
            first time. A wipe that is interrupted goes on at the next start. It cannot be undone. Flash memory may keep
            remains of deleted data for a while, which no program can overwrite for certain.

            On a terminal it asks for the name of the home first; without one, --name confirms it. While the gateway is
            stopped, it works in the state folder itself, and then every device has to be reset by hand. Files that you
            put into the state folder, such as keys for an external broker, are deleted too. The store of a broker that
            the system runs as a service is not in the state folder: stop that service and delete its store.
            """,
            commands: "tomte wipe", "tomte wipe --name Home", "tomte wipe --state /var/lib/tomte"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Confirm with the name of the home.", valueName: "name"))
    var name: String?

    func run() async throws(CLIError) {
        do throws(CLIError) {
            try await gateway.withClient { client throws(CLIError) in try await wipe(client) }
        } catch .noGateway {
            try await wipeStopped()
        }
    }

    private func wipe(_ client: CLIClient) async throws(CLIError) {
        let confirmation = try confirmation(of: try await client.home().body().name)
        let answer = try await WaitingLine.show("Paired devices remove their pairings") { () async throws(CLIError) in
            try await client.wipe(NewWipeBody(name: confirmation))
        }
        try output.show(answer) { wipe, console in
            if wipe.pairings > 0 {
                console.line("\("✓", .good) \(wipe.unpaired.count) of \(wipe.pairings) pairings were removed.")
            }
            show(byHand: wipe.byHand, on: console)
            console.line("\("✓", .good) The gateway stops now, deletes everything, and starts as at the first time.")
        }
    }

    /// Wipes the home of a gateway that does not run.
    private func wipeStopped() async throws(CLIError) {
        let home = try await stoppedHome()
        guard try confirmation(of: home.name) == home.name else {
            throw .invalid(
                home.isNamedByPath
                    ? "The name of this home cannot be read, or an earlier wipe was interrupted. Confirm with the path of "
                        + "its folder: --name \(home.name)"
                    : "This is not the name of the home, so nothing was deleted.")
        }
        let left: [String]
        do throws(StartError) { left = try await home.wipe() } catch { throw .cannotStart(error.description) }
        output.done { console in
            show(byHand: home.devices, on: console)
            for path in left { console.line("\("✗", .bad) \(path) could not be deleted. Delete it by hand.") }
            console.line("\("✓", .good) Everything was deleted. tomte run starts as at the first time.")
        }
    }

    private func stoppedHome() async throws(CLIError) -> StoppedHome {
        do throws(StartError) {
            return try await StoppedHome(path: gateway.state.folder.path)
        } catch {
            throw .cannotStart(error.description)
        }
    }

    private func show(byHand devices: [String], on console: Console) {
        guard !devices.isEmpty else { return }
        console.line("Reset these devices by hand before another gateway can use them:")
        for device in devices { console.line("  \(EscapedText(device, limit: 100).description)") }
    }

    private func confirmation(of home: String) throws(CLIError) -> String {
        if let name { return name }
        guard Console.output.canPrompt else {
            throw .usage("Without a terminal, confirm the wipe with --name and the name of the home.")
        }
        let question: StyledText = "Type \(home, .strong) to delete the whole home. This cannot be undone:"
        guard let typed = Console.output.prompt(to: question) else { throw .declined }
        return typed
    }
}
