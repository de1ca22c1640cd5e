import ArgumentParser
import GatewayWire
import HomeModel

struct LockdownCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lockdown",
        abstract:
            "Stop all commands but safe ones (lock, close the water, stop, lights and heaters off), or let them go on.",
        discussion: Example.discussion(
            "Devices go on reporting. Without a word it says how things stand.", "tomte lockdown", "tomte lockdown on",
            "tomte lockdown off"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    enum Switch: String, ExpressibleByArgument, CaseIterable { case on, off }

    @Argument(help: "on or off.")
    var change: Switch?

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let answer =
                if let change { try await client.setLockdown(change == .on) } else { try await client.lockdown() }
            try output.show(answer) { lockdown, console in
                if let since = lockdown.since {
                    console.line("\("Locked down", .bad) since \(LocalTime.minute(since)): only what is safe is done.")
                } else {
                    console.line("\("✓", .good) Not locked down.")
                }
            }
        }
    }
}
