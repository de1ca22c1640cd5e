import Synchronization
import TestSupport
import Testing

@testable import Concurrency

/// Work with a deadline. Where the deadline must pass it is short, and the work waits for its cancellation.
@Suite(.timeLimit(.minutes(10))) struct DeadlineTests {
    private struct Refused: Error, Equatable {}

    /// Waits until the task is cancelled.
    private static func waitForCancellation() async {
        for await _ in AsyncStream<Void>.makeStream().stream {}
    }

    @Test func resultInTimeIsReturned() async throws {
        #expect(try await withDeadline(.seconds(600)) { 7 } == 7)
    }

    @Test func errorInTimeIsThrown() async {
        await #expect(throws: Refused()) { try await withDeadline(.seconds(600)) { throw Refused() } }
    }

    @Test func nilIsAResult() async throws {
        let result: Int? = try await withDeadline(.seconds(600)) { nil }
        #expect(result == nil)
    }

    @Test func bodyIsCancelledAndAwaitedWhenTheDeadlinePasses() async {
        let hasEnded = Mutex(false)
        await #expect(throws: DeadlineExceeded()) {
            try await withDeadline(.milliseconds(1)) {
                await Self.waitForCancellation()
                hasEnded.withLock { $0 = true }
                throw Refused()
            }
        }
        #expect(hasEnded.withLock { $0 })
    }

    @Test func resultThatComesAfterTheDeadlineIsKept() async throws {
        let result = try await withDeadline(.milliseconds(1)) {
            await Self.waitForCancellation()
            return 7
        }
        #expect(result == 7)
    }

    @Test func cancelledCallerGetsTheErrorOfTheBody() async {
        let (signal, start) = AsyncStream.makeStream(of: Void.self)
        let work = Task {
            try await withDeadline(.seconds(600)) {
                start.finish()
                await Self.waitForCancellation()
                throw Refused()
            }
        }
        for await _ in signal {}
        work.cancel()
        await #expect(throws: Refused()) { try await work.value }
    }
}
