import Concurrency
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncLockTests {
    private struct Failure: Error {}

    @Test func oneCallerAtATimeHoldsTheLockAcrossSuspensions() async {
        let (lock, usage) = (AsyncLock(), Usage())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    await lock.withLock {
                        usage.enter()
                        for _ in 0..<3 { await Task.yield() }
                        usage.leave()
                    }
                }
            }
        }
        #expect(usage.most == 1)
    }

    @Test func waitingCallersGetTheLockInTheOrderOfTheirCalls() async {
        let queue = Callers()
        await queue.lock.acquire()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { await queue.call(number) }
                // On the actor, a call waits for the lock before the next one is counted.
                await queue.untilCallCount(is: number + 1)
            }
            queue.lock.release()
        }
        #expect(await queue.order == Array(0..<20))
    }

    /// Callers of one lock on one actor.
    private actor Callers {
        nonisolated let lock = AsyncLock()
        private(set) var order: [Int] = []
        private var count = 0
        private var waiting: (count: Int, continuation: CheckedContinuation<Void, Never>)?

        func call(_ number: Int) async {
            count += 1
            if let waiting, waiting.count <= count {
                self.waiting = nil
                waiting.continuation.resume()
            }
            await lock.withLock { order.append(number) }
        }

        func untilCallCount(is expected: Int) async {
            if count < expected { await withCheckedContinuation { waiting = (expected, $0) } }
        }
    }

    @Test func thrownErrorReleasesTheLock() async {
        let lock = AsyncLock()
        await #expect(throws: Failure.self) { try await lock.withLock { throw Failure() } }
        #expect(await lock.withLock { true })
    }

    @Test func locksOfDifferentKeysDoNotWaitForEachOther() async {
        let lock = KeyedAsyncLock<String>()
        await lock.withLock("a") {
            #expect(await lock.withLock("b") { lock.count("a") } == 1)
        }
        #expect(lock.count("a") == 0)
    }
}
