import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte clock`.
struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show whether the gateway knows the time, or confirm its clock.",
        discussion: HelpDiscussion.discussion("", commands: "tomte clock show", "tomte clock confirm"),
        subcommands: [ClockShow.self, ClockConfirm.self], defaultSubcommand: ClockShow.self)
}

/// The subcommand `tomte clock show`.
struct ClockShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the gateway's time, and whether grants and denies with a time limit use it.",
        discussion: HelpDiscussion.discussion("", commands: "tomte clock show", "tomte clock show --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let home = try await HomeClockText(of: client)
            try output.show(try await client.clock()) { clock, console in
                ClockText.show(clock, at: home, on: console)
            }
        }
    }
}

/// The subcommand `tomte clock confirm`.
struct ClockConfirm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Confirm that the gateway's clock is right. Only for owners.",
        discussion: HelpDiscussion.discussion(
            """
            Without a time server the gateway may not know whether its clock is right; then grants with a time limit \
            allow nothing. A confirmation is valid until the clock is set or the machine restarts. On a terminal it \
            shows the time and asks first.
            """,
            commands: "tomte clock confirm", "tomte clock confirm --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let home = try await HomeClockText(of: client)
            let shown = try await client.clock().body().time
            try confirmation.confirm(
                "The gateway's clock shows \(home.named(shown), .strong). Is that the right time?")
            // The question took some time, so the clock is read again; it was right before.
            let now = try await client.clock().body().time
            let answer = try await client.confirmClock(ClockConfirmationBody(time: now))
            try output.show(answer) { clock, console in
                ClockText.show(clock, at: home, on: console)
            }
        }
    }
}

/// Describes the clock of a gateway.
private enum ClockText {
    static func show(_ clock: ClockBody, at home: HomeClockText, on console: Console) {
        let time = home.named(clock.time)
        if clock.isKnown {
            console.line("\("✓", .good) \(time, .strong): the time is known.")
        } else {
            console.prose(
                "\(time): the time is not known, so grants with a time limit allow nothing, and denies with a time "
                    + "limit always apply. If the time is right, an owner can confirm it with tomte clock confirm.",
                after: "\("!", .bad) ")
        }
    }
}
