import Foundation
import HomeModel
import HomeStorage
import Logging

@testable import GatewayCore

extension CoreHome {
    /// What the gateway's next start finds on disk.
    struct NextStart: Sendable {
        let pipeline: ReadingPipeline
        let store: ReadingStore
    }

    /// The commands of before as the gateway's next start knows them.
    func nextLedger() async throws -> CommandLedger {
        let recent = try await audit.recentCommands(within: CommandLedger.memory, before: clock.now())
        return CommandLedger(feed: feed, recent: recent, uptime: clock.uptime)
    }

    /// What the gateway's next start expects of commands of before.
    func nextPending() async throws -> PendingCommands {
        let recent = try await audit.recentCommands(within: CommandLedger.memory, before: clock.now())
        return await PendingCommands(after: recent, in: registry.snapshot, clock: clock)
    }

    /// The commands as the gateway's next start serves them; nothing carries new ones out.
    func commands(on ledger: CommandLedger) -> CommandService {
        CommandService(
            registry: registry, people: people, board: board, audit: audit,
            dispatcher: CommandDispatcher(
                links: [link], people: people, registry: registry, pending: pending, ledger: ledger, clock: clock,
                holds: { _ in true }),
            ledger: ledger, clock: clock, logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
    }

    /// The gateway was killed and starts again; `boot` is another one when the machine did too.
    func withNextStart(inBoot boot: UUID? = nil, _ body: (NextStart) async throws -> Void) async throws {
        database.close()
        let reopened = try HomeDatabase.open(path: "\(folder)/home.sqlite")
        defer { reopened.close() }
        let latest = try await reopened.readings.latest(now: clock.now(), terms: RetentionTerms())
        let held = await reopened.readings.held
        let pipeline = ReadingPipeline(
            registry: registry, board: StateBoard(), feed: feed, store: reopened.readings,
            clock: boot.map(time.clock) ?? clock,
            trust: ClockTrust(
                newestOfDevices: Array(latest.newestOfDevices.values),
                lastKnown: try await reopened.clockMarks.mark(.known)?.wall),
            marks: reopened.clockMarks, terms: RetentionTerms(), latestStates: latest.states,
            heldStates: held.lastValues, previousRun: latest.newest(until: clock.now()),
            logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
        try await body(NextStart(pipeline: pipeline, store: reopened.readings))
    }
}
