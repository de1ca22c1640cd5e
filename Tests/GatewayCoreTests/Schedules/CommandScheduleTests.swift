import Foundation
import HomeModel
import Testing

@testable import GatewayCore

/// Two people send commands to one capability of a device, or to several capabilities of one part. The device may be slow,
/// lose commands, repeat its state, only acknowledge, or be moved by hand, and the gateway is killed at random moments. The
/// recorded actions of the device decide which outcomes are true.
@Suite(.timeLimit(.minutes(30))) struct CommandScheduleTests {
    private static let environment = ProcessInfo.processInfo.environment
    /// The seed of the first schedule; each further schedule has the next number. A failure prints the seed to repeat.
    private static let seed = environment["TOMTE_SCHEDULE_SEED"].flatMap { UInt64($0) }
    /// Without the check in `PendingCommands.proves`, one of the first 200 schedules fails.
    private static let count = environment["TOMTE_SCHEDULES"].flatMap { Int($0) } ?? (seed == nil ? 400 : 1)

    @Test func outcomesMatchTheActionsOfTheDevice() async throws {
        var outcomes: [CommandOutcome: Int] = [:]
        var (interruptions, excused) = (0, 0)
        try await ScheduledHome.with { home in
            let first = Self.seed ?? 1
            for seed in first..<first + UInt64(Self.count) {
                var schedule = try await CommandSchedule(seed: seed, home: home)
                let records = try await schedule.play()
                for response in schedule.responses { outcomes[response.record.outcome ?? .timedOut, default: 0] += 1 }
                interruptions += schedule.interruptions
                let check = ScheduleCheck(schedule, records: records)
                excused += check.excusedCount
                let violations = check.violations.joined(separator: "\n  ")
                #expect(check.violations.isEmpty, "TOMTE_SCHEDULE_SEED=\(seed):\n  \(violations)\n\(check.timeline)")
                if !check.violations.isEmpty { break }
            }
        }
        guard Self.count >= 400 else { return }
        // The schedules cause every outcome that they can, and enough kills.
        for outcome in [CommandOutcome.confirmed, .timedOut, .superseded, .failed, .unreachable] {
            #expect(outcomes[outcome, default: 0] > 0, "No command ended as \(outcome).")
        }
        #expect(interruptions > Self.count / 50)
        print(
            "schedules: \(Self.count), kills and stops: \(interruptions), excused by a movement by hand: \(excused),",
            "outcomes: \(outcomes)")
    }
}
