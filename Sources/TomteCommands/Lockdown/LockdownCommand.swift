import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte lockdown`.
struct LockdownCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lockdown",
        abstract: "Turn the lockdown on or off; while it is on, only safe commands are sent.",
        discussion: HelpDiscussion.discussion(
            "Safe commands are: lock, arm the alarm, close the water, stop, lights and ovens off, fridges and heating on. "
                + "Blinds and garage doors can only be stopped. Devices continue to report. "
                + "Without an argument, it shows whether the lockdown is on.",
            commands: "tomte lockdown", "tomte lockdown on", "tomte lockdown off"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    /// The values of the argument.
    enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Argument(help: "on or off.")
    var change: Switch?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let answer =
                if let change { try await client.setLockdown(change == .on) } else { try await client.lockdown() }
            let clock = try await HomeClockText(of: client)
            try output.show(answer) { lockdown, console in
                if let since = lockdown.since {
                    console.line("The lockdown is \("on", .bad) since \(clock.named(since)).")
                    console.line("Only safe commands are sent.")
                } else {
                    console.line("\("✓", .good) The lockdown is off.")
                }
            }
        }
    }
}
