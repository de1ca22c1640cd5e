import Foundation
import GatewayWire
import HomeModel
import Synchronization
import TomteClient

/// Sends a group command and waits until each of its commands has ended.
struct GroupSending: Sendable {
    private static let pollInterval = Duration.milliseconds(200)

    let client: CLIClient
    let body: GroupCommandBody
    /// The target as people read it: `Kitchen`.
    let title: String
    /// The time limit of the request and of its commands.
    let limit: Duration
    /// The additional time for capabilities that travel.
    let movement: Duration

    /// Returns the record at its end. Ctrl-C ends the wait and throws `.interrupted`; the gateway still carries the
    /// commands out.
    func outcome() async throws(CLIError) -> CLIClient.Response<GroupCommandRecordBody> {
        let accepted = AcceptedGroup()
        do {
            return try await interruptible { try await outcome(noting: accepted) }
        } catch let failure as CLIError {
            throw unresolved(accepted).failure(because: failure)
        } catch {
            // Erases the progress and the ^C of the terminal.
            if Console.errors.terminal.isInteractive { Console.errors.replaceLine("") }
            throw .interrupted(unresolved(accepted))
        }
    }

    /// Sends the command and polls its record until it has ended; the gateway ends every command, so this ends too.
    private func outcome(
        noting accepted: AcceptedGroup
    ) async throws(CLIError) -> CLIClient.Response<GroupCommandRecordBody> {
        let end = ContinuousClock.now + limit + movement
        var answer = try await client.sendGroup(body, within: limit)
        var record = try answer.body()
        accepted.id.withLock { $0 = record.id }
        var progress = CountProgress("Waiting for \(title)")
        while record.outcome == nil && ContinuousClock.now < end {
            progress.update(record.commands.count { $0.outcome != nil }, of: record.commands.count)
            try? await Task.sleep(for: Self.pollInterval)
            answer = try await client.group(record.id)
            record = try answer.body()
        }
        progress.end()
        return answer
    }

    private func unresolved(_ accepted: AcceptedGroup) -> UnresolvedCommand {
        UnresolvedCommand(
            device: nil, title: title, key: body.idempotencyKey ?? "", id: accepted.id.withLock { $0 })
    }
}

/// The id that the gateway returned for a group command; nil until then.
private final class AcceptedGroup: Sendable {
    let id = Mutex<CommandID?>(nil)
}

/// Shows on a terminal how many of several things have ended: one line that changes, and that is erased at the end.
struct CountProgress {
    /// A wait that ends within this time shows nothing.
    private static let delay = Duration.milliseconds(500)

    private let text: String
    private let console: Console
    private let start: ContinuousClock.Instant
    private var isShown = false

    init(_ text: String, on console: Console = .errors, at start: ContinuousClock.Instant = .now) {
        self.text = text
        self.console = console
        self.start = start
    }

    mutating func update(_ ended: Int, of count: Int, at now: ContinuousClock.Instant = .now) {
        guard console.terminal.isInteractive, now - start >= Self.delay else { return }
        let line = StyledText(Self.line(text, ended: ended, of: count, after: now - start), style: .faint)
        console.replaceLine(line.truncated(to: max(20, console.terminal.columns - 1)))
        isShown = true
    }

    mutating func end() {
        if isShown { console.replaceLine("") }
        isShown = false
    }

    /// `Waiting for Kitchen … 3 of 20 · 4 s`
    static func line(_ text: String, ended: Int, of count: Int, after elapsed: Duration) -> String {
        "\(text) … \(ended) of \(count) · \(RelativeTime.text(elapsed))"
    }
}
