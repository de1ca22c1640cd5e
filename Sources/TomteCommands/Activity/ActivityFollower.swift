import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Shows entries of the activity as they happen: reads the newest ones again when the gateway says that there are some.
actor ActivityFollower {
    private static let pause = Duration.seconds(1)
    /// The number of shown entries that are remembered.
    private static let mostShown = 2000

    private let client: CLIClient
    private let query: ActivityQuery
    private let text: ActivityText
    private let isJSON: Bool
    private var parser = EventStreamParser()
    /// The entries that were shown, oldest first. An entry is shown again with a report that came later.
    private var shown: [ShownEntry] = []
    private let output = Console.output

    init(_ client: CLIClient, query: ActivityQuery, text: ActivityText, isJSON: Bool) {
        self.client = client
        self.query = query
        self.text = text
        self.isJSON = isJSON
    }

    /// Runs until cancelled. Throws when the first connection fails, or when the gateway refuses.
    func run() async throws(CLIError) {
        var wasOpened = false
        while !Task.isCancelled {
            do throws(CLIError) {
                try await showNew()
                wasOpened = true
                try await client.events(after: parser.lastEventID) { piece throws(CLIError) in
                    try await self.receive(piece)
                }
            } catch {
                guard wasOpened, error.isConnectionLoss else { throw error }
            }
            parser = EventStreamParser(resumingAfter: parser.lastEventID)
            try? await Task.sleep(for: Self.pause)
        }
    }

    private func receive(_ piece: CLIClient.StreamPiece) async throws(CLIError) -> Bool {
        guard case .bytes(let bytes) = piece else { return true }
        let events: [ServerSentEvent]
        do {
            events = try parser.feed(bytes)
        } catch {
            throw .connectionLost
        }
        if events.contains(where: { ["activity", "gap"].contains($0.type) }) { try await showNew() }
        return true
    }

    /// Shows the entries that were not shown yet, oldest first. A command is shown once it has ended.
    private func showNew() async throws(CLIError) {
        let entries = try await client.activity(query).body()
        let known = Set(shown)
        for entry in entries.reversed() where !known.contains(ShownEntry(entry)) && entry.act?.status != .pending {
            show(entry)
            shown.append(ShownEntry(entry))
        }
        shown = shown.suffix(Self.mostShown)
    }

    private func show(_ entry: ActivityBody) {
        guard isJSON else {
            return output.lines(text.lines(entry, limit: output.terminal.lineLimit))
        }
        if let bytes = try? JSONEncoder().encode(entry) { output.json(Array(bytes)) }
    }
}

/// What distinguishes the lines of the activity that were shown.
private struct ShownEntry: Hashable {
    let id: String
    let hasLateReport: Bool

    init(_ entry: ActivityBody) {
        id = entry.id
        hasLateReport = entry.act?.lateReport != nil
    }
}

extension CLIError {
    fileprivate var isConnectionLoss: Bool {
        switch self {
        case .noGateway, .connectionLost, .noAnswer: true
        case .problem(let problem): problem.status >= 500
        default: false
        }
    }
}
