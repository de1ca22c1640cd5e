import HomeModel
import Testing

@testable import MatterLink

@Suite struct RenewalScheduleTests {
    @Test func failuresMakeTheNextAttemptLater() {
        var schedule = RenewalSchedule()
        #expect(schedule.wait(at: .zero) == .zero)
        let waits = (1...20).map { _ in
            schedule.countFailure(at: .seconds(100), for: nil)
            return schedule.wait(at: .seconds(100))
        }
        #expect(waits.prefix(4) == [.zero, .seconds(30), .seconds(60), .seconds(120)])
        #expect(waits.last == .hours(6))
        #expect(schedule.wait(at: .hours(7)) == .zero)
        schedule.reset()
        #expect(schedule.wait(at: .seconds(100)) == .zero)
    }

    @Test func reportOfASleepyNodeIsUsedAfterTenMinutes() {
        var schedule = RenewalSchedule()
        let isUsedAtOnce = schedule.noteReport(at: .seconds(100))
        #expect(!isUsedAtOnce)
        for _ in 1...10 { schedule.countFailure(at: .seconds(100), for: nil) }
        let uses = [699, 700].map { schedule.noteReport(at: .seconds($0)) }
        #expect(uses == [false, true])
        #expect(schedule.wait(at: .seconds(700)) == .zero)
    }

    @Test(arguments: [nil, .room, .window] as [RenewalSchedule.Cause?])
    func lastFailureSaysForWhatTheNodeWaits(_ cause: RenewalSchedule.Cause?) {
        var schedule = RenewalSchedule()
        schedule.countFailure(at: .zero, for: .room)
        schedule.countFailure(at: .zero, for: cause)
        #expect(schedule.cause == cause)
        schedule.reset()
        #expect(schedule.cause == nil)
    }
}
