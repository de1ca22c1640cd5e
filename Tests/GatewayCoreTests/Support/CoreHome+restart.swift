import Foundation
import HomeModel
import HomeStore
import TimeSeriesStore
import Logging

@testable import AuditTrail
@testable import GatewayCore

extension CoreHome {
    /// The part of the next start of the gateway that handles readings.
    struct NextStart: Sendable {
        let pipeline: ReadingPipeline
        let assigner: TimestampAssigner
        let store: ReadingStore
    }

    /// The tracker of the next start of the gateway, with the commands of this run.
    func nextTracker() async throws -> CommandTracker {
        let recent = try await audit.recentCommands(within: CommandTracker.recordLifetime, before: clock.now())
        return CommandTracker(feed: feed, recent: recent, uptime: clock.uptime)
    }

    /// The tracker of group commands of the next start of the gateway.
    func nextGroupTracker() async throws -> GroupCommandTracker {
        let recent = try await audit.recentCommands(within: CommandTracker.recordLifetime, before: clock.now())
        return GroupCommandTracker(feed: feed, recent: recent.groups, uptime: clock.uptime)
    }

    /// The pending commands of the next start of the gateway, after the commands of this run.
    func nextPending() async throws -> PendingCommands {
        let recent = try await audit.recentCommands(within: CommandTracker.recordLifetime, before: clock.now())
        return await PendingCommands(after: recent, in: registry.snapshot, clock: clock)
    }

    /// The command service of the next start of the gateway; it does not execute new commands.
    func commands(on tracker: CommandTracker) -> CommandService {
        let authorization = CommandAuthorization(
            registry: registry, people: people, deviceStates: deviceStates, clock: clock, isStillValid: { _ in true })
        return CommandService(
            registry: registry, people: people, authorization: authorization, audit: audit,
            dispatcher: CommandDispatcher(
                links: [link], authorization: authorization, pending: pending, tracker: tracker, clock: clock),
            tracker: tracker, clock: clock, logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs `body` as after a kill and a new start of the gateway; `boot` is not nil when the machine was restarted too.
    func withNextStart(inBoot boot: UUID? = nil, _ body: (NextStart) async throws -> Void) async throws {
        database.close()
        let reopened = try HomeDatabase.open(path: "\(folder)/home.sqlite")
        defer { reopened.close() }
        let latest = try await reopened.readings.latest(now: clock.now(), terms: RetentionTerms())
        let unclocked = await reopened.readings.unclocked
        let nextClock = boot.map(time.clock) ?? clock
        let pipeline = ReadingPipeline(
            registry: registry, display: StateDisplay(current: DeviceStateCache(), feed: feed),
            store: reopened.readings, clock: nextClock, terms: RetentionTerms(), latestStates: latest.states,
            unclockedStates: unclocked.lastValues, logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
        let assigner = TimestampAssigner(
            pipeline, store: reopened.readings, clock: nextClock,
            trust: ClockTrust(
                newestOfDevices: Array(latest.newestOfDevices.values),
                lastKnown: try await reopened.clockCheckpoints.checkpoint(.known)?.wall),
            checkpoints: reopened.clockCheckpoints, previousRun: latest.newest(until: clock.now()))
        try await body(NextStart(pipeline: pipeline, assigner: assigner, store: reopened.readings))
    }
}
