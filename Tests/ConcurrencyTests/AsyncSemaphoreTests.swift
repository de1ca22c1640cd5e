import Concurrency
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncSemaphoreTests {
    @Test(arguments: [1, 3, 7]) func noMoreTasksWorkAtOnceThanThereArePermits(permits: Int) async {
        let semaphore = AsyncSemaphore(permits: permits)
        let usage = Usage()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    await semaphore.withPermit {
                        usage.enter()
                        for _ in 0..<3 { await Task.yield() }
                        usage.leave()
                    }
                }
            }
        }
        #expect(usage.most <= permits)
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
