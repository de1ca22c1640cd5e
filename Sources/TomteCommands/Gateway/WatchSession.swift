import Foundation
import GatewayWire
import HomeModel

/// A device or part that someone wants to follow.
struct WatchSelection: Sendable, Hashable {
    let device: DeviceID
    let part: PartID?
}

/// Follows the event stream over restarts of the gateway until it has shown enough.
actor WatchSession {
    private static let shortestPause = Duration.milliseconds(200)
    private static let longestPause = Duration.seconds(2)

    private let client: GatewayClient
    private let selection: Set<WatchSelection>
    private let isJSON: Bool
    private var remaining: Int?
    private var parser = EventStreamParser()
    private var text = EventText()
    private var wasOpened = false
    /// Since the connection before this one ended.
    private var isOpen = false
    private var isLossAnnounced = false
    private let output = Console.output

    init(_ client: GatewayClient, selection: [WatchSelection], isJSON: Bool, count: Int?) {
        self.client = client
        self.selection = Set(selection)
        self.isJSON = isJSON
        remaining = count
    }

    /// Returns when `count` events were shown. Throws at once when there is no gateway to begin with.
    func follow() async throws(CommandFailure) {
        var pause = Self.shortestPause
        while remaining != 0 {
            do throws(CommandFailure) {
                try await client.events(after: parser.lastEventID) { piece throws(CommandFailure) in
                    try await self.receive(piece)
                }
                // A stream that the gateway ends by itself is one of other rights, or the gateway's own end: if that,
                // the next attempt says so.
            } catch {
                guard wasOpened, error.mayPass else { throw error }
                announceLoss()
            }
            if remaining == 0 || Task.isCancelled { return }
            pause = isOpen ? Self.shortestPause : min(pause * 2, Self.longestPause)
            isOpen = false
            parser = EventStreamParser(resumingAfter: parser.lastEventID)
            try? await Task.sleep(for: pause)
        }
    }

    /// False when enough was shown.
    private func receive(_ piece: GatewayClient.StreamPiece) async throws(CommandFailure) -> Bool {
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
        await learnNames()
        if isLossAnnounced {
            announce("The gateway is back.")
        } else if !wasOpened, output.terminal.isInteractive {
            announce("Watching; Ctrl-C ends it.")
        }
        wasOpened = true
        isOpen = true
        isLossAnnounced = false
    }

    private func announceLoss() {
        if !isLossAnnounced { announce("The gateway went away; waiting for it.") }
        isLossAnnounced = true
    }

    private func show(_ event: ServerSentEvent) async {
        guard let body = try? JSONDecoder().decode(EventBody.self, from: Data(event.data.utf8)), isSelected(body) else {
            return
        }
        switch body {
        case .devices, .gap: await learnNames()
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

    /// What concerns no device in particular concerns everyone who watches.
    private func isSelected(_ body: EventBody) -> Bool {
        guard !selection.isEmpty, let (device, part) = body.subject else { return true }
        return selection.contains { $0.device == device && ($0.part == nil || part == nil || $0.part == part) }
    }

    private func learnNames() async {
        guard let answer = try? await client.devices(), let devices = try? answer.body() else { return }
        text.learn(devices)
    }

    /// Beside the events: on standard error where those are for a program.
    private func announce(_ sentence: String) {
        (isJSON ? Console.errors : output).line(StyledText("– " + sentence, .faint))
    }
}

extension CommandFailure {
    /// Whether a restart of the gateway may be all that it is.
    fileprivate var mayPass: Bool {
        switch self {
        case .noGateway, .connectionLost, .noAnswer: true
        case .problem(let problem): problem.status >= 500
        default: false
        }
    }
}
