import ArgumentParser
import Concurrency
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte watch`.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow readings, states and command outcomes as they happen.",
        discussion: HelpDiscussion.discussion(
            "Ctrl-C ends it. After a restart of the gateway it continues by itself.",
            commands: "tomte watch", "tomte watch hall-lamp grid-meter/phase-1", "tomte watch --for 30s --json"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Show only these devices or parts, by id or name.")
    var devices: [DeviceArgument] = []

    @Flag(name: .customLong("json"), help: "One JSON object per line, as the API sends it.")
    var isJSON = false

    @Option(name: .customLong("for"), help: ArgumentHelp("End after this time.", valueName: "duration"))
    var span: DurationArgument?

    @Option(help: "End after this number of events.")
    var count: Int?

    func validate() throws {
        guard count.map({ $0 > 0 }) ?? true else { throw ValidationError("--count must be 1 or more.") }
    }

    func run() async throws(CLIError) {
        Interruption.endsProcess()
        try await gateway.withClient { client throws(CLIError) in
            var selection: [WatchSelection] = []
            for address in devices {
                let device = try await client.resolve(address)
                try address.checkPart(in: device)
                selection.append(WatchSelection(device: device.id, part: address.part))
            }
            let session = WatchSession(client, selection: selection, isJSON: isJSON, count: count)
            try await follow(session)
        }
    }

    private func follow(_ session: WatchSession) async throws(CLIError) {
        do {
            guard let span else { return try await session.follow() }
            try await withDeadline(span.duration) { try await session.follow() }
        } catch is DeadlineExceeded {
            return
        } catch let failure as CLIError {
            throw failure
        } catch {
            throw .connectionLost
        }
    }
}
