import CClock
import Glibc
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
}
