import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Tell a device something and wait for what became of it.",
        discussion: Example.discussion(
            "VALUE is on or off, a number with or without its unit, an option, a text, or a colour as hue/saturation. What "
                + "travels (position, tilt, garageDoor, valve) may take up to three minutes while it moves; stop, without "
                + "a value, stops it.",
            "tomte send hall-lamp switch on", "tomte send \"Hall lamp\" brightness 40%",
            "tomte send plug-2/relay-1 switch off --as anna",
            "tomte send hall-lamp color 120/50", "tomte send living-blind position 40", "tomte send living-blind stop",
            "tomte send front-door lock locked --deadline 30",
            "tomte send hall-lamp switch on --json"))

    /// The gateway lets what travels take so long in all.
    private static let longestTravel = Duration.seconds(180)
    /// What the way to the gateway and back may add to the command's own deadline.
    private static let grace = Duration.seconds(5)
    private static let defaultDeadlineSeconds = 10

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name, with a part where there are several.")
    var device: DeviceAddress

    @Argument(help: "What to set, such as switch or targetTemperature.")
    var capability: String

    @Argument(help: "What it should become; left out after stop.")
    var value: String?

    @Option(
        name: .customLong("deadline"),
        help: "Seconds that the device may take, 1 to 60 (default 10); longer while it travels.")
    var deadlineSeconds: Int?

    @Option(help: "Idempotency key: the same key within 24 h has no second effect. One is chosen when none is given.")
    var key: String?

    func validate() throws {
        guard (1...60).contains(deadlineSeconds ?? Self.defaultDeadlineSeconds) else {
            throw ValidationError("--deadline takes 1 to 60 seconds.")
        }
        guard value != nil || isStop else {
            throw ValidationError("VALUE is missing: say what \(capability) should become.")
        }
    }

    /// `stop` without a value stops what the part has in motion.
    private var isStop: Bool { value == nil && capability == "stop" }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
            do throws(CommandFailure) {
                try await send(through: client)
            } catch {
                // A script reads the same record whether the gateway carried the command out or refused it.
                if output.isJSON, let unsent = UnsentCommand(self, error) { Console.output.json(try unsent.bytes()) }
                throw error
            }
        }
    }

    private func send(through client: GatewayClient) async throws(CommandFailure) {
        let found = try await client.resolve(device)
        let target =
            isStop ? try CommandTarget(stopping: device, in: found) : try CommandTarget(device, capability, in: found)
        let body = CommandBody(
            part: target.part, capability: target.name,
            value: try ValueArgument.read(value ?? CommandTarget.stopped, for: target.capability),
            // Always one: after a lost connection the same can be sent again without a second effect.
            idempotencyKey: key ?? CommandID.random().rawValue, deadlineSeconds: deadlineSeconds)
        let started = ContinuousClock.now
        let answer = try await WaitingLine.show("Waiting for \(target.title)") { () async throws(CommandFailure) in
            try await interruptibleOutcome(of: body, target, client)
        }
        try tell(answer, target, took: ContinuousClock.now - started)
    }

    /// The same as `outcome`, until Ctrl-C ends the wait. The gateway carries the command out all the same.
    private func interruptibleOutcome(
        of body: CommandBody, _ target: CommandTarget, _ client: GatewayClient
    ) async throws(CommandFailure) -> Answer<CommandRecordBody> {
        do {
            return try await interruptible { try await outcome(of: body, target, client) }
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            // Over the line that says for how long it waited, and over the ^C of the terminal.
            if Console.errors.terminal.isInteractive { Console.errors.replaceLine("") }
            var open = OpenSending(device: target.device.id, title: target.title, key: body.idempotencyKey ?? "")
            open.id = await underWay(body, target, client)
            throw .interrupted(open)
        }
    }

    /// The newest command of this kind that has not ended. Nil when the gateway does not say.
    private func underWay(_ body: CommandBody, _ target: CommandTarget, _ client: GatewayClient) async -> CommandID? {
        guard let records = try? await client.commands(of: target.device.id, limit: 20).body() else { return nil }
        return records.first { record in
            record.outcome == nil && record.part == target.series.part && record.capability == target.name
                && record.value == body.value
        }?.id
    }

    /// Asks again while the command has not ended; the gateway ends each one, so this does too. What travels is asked about
    /// from the beginning, so that a gateway that is gone is noticed on the way.
    private func outcome(
        of body: CommandBody, _ target: CommandTarget, _ client: GatewayClient
    ) async throws(CommandFailure) -> Answer<CommandRecordBody> {
        let limit = Duration.seconds(deadlineSeconds ?? Self.defaultDeadlineSeconds) + Self.grace
        let travels = target.name.kind.travels && body.value != .text(CommandTarget.stopped)
        let end = ContinuousClock.now + limit + (travels ? Self.longestTravel : .zero)
        var open = OpenSending(device: target.device.id, title: target.title, key: body.idempotencyKey ?? "")
        do throws(CommandFailure) {
            var answer = try await client.command(target.device.id, body, within: limit, waits: !travels)
            var record = try answer.body()
            open.id = record.id
            while record.outcome == nil && ContinuousClock.now < end {
                try? await Task.sleep(for: .milliseconds(200))
                answer = try await client.command(record.id)
                record = try answer.body()
            }
            return answer
        } catch {
            throw open.failure(because: error)
        }
    }

    private func tell(
        _ answer: Answer<CommandRecordBody>, _ target: CommandTarget, took: Duration
    ) throws(CommandFailure) {
        let record = try answer.body()
        let status = record.outcome.map { ExitStatus($0) } ?? .unreachable
        let text = OutcomeText(record, target: target, took: took)
        if output.isJSON {
            Console.output.json(answer.bytes)
        } else {
            let console: Console = status == .done ? .output : .errors
            console.prose(text.sentence, after: "\(text.mark) ")
        }
        if status != .done { throw .ended(status) }
    }
}
