import Concurrency
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct InterruptibleSleepTests {
    private let clock = ContinuousClock()

    @Test func interruptionEndsThePauseEarly() async {
        let pause = InterruptibleSleep()
        await withDiscardingTaskGroup { group in
            group.addTask { await pause.sleep(for: .seconds(86_400), clock: clock) }
            group.addTask {
                await Task.yield()
                pause.interrupt()
            }
        }
    }

    @Test func interruptionBeforeThePauseEndsItAtOnce() async {
        let pause = InterruptibleSleep()
        pause.interrupt()
        let counting = CountingClock()
        await pause.sleep(for: .seconds(1), clock: counting)
        #expect(counting.sleepCount == 0)
    }

    @Test func forgottenInterruptionEndsNothing() async {
        let pause = InterruptibleSleep()
        pause.interrupt()
        pause.forget()
        let counting = CountingClock()
        await pause.sleep(for: .seconds(1), clock: counting)
        #expect(counting.sleepCount == 1)
    }

    @Test func cancelledTaskWaitsNoLonger() async {
        let pause = InterruptibleSleep()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await pause.sleep(for: .seconds(86_400), clock: clock) }
            group.cancelAll()
        }
    }
}

/// A clock whose sleeps end at once, and are counted.
private final class CountingClock: Clock {
    typealias Instant = ContinuousClock.Instant

    let now = ContinuousClock.now
    private let sleeps = Atomic(0)

    var minimumResolution: Duration { .zero }
    var sleepCount: Int { sleeps.load(ordering: .acquiring) }

    func sleep(until deadline: Instant, tolerance: Duration?) { sleeps.add(1, ordering: .acquiringAndReleasing) }
}
