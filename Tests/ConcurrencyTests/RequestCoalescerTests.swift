import TestSupport
import Testing

@testable import Concurrency

/// Requests that share one round of work, and cancelled callers.
@Suite(.timeLimit(.minutes(10))) struct RequestCoalescerTests {
    private actor Rounds {
        private(set) var sizes: [Int] = []
        private(set) var wasCancelled = false
        func add(_ size: Int) { sizes.append(size) }
        func recordCancellation() { wasCancelled = true }
    }

    /// Cancelling the caller that started the work affects neither the work nor the other callers.
    @Test func cancelledCallerDoesNotAffectTheOthers() async throws {
        let rounds = Rounds()
        let (signal, start) = AsyncStream.makeStream(of: Void.self)
        let double = RequestCoalescer<Int, Int> { numbers in
            await rounds.add(numbers.count)
            if await rounds.sizes.count == 1 { for await _ in signal { break } }
            if Task.isCancelled { await rounds.recordCancellation() }
            return numbers.map { $0 * 2 }
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            async let _: Void = double.run()
            let first = Task { await double(1) }
            try await eventually("the first round began") { await rounds.sizes == [1] }
            for number in 2...5 { group.addTask { await double(number) } }
            first.cancel()
            start.yield()
            var answers: [Int] = []
            for try await answer in group { answers.append(answer) }
            #expect(answers.sorted() == [4, 6, 8, 10])
            #expect(await first.value == 2)
        }
        #expect(await rounds.sizes.reduce(0, +) == 5)
        #expect(await !rounds.wasCancelled)
    }

    @Test func requestsAreAnsweredAfterTheRunEnds() async {
        let double = RequestCoalescer<Int, Int> { numbers in numbers.map { $0 * 2 } }
        let work = Task { await double.run() }
        #expect(await double(1) == 2)
        work.cancel()
        await work.value
        #expect(await double(4) == 8)
    }
}
