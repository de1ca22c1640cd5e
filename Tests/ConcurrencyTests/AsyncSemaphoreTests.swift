import Concurrency
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncSemaphoreTests {
    @Test(arguments: [1, 3, 7]) func noMoreTasksWorkAtOnceThanThereArePermits(permits: Int) async {
        let semaphore = AsyncSemaphore(permits: permits)
        let counts = Mutex((now: 0, most: 0))
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await semaphore.withPermit {
                        counts.withLock { counts in
                            counts.now += 1
                            counts.most = max(counts.most, counts.now)
                        }
                        for _ in 0..<3 { await Task.yield() }
                        counts.withLock { $0.now -= 1 }
                    }
                }
            }
        }
        #expect(counts.withLock(\.most) <= permits)
        #expect(counts.withLock(\.now) == 0)
    }

    @Test func failureGivesThePermitBack() async {
        struct Failure: Error {}
        let semaphore = AsyncSemaphore(permits: 1)
        for _ in 0..<3 {
            await #expect(throws: Failure.self) { try await semaphore.withPermit { throw Failure() } }
        }
        #expect(await semaphore.withPermit { true })
    }
}
