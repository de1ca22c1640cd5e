import Foundation
import HomeModel
import Testing

@testable import GatewayCore

/// Two people command one device, by one capability or by several of one part, that is late, deaf, repeats itself,
/// acknowledges only, is stopped or is moved by hand, and the gateway is killed between any two steps. The device's own
/// ledger says which outcomes were true.
@Suite(.timeLimit(.minutes(30))) struct CommandScheduleTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// The seed of the first schedule; the others follow it. One schedule alone repeats what a failure printed.
    private static let seed = environment["TOMTE_SCHEDULE_SEED"].flatMap { UInt64($0) }
    /// Without the proof that `PendingCommands.proves` asks for, one of the first 200 schedules fails.
    private static let count = environment["TOMTE_SCHEDULES"].flatMap { Int($0) } ?? (seed == nil ? 400 : 1)

    @Test func noOutcomeIsFalse() async throws {
        var outcomes: [CommandOutcome: Int] = [:]
        var (kills, excused) = (0, 0)
        try await ScheduledHome.with { home in
            let first = Self.seed ?? 1
            for seed in first..<first + UInt64(Self.count) {
                var schedule = try await CommandSchedule(seed: seed, home: home)
                let records = try await schedule.play()
                for told in schedule.outcomes { outcomes[told.record.outcome ?? .timedOut, default: 0] += 1 }
                kills += schedule.kills
                let verdict = ScheduleVerdict(schedule, records: records)
                excused += verdict.excused
                let lies = verdict.lies.joined(separator: "\n  ")
                #expect(verdict.lies.isEmpty, "TOMTE_SCHEDULE_SEED=\(seed):\n  \(lies)\n\(verdict.story)")
                if !verdict.lies.isEmpty { break }
            }
        }
        guard Self.count >= 400 else { return }
        // The schedules reach what they are made for.
        for outcome in [CommandOutcome.confirmed, .timedOut, .superseded, .failed, .unreachable] {
            #expect(outcomes[outcome, default: 0] > 0, "no command ended as \(outcome)")
        }
        #expect(kills > Self.count / 50)
        print("schedules: \(Self.count), kills \(kills), excused by a hand \(excused), outcomes \(outcomes)")
    }
}
