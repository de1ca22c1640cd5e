import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follow readings, states and command outcomes as they happen.",
        discussion: Example.discussion(
            "Ctrl-C ends it. When the gateway restarts, it goes on by itself.",
            "tomte watch", "tomte watch hall-lamp grid-meter/phase-1", "tomte watch --for 30s --json"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Only these devices or parts.")
    var devices: [DeviceAddress] = []

    @Flag(name: .customLong("json"), help: "One JSON object per line, as the API sends it.")
    var isJSON = false

    @Option(name: .customLong("for"), help: ArgumentHelp("End after this time.", valueName: "duration"))
    var span: TimeSpan?

    @Option(help: "End after so many events.")
    var count: Int?

    func validate() throws {
        guard count.map({ $0 > 0 }) ?? true else { throw ValidationError("--count takes 1 or more.") }
    }

    func run() async throws(CommandFailure) {
        // Nothing is buffered and nothing is held, so Ctrl-C may end it on the spot.
        signal(SIGINT) { _ in
            // The prompt begins a line of its own, not the one of ^C.
            if isatty(STDOUT_FILENO) == 1 { _ = write(STDOUT_FILENO, "\n", 1) }
            _exit(ExitStatus.done.rawValue)
        }
        try await gateway.withClient { client throws(CommandFailure) in
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

    private func follow(_ session: WatchSession) async throws(CommandFailure) {
        do {
            guard let span else { return try await session.follow() }
            try await withDeadline(span.duration) { try await session.follow() }
        } catch is DeadlinePassed {
            return
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw .connectionLost
        }
    }
}
