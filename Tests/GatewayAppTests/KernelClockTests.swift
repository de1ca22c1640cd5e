import CClock
import CSeccomp
import Foundation
import GatewayCore
import Glibc
import HomeModel
import Testing

@testable import GatewayApp

struct KernelClockTests {
    @Test(
        arguments: [
            (TIME_OK, 0, true), (TIME_INS, STA_PLL, true), (TIME_DEL, 0, true), (TIME_OOP, 0, true),
            (TIME_WAIT, 0, true),
            (TIME_OK, STA_UNSYNC, false), (TIME_ERROR, STA_UNSYNC, false), (TIME_ERROR, 0, false),
            // A sandbox can refuse the call; the result then contains no state of the clock.
            (-1, 0, false), (-1, STA_UNSYNC, false),
        ] as [(Int32, Int32, Bool)])
    func clockIsSynchronisedOnlyIfTheKernelConfirmsIt(state: Int32, status: Int32, isSynchronised: Bool) {
        #expect(KernelClock(state: state, status: status).isSynchronised == isSynchronised)
    }

    /// The calls that a unit must permit. The other calls of systemd's set `@clock` set the clock, and are not needed.
    @Test(
        arguments: [
            ([], true), ([CALL_CLOCK_SETTIME, CALL_SETTIMEOFDAY], true), ([CALL_ADJTIMEX, CALL_CLOCK_ADJTIME], false),
            // ProtectClock=yes
            ([CALL_ADJTIMEX, CALL_CLOCK_ADJTIME, CALL_CLOCK_SETTIME, CALL_SETTIMEOFDAY], false),
        ] as [([Int32], Bool)])
    func clockIsReadableUnlessTheNamedCallsAreRefused(refused: [Int32], isReadable: Bool) async throws {
        #expect(KernelClock.systemCalls.sorted() == ["adjtimex", "clock_adjtime"])
        let isPermittedHere = KernelClock.read().isReadable
        let isReadableUnderTheFilter = try await refusing(refused) { KernelClock.read().isReadable }
        #expect(isReadableUnderTheFilter == (isReadable && isPermittedHere))
    }

    @Test(
        arguments: [
            (true, true, .synchronised, []), (false, true, .unsynchronised, ["clock.unsynchronised"]),
            (false, false, .unreadable, ["clock.unreadable"]),
            // The configuration trusts the clock, so its state does not matter.
            (true, false, .synchronised, []),
        ] as [(Bool, Bool, ClockState, [String])])
    func refusedCallIsReportedAsSuch(isSynchronised: Bool, isReadable: Bool, state: ClockState, codes: [String]) {
        let clock = HomeClock(
            now: { Timestamp(milliseconds: 0) }, uptime: { .zero }, boot: UUID(), waiting: ContinuousClock(),
            isSynchronised: { isSynchronised }, isReadable: { isReadable })
        #expect(ClockState(clock) == state)
        #expect(ClockState(clock).findings.map(\.code) == codes)
    }
}
