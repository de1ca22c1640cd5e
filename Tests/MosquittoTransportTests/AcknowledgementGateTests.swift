import Testing

@testable import MosquittoTransport

struct AcknowledgementGateTests {
    let start = ContinuousClock.now

    @Test func immediateAllowsEverythingAlways() {
        var gate = AcknowledgementGate(.immediate)
        gate.received(100_000, at: start)
        #expect(gate.mayRead && gate.mayWrite && gate.deadline == nil)
        let ended = gate.endBatchIfDue(at: start + .seconds(3600))
        #expect(ended == nil)
    }

    @Test func nothingIsWrittenFromTheFirstMessageToTheRelease() throws {
        var gate = AcknowledgementGate(.afterRelease(batchMessages: 10, batchDelay: .seconds(1)))
        #expect(gate.mayRead && gate.mayWrite)
        gate.received(1, at: start)
        #expect(gate.mayRead && !gate.mayWrite)
        let early = gate.endBatchIfDue(at: start)
        #expect(early == nil)
        gate.received(9, at: start)
        #expect(!gate.mayRead && !gate.mayWrite)
        let ended = gate.endBatchIfDue(at: start)
        let number = try #require(ended)
        #expect(!gate.mayRead && !gate.mayWrite)
        gate.release(through: number)
        #expect(!gate.mayRead && gate.mayWrite)
        gate.flushed()
        #expect(gate.mayRead && gate.mayWrite)
    }

    @Test func aBatchEndsByAgeToo() {
        var gate = AcknowledgementGate(.afterRelease(batchMessages: 10, batchDelay: .seconds(1)))
        let empty = gate.endBatchIfDue(at: start + .seconds(60))
        #expect(empty == nil)
        gate.received(1, at: start)
        gate.received(1, at: start + .milliseconds(900))
        #expect(gate.deadline == start + .seconds(1))
        let batches = [999, 1000, 2000].map { gate.endBatchIfDue(at: start + .milliseconds($0)) }
        #expect(batches.map { $0 != nil } == [false, true, false])
    }

    @Test func aBatchEndsWithABurstUnlessItIsEmpty() {
        var gate = AcknowledgementGate(.afterRelease(batchMessages: 10, batchDelay: .seconds(1)))
        let empty = gate.endBatchIfDue(at: start, orDone: true)
        gate.received(1, at: start)
        let batches = [false, true].map { gate.endBatchIfDue(at: start, orDone: $0) }
        #expect(empty == nil && batches[0] == nil && batches[1] != nil)
    }

    @Test func aBatchThatIsNotReleasedInTimeIsOverdue() throws {
        var gate = AcknowledgementGate(
            .afterRelease(batchMessages: 1, batchDelay: .seconds(1), patience: .seconds(10)))
        gate.received(1, at: start)
        #expect(!gate.isOverdue(at: start + .seconds(60)))
        let ended = gate.endBatchIfDue(at: start + .seconds(1))
        let number = try #require(ended)
        #expect(!gate.isOverdue(at: start + .milliseconds(10_999)))
        #expect(gate.isOverdue(at: start + .seconds(11)))
        gate.release(through: number)
        #expect(!gate.isOverdue(at: start + .seconds(11)))
    }

    @Test func aReleaseOfAnyOtherBatchChangesNothing() throws {
        var gate = AcknowledgementGate(.afterRelease(batchMessages: 1, batchDelay: .seconds(1)))
        gate.received(1, at: start)
        let first = gate.endBatchIfDue(at: start)
        let lost = try #require(first)
        gate.reset()
        #expect(gate.mayRead && gate.mayWrite)
        gate.received(1, at: start)
        gate.release(through: lost)
        let second = gate.endBatchIfDue(at: start)
        let current = try #require(second)
        #expect(current > lost)
        gate.release(through: lost)
        gate.release(through: BatchNumber(value: .max))
        #expect(!gate.mayRead && !gate.mayWrite)
        gate.release(through: current)
        #expect(gate.mayWrite)
    }
}
