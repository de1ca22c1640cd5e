import Foundation
import Testing

@testable import HomeModel

struct ClockPlausibilityTests {
    private static let (boot, other) = (UUID(), UUID())

    private static func clocks(_ days: Double, up uptime: Double, boot: UUID = boot) -> ClockSnapshot {
        ClockSnapshot(
            wall: noon + .milliseconds(Int64(days * 86_400_000)), uptime: .milliseconds(Int64(uptime * 86_400_000)),
            boot: boot, isKnown: true)
    }

    /// Columns, in days after the last run: the clock, the uptime then and now; whether the machine restarted in between.
    @Test(
        arguments: [
            (1, 3, 4, false, true), (30, 3, 33, false, true), (2.9, 3, 4, false, true), (0, 3, 3, false, true),
            // The clock was set back: a run deletes less.
            (-400, 3, 4, false, true),
            // A time server sends the clock far into the future.
            (800, 3, 4, false, false), (3.1, 3, 4, false, false), (800, 3, 4, true, false),
            // The machine started again, after a night off and after a month off.
            (1, 3, 0.1, true, true), (31, 3, 30, true, true), (31, 3, 0.1, true, false),
        ] as [(Double, Double, Double, Bool, Bool)])
    func clockIsPlausibleWithinTheKnownElapsedTime(
        _ days: Double, upThen: Double, upNow: Double, isRestarted: Bool, isPlausible: Bool
    ) {
        let now = Self.clocks(days, up: upNow, boot: isRestarted ? Self.other : Self.boot)
        let verdict = ClockPlausibility(at: now, last: Self.clocks(0, up: upThen), since: nil)
        #expect((verdict == .plausible) == isPlausible)
        if case .ahead(_, let since) = verdict { #expect(since == now) }
    }

    @Test func clockThatRunsEvenlyForAWeekIsAccepted() {
        let last = Self.clocks(0, up: 50, boot: Self.other)
        var since: ClockSnapshot?
        for day in 0..<7 {
            let verdict = ClockPlausibility(
                at: Self.clocks(40 + Double(day), up: 0.1 + Double(day)), last: last, since: since)
            guard case .ahead(let excess, let start) = verdict else {
                Issue.record("the clock was accepted after \(day) days")
                return
            }
            #expect(excess > .days(39))
            since = start
        }
        #expect(ClockPlausibility(at: Self.clocks(47.2, up: 7.3), last: last, since: since) == .plausible)
        // A step in between restarts the trial period.
        guard case .ahead(_, let again) = ClockPlausibility(at: Self.clocks(400, up: 7.2), last: last, since: since)
        else {
            Issue.record("a clock step was accepted")
            return
        }
        #expect(again == Self.clocks(400, up: 7.2))
    }
}
