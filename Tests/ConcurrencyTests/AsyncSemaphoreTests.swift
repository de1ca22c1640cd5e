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

    @Test func longWorkHoldsNoOtherWorkUp() async {
        let semaphore = AsyncSemaphore(permits: 1)
        let other = Reply()
        await withDiscardingTaskGroup { group in
            group.addTask {
                await semaphore.withPermit(atMost: .milliseconds(1), clock: ContinuousClock()) { await other.wait() }
            }
            group.addTask { await semaphore.withPermit { other.send() } }
        }
    }

    @Test func limitedPermitsAreGivenBack() async {
        struct Failure: Error {}
        let semaphore = AsyncSemaphore(permits: 1)
        let usage = Usage()
        await withDiscardingTaskGroup { group in
            for number in 0..<50 {
                group.addTask {
                    try? await semaphore.withPermit(atMost: .seconds(3600), clock: ContinuousClock()) {
                        () async throws(Failure) in
                        usage.enter()
                        await Task.yield()
                        usage.leave()
                        if number.isMultiple(of: 3) { throw Failure() }
                    }
                }
            }
        }
        #expect(usage.most == 1)
    }
}
