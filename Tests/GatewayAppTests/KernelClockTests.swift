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
            // A sandbox forbids the call: it says nothing of the clock.
            (-1, 0, false), (-1, STA_UNSYNC, false),
        ] as [(Int32, Int32, Bool)])
    func kernelVouchesOnlyWhenTheCallSucceeds(_ state: Int32, _ status: Int32, _ isSynchronised: Bool) {
        #expect(KernelClock(state: state, status: status).isSynchronised == isSynchronised)
    }
}
