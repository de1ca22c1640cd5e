import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte home time-zone`.
struct HomeTimeZone: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "time-zone",
        abstract: "Show the time zone of the home, or set it.",
        discussion: HelpDiscussion.discussion(
            """
            The hours of grants and the days of energy are in this time zone. One that is set here replaces home.timeZone
            of the configuration and applies at once.
            """,
            commands: "tomte home time-zone", "tomte home time-zone Europe/Stockholm",
            "tomte home time-zone America/New_York --as anna"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "The IANA name of the time zone, such as Europe/Stockholm; without it, the present one is shown.")
    var zone: String?

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            guard let zone else {
                return try output.show(try await client.home()) { home, console in
                    console.line("\(home.timeZone, .strong), \(Self.clock(in: home))")
                }
            }
            try output.show(try await client.setTimeZone(TimeZoneBody(timeZone: zone))) { home, console in
                console.line("\("✓", .good) The time zone is now \(home.timeZone, .strong), \(Self.clock(in: home)).")
            }
        }
    }

    /// For example “where it is 2026-01-31 05:46”.
    private static func clock(in home: HomeBody) -> String {
        let now = Timestamp(Date())
        guard let zone = TimeZone(identifier: home.timeZone) else { return "which this machine does not know" }
        return "where it is \(LocalTime.minute(now, in: zone))"
    }
}
