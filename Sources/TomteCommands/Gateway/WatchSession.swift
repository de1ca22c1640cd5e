import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// A device or part that the user wants to follow.
struct WatchSelection: Sendable, Hashable {
    let device: DeviceID
    let part: PartID?
}

/// Follows the event stream, across restarts of the gateway, until the requested number of events was shown.
actor WatchSession {
    private static let shortestPause = Duration.milliseconds(200)
    private static let longestPause = Duration.seconds(2)

    private let client: CLIClient
    private let selection: Set<WatchSelection>
    private let isJSON: Bool
    private var remaining: Int?
    private var parser = EventStreamParser()
    private var text = EventText()
    private var wasOpened = false
    /// Whether the stream was opened since the previous connection ended.
    private var isOpen = false
    private var isLossAnnounced = false
    private let output = Console.output

    init(_ client: CLIClient, selection: [WatchSelection], isJSON: Bool, count: Int?) {
        self.client = client
        self.selection = Set(selection)
        self.isJSON = isJSON
        remaining = count
    }

    /// Returns when `count` events were shown. Throws when the first connection fails, or at an error that a restart of
    /// the gateway does not explain.
    func follow() async throws(CLIError) {
        var pause = Self.shortestPause
        while remaining != 0 {
            do throws(CLIError) {
                try await client.events(after: parser.lastEventID) { piece throws(CLIError) in
                    try await self.receive(piece)
                }
                // The gateway ends a stream when the caller's rights have changed, or when the gateway itself ends. In
                // the second case the next attempt fails.
            } catch {
                guard wasOpened, error.isTransient else { throw error }
                announceLoss()
            }
            if remaining == 0 || Task.isCancelled { return }
            pause = isOpen ? Self.shortestPause : min(pause * 2, Self.longestPause)
            isOpen = false
            parser = EventStreamParser(resumingAfter: parser.lastEventID)
            try? await Task.sleep(for: pause)
        }
    }

    /// Shows the events in a piece of the stream. Returns false when `count` events were shown.
    private func receive(_ piece: CLIClient.StreamPiece) async throws(CLIError) -> Bool {
        switch piece {
        case .opened:
            await opened()
        case .bytes(let bytes):
            let events: [ServerSentEvent]
            do {
                events = try parser.feed(bytes)
            } catch {
                throw .connectionLost
            }
            for event in events where remaining != 0 { await show(event) }
        }
        return remaining != 0
    }

    private func opened() async {
        await loadNames()
        if isLossAnnounced {
            announce("Connected to the gateway again.")
        } else if !wasOpened, output.terminal.isInteractive {
            announce("Waiting for events; times: \(text.zone.identifier). Ctrl-C ends.")
        }
        wasOpened = true
        isOpen = true
        isLossAnnounced = false
    }

    private func announceLoss() {
        if !isLossAnnounced { announce("The connection to the gateway was lost; reconnecting.") }
        isLossAnnounced = true
    }

    private func show(_ event: ServerSentEvent) async {
        guard let body = try? JSONDecoder().decode(EventBody.self, from: Data(event.data.utf8)), isSelected(body) else {
            return
        }
        switch body {
        case .devices, .gap: await loadNames()
        default: break
        }
        if isJSON {
            output.json(Array(event.data.replacing("\n", with: " ").utf8))
        } else if let line = text.line(body, now: Timestamp(Date())) {
            output.line(output.terminal.lineLimit.map(line.truncated) ?? line)
        } else {
            return
        }
        if case .gap = body { return }
        remaining = remaining.map { $0 - 1 }
    }

    /// Whether the event concerns a selected device or part. An event that concerns no device is always shown.
    private func isSelected(_ body: EventBody) -> Bool {
        guard !selection.isEmpty, let (device, part) = body.subject else { return true }
        return selection.contains { $0.device == device && ($0.part == nil || part == nil || $0.part == part) }
    }

    private func loadNames() async {
        guard let answer = try? await client.devices(), let devices = try? answer.body() else { return }
        text.setDevices(devices)
        if let clock = try? await HomeClockText(of: client) { text.setZone(clock.zone) }
    }

    /// Prints a note about the connection, with `--json` on standard error, where only a person reads it.
    private func announce(_ sentence: String) {
        (isJSON ? Console.errors : output).line(StyledText("– " + sentence, style: .faint))
    }
}

extension CLIError {
    /// Whether a restart of the gateway may be the cause, so that another attempt may succeed.
    fileprivate var isTransient: Bool {
        switch self {
        case .noGateway, .connectionLost, .noAnswer: true
        case .problem(let problem): problem.status >= 500
        default: false
        }
    }
}
