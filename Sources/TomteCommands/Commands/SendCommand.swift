import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte send`.
struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Send a command to a device, to rooms or to the home, and wait for its outcome.",
        discussion: HelpDiscussion.discussion(
            "TARGET is a device or one of its parts, several of them with commas between them, room:ROOM, or home. A room "
                + "or the home stands for everything in it that has the capability and that you may command. Commands "
                + "that need a PIN are left out without --guarded, and nothing is unlocked or opened: name such a "
                + "device.\n\nVALUE is on or off, a number with or without its unit, an option, a text, or a colour as "
                + "hue/saturation. "
                + "Capabilities that travel (position, tilt, garageDoor, valve) may need up to three minutes; stop, "
                + "without a value, stops them.",
            commands: "tomte send hall-lamp switch on", "tomte send \"Hall lamp\" brightness 40%",
            "tomte send plug-2/relay-1 switch off --as anna",
            "tomte send hall-lamp color 120/50", "tomte send living-room-blind position 40",
            "tomte send living-room-blind stop",
            "tomte send front-door lock locked --deadline 30",
            "tomte send room:kitchen switch off", "tomte send home switch off --purpose light",
            "tomte send room:office,hall switch off --guarded", "tomte send hall-lamp,desk-lamp switch on",
            "tomte send hall-lamp switch on --json"))

    /// The gateway's time limit for a capability that travels.
    static let longestMovement = Duration.seconds(180)
    /// The time for the request and its response, in addition to the command's own deadline.
    static let grace = Duration.seconds(5)
    static let defaultDeadlineSeconds = 10

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "DEVICE, DEVICE/PART, room:ROOM or home; ids or names. Several with commas.")
    var target: SendTarget

    @Argument(help: "The capability to set, such as switch or targetTemperature; or stop.")
    var capability: String

    @Argument(help: "The new value; leave it out after stop.")
    var value: String?

    @Option(
        name: .customLong("deadline"),
        help: "Seconds to wait for the device, 1 to 60 (default 10); longer while it travels.")
    var deadlineSeconds: Int?

    @Option(help: "Idempotency key: the same key within 24 h has no second effect (default: a random key).")
    var key: String?

    @Option(
        name: .customLong("purpose"),
        help: "In rooms or the home, only parts with this purpose, such as light; may be repeated.")
    var purposes: [Purpose] = []

    @Flag(name: .customLong("guarded"), help: "In rooms or the home, include commands that need a PIN.")
    var includesGuarded = false

    func validate() throws {
        guard target.isPlace || purposes.isEmpty && !includesGuarded else {
            throw ValidationError("--purpose and --guarded apply only to room:ROOM and home.")
        }
        guard (1...60).contains(deadlineSeconds ?? Self.defaultDeadlineSeconds) else {
            throw ValidationError("--deadline must be 1 to 60 seconds.")
        }
        guard value != nil || isStop else {
            throw ValidationError("VALUE is missing: give the new value of \(capability).")
        }
    }

    /// Whether the arguments are `stop` without a value, which stops a capability that travels.
    var isStop: Bool { value == nil && capability == "stop" }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            do throws(CLIError) {
                try await send(through: client)
            } catch {
                // A script reads a record with the same fields, whether the gateway accepted the command or not.
                if output.isJSON, let unsent = UnrecordedCommand(self, failure: error) {
                    Console.output.json(try unsent.bytes())
                }
                throw error
            }
        }
    }

    private func send(through client: CLIClient) async throws(CLIError) {
        switch target {
        case .device(let device): try await send(to: device, client: client)
        case .home:
            if let device = try await deviceCalledHome(client) { return try await send(to: device, client: client) }
            try await sendGroup(GroupTargetsBody(home: true), title: "Home", client: client)
        case .rooms(let names):
            var rooms: [RoomBody] = []
            for name in names { rooms.append(try await client.resolveRoom(name)) }
            try await sendGroup(
                GroupTargetsBody(rooms: rooms.map(\.id)), title: rooms.map(\.name).joined(separator: ", "),
                client: client)
        case .devices(let devices):
            var parts: [PartTargetBody] = []
            for device in devices {
                parts.append(PartTargetBody(device: try await client.resolve(device).id, part: device.part))
            }
            try await sendGroup(GroupTargetsBody(parts: parts), title: "\(parts.count) devices", client: client)
        }
    }

    private func send(to device: DeviceArgument, client: CLIClient) async throws(CLIError) {
        let found = try await client.resolve(device)
        let target =
            isStop
            ? try CommandTarget(stopping: device, in: found) : try CommandTarget(device, text: capability, in: found)
        let body = CommandBody(
            part: target.part, capability: target.name,
            value: try ValueArgument.read(value ?? CommandTarget.stopped, for: target.capability),
            // There is always a key, so that after a lost connection the same command can be sent again without a
            // second effect.
            idempotencyKey: key ?? CommandID.random().rawValue, deadlineSeconds: deadlineSeconds)
        let started = ContinuousClock.now
        let answer = try await WaitingLine.show("Waiting for \(target.title)") { () async throws(CLIError) in
            try await interruptibleOutcome(of: body, target, client: client)
        }
        try printOutcome(answer, target: target, took: ContinuousClock.now - started)
    }

    /// The same as `outcome`, but Ctrl-C ends the wait and throws `.interrupted`. The gateway still carries the command
    /// out.
    private func interruptibleOutcome(
        of body: CommandBody, _ target: CommandTarget, client: CLIClient
    ) async throws(CLIError) -> CLIClient.Response<CommandRecordBody> {
        do {
            return try await interruptible { try await outcome(of: body, target, client: client) }
        } catch let failure as CLIError {
            throw failure
        } catch {
            // Erases the waiting line and the ^C of the terminal.
            if Console.errors.terminal.isInteractive { Console.errors.replaceLine("") }
            var open = UnresolvedCommand(device: target.device.id, title: target.title, key: body.idempotencyKey ?? "")
            open.id = await unfinishedCommand(body, target: target, client: client)
            throw .interrupted(open)
        }
    }

    /// The id of the newest command with the same part, capability and value that has not ended. Nil when there is none
    /// or the gateway does not answer.
    private func unfinishedCommand(_ body: CommandBody, target: CommandTarget, client: CLIClient) async
        -> CommandID?
    {
        guard let records = try? await client.commands(of: target.device.id, limit: 20).body() else { return nil }
        return records.first { record in
            record.outcome == nil && record.part == target.series.part && record.capability == target.name
                && record.value == body.value
        }?.id
    }

    /// Sends the command and polls its record until it has ended; the gateway ends every command, so this ends too. For
    /// a capability that travels it polls from the beginning, so that an end of the gateway is noticed meanwhile.
    private func outcome(
        of body: CommandBody, _ target: CommandTarget, client: CLIClient
    ) async throws(CLIError) -> CLIClient.Response<CommandRecordBody> {
        let limit = Duration.seconds(deadlineSeconds ?? Self.defaultDeadlineSeconds) + Self.grace
        let travels = target.name.kind.travels && body.value != .text(CommandTarget.stopped)
        let end = ContinuousClock.now + limit + (travels ? Self.longestMovement : .zero)
        var open = UnresolvedCommand(device: target.device.id, title: target.title, key: body.idempotencyKey ?? "")
        do throws(CLIError) {
            var answer = try await client.command(target.device.id, command: body, within: limit, waits: !travels)
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

    private func printOutcome(
        _ answer: CLIClient.Response<CommandRecordBody>, target: CommandTarget, took: Duration
    ) throws(CLIError) {
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
