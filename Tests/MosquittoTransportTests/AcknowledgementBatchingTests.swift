import Testing

@testable import MosquittoTransport

struct AcknowledgementBatchingTests {
    let start = ContinuousClock.now

    @Test func immediateModeNeverDelaysReadsOrWrites() {
        var batching = AcknowledgementBatching(.immediate)
        batching.received(100_000, at: start)
        #expect(batching.mayRead && batching.mayWrite && batching.deadline == nil)
        let ended = batching.endBatchIfDue(at: start + .seconds(3600))
        #expect(ended == nil)
    }

    @Test func writesWaitFromTheFirstMessageToTheRelease() throws {
        var batching = AcknowledgementBatching(.afterRelease(batchMessages: 10, batchDelay: .seconds(1)))
        #expect(batching.mayRead && batching.mayWrite)
        batching.received(1, at: start)
        #expect(batching.mayRead && !batching.mayWrite)
        let early = batching.endBatchIfDue(at: start)
        #expect(early == nil)
        batching.received(9, at: start)
        #expect(!batching.mayRead && !batching.mayWrite)
        let ended = batching.endBatchIfDue(at: start)
        let number = try #require(ended)
        #expect(!batching.mayRead && !batching.mayWrite)
        batching.release(through: number)
        #expect(!batching.mayRead && batching.mayWrite)
        batching.flushed()
        #expect(batching.mayRead && batching.mayWrite)
    }

    @Test func batchEndsByAge() {
        var batching = AcknowledgementBatching(.afterRelease(batchMessages: 10, batchDelay: .seconds(1)))
        let empty = batching.endBatchIfDue(at: start + .seconds(60))
        #expect(empty == nil)
        batching.received(1, at: start)
        batching.received(1, at: start + .milliseconds(900))
        #expect(batching.deadline == start + .seconds(1))
        let batches = [999, 1000, 2000].map { batching.endBatchIfDue(at: start + .milliseconds($0)) }
        #expect(batches.map { $0 != nil } == [false, true, false])
    }

    @Test func batchEndsWithABurstUnlessItIsEmpty() {
        var batching = AcknowledgementBatching(.afterRelease(batchMessages: 10, batchDelay: .seconds(1)))
        let empty = batching.endBatchIfDue(at: start, orDone: true)
        batching.received(1, at: start)
        let batches = [false, true].map { batching.endBatchIfDue(at: start, orDone: $0) }
        #expect(empty == nil && batches[0] == nil && batches[1] != nil)
    }

    @Test func batchThatIsNotReleasedInTimeIsOverdue() throws {
        var batching = AcknowledgementBatching(
            .afterRelease(batchMessages: 1, batchDelay: .seconds(1), releaseTimeout: .seconds(10)))
        batching.received(1, at: start)
        #expect(!batching.isOverdue(at: start + .seconds(60)))
        let ended = batching.endBatchIfDue(at: start + .seconds(1))
        let number = try #require(ended)
        #expect(!batching.isOverdue(at: start + .milliseconds(10_999)))
        #expect(batching.isOverdue(at: start + .seconds(11)))
        batching.release(through: number)
        #expect(!batching.isOverdue(at: start + .seconds(11)))
    }

    @Test func releaseOfAnotherBatchChangesNothing() throws {
        var batching = AcknowledgementBatching(.afterRelease(batchMessages: 1, batchDelay: .seconds(1)))
        batching.received(1, at: start)
        let first = batching.endBatchIfDue(at: start)
        let lost = try #require(first)
        batching.reset()
        #expect(batching.mayRead && batching.mayWrite)
        batching.received(1, at: start)
        batching.release(through: lost)
        let second = batching.endBatchIfDue(at: start)
        let current = try #require(second)
        #expect(current > lost)
        batching.release(through: lost)
        batching.release(through: BatchNumber(value: .max))
        #expect(!batching.mayRead && !batching.mayWrite)
        batching.release(through: current)
        #expect(batching.mayWrite)
    }
}
