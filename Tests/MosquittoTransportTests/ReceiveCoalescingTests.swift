import Synchronization
import Testing

@testable import MosquittoTransport

struct ReceiveCoalescingTests {
    let start = ContinuousClock.now

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    /// Whether the socket may be read at each of these moments, in milliseconds.
    private func reads(_ coalescing: inout ReceiveCoalescing, at moments: Int...) -> [Bool] {
        moments.map { coalescing.mayRead(at: after($0)) }
    }

    @Test func connectionWithoutDelayIsReadAtOnce() {
        var coalescing = ReceiveCoalescing { .zero }
        #expect(reads(&coalescing, at: 0, 0, 1) == [true, true, true])
        #expect(coalescing.readAt == nil)
    }

    @Test func quietConnectionIsReadAfterTheDelay() {
        var coalescing = ReceiveCoalescing { .milliseconds(10) }
        for first in stride(from: 0, to: 5000, by: 1000) {
            #expect(reads(&coalescing, at: first, first + 9) == [false, false])
            #expect(coalescing.readAt == after(first + 10))
            #expect(reads(&coalescing, at: first + 10) == [true])
            #expect(coalescing.readAt == nil)
            coalescing.received(3, at: after(first + 10))
        }
    }

    @Test func eachReadIsDelayedAsThePolicySaysThen() {
        let delay = Mutex(Duration.milliseconds(200))
        var coalescing = ReceiveCoalescing { delay.withLock(\.self) }
        #expect(reads(&coalescing, at: 0) == [false])
        delay.withLock { $0 = .milliseconds(10) }
        #expect(coalescing.readAt == after(200))
        #expect(reads(&coalescing, at: 200, 201, 210, 211) == [true, false, false, true])
        delay.withLock { $0 = .seconds(60) }
        #expect(reads(&coalescing, at: 300) == [false])
        #expect(coalescing.readAt == after(1300))
    }

    @Test func busyConnectionIsReadAtOnceUntilItIsQuietAgain() {
        var coalescing = ReceiveCoalescing { .milliseconds(10) }
        for moment in 0..<50 { coalescing.received(100, at: after(moment)) }
        #expect(reads(&coalescing, at: 50) == [true])
        // The window after a busy window shows that the connection is quiet.
        coalescing.received(1, at: after(150))
        #expect(reads(&coalescing, at: 151) == [true])
        coalescing.received(1, at: after(260))
        #expect(reads(&coalescing, at: 261) == [false])
    }

    @Test func burstEndsOnceWhenNoMoreDataArrives() {
        var coalescing = ReceiveCoalescing { .milliseconds(10) }
        coalescing.received(639, at: start)
        #expect(coalescing.deadline == nil)
        coalescing.received(1, at: after(1))
        #expect(coalescing.deadline == after(21))
        coalescing.readBlocked(at: after(15))
        let ends = [21, 34, 35, 36].map { coalescing.burstEnded(at: after($0)) }
        #expect(ends == [false, false, true, false])
        #expect(reads(&coalescing, at: 36) == [false])
    }
}
