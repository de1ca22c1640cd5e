import TestSupport
import Testing

@testable import GatewayApp

/// Requests that share their work, and callers that leave.
@Suite(.timeLimit(.minutes(2))) struct BatchesTests {
    private actor Rounds {
        private(set) var sizes: [Int] = []
        private(set) var wasCancelled = false
        func add(_ size: Int) { sizes.append(size) }
        func noteCancellation() { wasCancelled = true }
    }

    /// The caller that began the work is cancelled; the work and the other callers do not notice.
    @Test func cancelledCallerTakesNothingFromTheOthers() async throws {
        let rounds = Rounds()
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let double = Batches<Int, Int> { numbers in
            await rounds.add(numbers.count)
            if await rounds.sizes.count == 1 { for await _ in gate { break } }
            if Task.isCancelled { await rounds.noteCancellation() }
            return numbers.map { $0 * 2 }
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            async let _: Void = double.run()
            let first = Task { await double(1) }
            try await eventually("the first round began") { await rounds.sizes == [1] }
            for number in 2...5 { group.addTask { await double(number) } }
            first.cancel()
            open.yield()
            var answers: [Int] = []
            for try await answer in group { answers.append(answer) }
            #expect(answers.sorted() == [4, 6, 8, 10])
            #expect(await first.value == 2)
        }
        #expect(await rounds.sizes.reduce(0, +) == 5)
        #expect(await !rounds.wasCancelled)
    }

    @Test func requestsAreAnsweredAlsoAfterTheEnd() async {
        let double = Batches<Int, Int> { numbers in numbers.map { $0 * 2 } }
        let work = Task { await double.run() }
        #expect(await double(1) == 2)
        work.cancel()
        await work.value
        #expect(await double(4) == 8)
    }
}
