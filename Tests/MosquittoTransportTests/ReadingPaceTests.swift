import Testing

@testable import MosquittoTransport

struct ReadingPaceTests {
    let start = ContinuousClock.now

    private func after(_ milliseconds: Int) -> ContinuousClock.Instant { start + .milliseconds(milliseconds) }

    /// Whether there may be read at these moments.
    private func reads(_ pace: inout ReadingPace, at moments: Int...) -> [Bool] {
        moments.map { pace.mayRead(at: after($0)) }
    }

    @Test func withoutDelayEverythingIsReadAtOnce() {
        var pace = ReadingPace(delay: .zero)
        #expect(reads(&pace, at: 0, 0, 1) == [true, true, true])
        #expect(pace.readAt == nil)
    }

    @Test func aQuietConnectionWaitsForWhatComesTogether() {
        var pace = ReadingPace(delay: .milliseconds(10))
        for first in stride(from: 0, to: 5000, by: 1000) {
            #expect(reads(&pace, at: first, first + 9) == [false, false])
            #expect(pace.readAt == after(first + 10))
            #expect(reads(&pace, at: first + 10) == [true])
            #expect(pace.readAt == nil)
            pace.received(3, at: after(first + 10))
        }
    }

    @Test func aShorterDelayHoldsAtOnce() {
        var pace = ReadingPace(delay: .milliseconds(200))
        #expect(reads(&pace, at: 0) == [false])
        pace.change(delay: .milliseconds(10), at: after(5))
        #expect(pace.readAt == after(15))
        pace.change(delay: .milliseconds(200), at: after(6))
        #expect(pace.readAt == after(15))
    }

    @Test func aBusyConnectionIsReadAtOnceUntilItIsQuietAgain() {
        var pace = ReadingPace(delay: .milliseconds(10))
        for moment in 0..<50 { pace.received(100, at: after(moment)) }
        #expect(reads(&pace, at: 50) == [true])
        // The window that follows a busy one shows that it is quiet.
        pace.received(1, at: after(150))
        #expect(reads(&pace, at: 151) == [true])
        pace.received(1, at: after(260))
        #expect(reads(&pace, at: 261) == [false])
    }

    @Test func aBurstEndsOnceWhenNothingComesThoughItMay() {
        var pace = ReadingPace(delay: .milliseconds(10))
        pace.received(639, at: start)
        #expect(pace.deadline == nil)
        pace.received(1, at: after(1))
        #expect(pace.deadline == after(21))
        pace.hold(at: after(15))
        let ends = [21, 34, 35, 36].map { pace.burstEnded(at: after($0)) }
        #expect(ends == [false, false, true, false])
        #expect(reads(&pace, at: 36) == [false])
    }
}
