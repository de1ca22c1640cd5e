import ArgumentParser
import GatewayWire
import HomeModel

struct ClockCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock",
        abstract: "Show whether the gateway knows the time, or confirm its clock.",
        discussion: Example.discussion("", "tomte clock show", "tomte clock confirm"),
        subcommands: [ClockShow.self, ClockConfirm.self], defaultSubcommand: ClockShow.self)
}

struct ClockShow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the gateway's time and whether rights with a time limit are decided by it.",
        discussion: Example.discussion("", "tomte clock show", "tomte clock show --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            try output.show(try await client.clock()) { clock, console in ClockText.show(clock, on: console) }
        }
    }
}

struct ClockConfirm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Say that the gateway's clock is right. For owners.",
        discussion: Example.discussion(
            """
            Without a time server the gateway may not know whether its clock is right, and then grants with a time limit \
            allow nothing. A confirmation holds until the clock is set or the machine starts again. It asks first.
            """,
            "tomte clock confirm", "tomte clock confirm --yes"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var confirmation: ConfirmationOptions

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            let shown = try await client.clock().body().time
            try confirmation.confirm(
                "The gateway's clock shows \(LocalTime.minute(shown), .strong). Is that right now?")
            // The answer took a while: the time is read again, and it was right.
            let now = try await client.clock().body().time
            let answer = try await client.confirmClock(ClockConfirmationBody(time: now))
            try output.show(answer) { clock, console in ClockText.show(clock, on: console) }
        }
    }
}

private enum ClockText {
    static func show(_ clock: ClockBody, on console: Console) {
        let time = LocalTime.minute(clock.time)
        if clock.isKnown {
            console.line("\("✓", .good) \(time, .strong): the time is known.")
        } else {
            console.prose(
                "\(time): the time is not known, so grants with a time limit allow nothing and such denies all hold. If it "
                    + "is right, an owner says so with tomte clock confirm.", after: "\("!", .bad) ")
        }
    }
}
