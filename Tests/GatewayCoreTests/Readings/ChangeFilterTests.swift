import HomeModel
import Testing

@testable import GatewayCore

struct ChangeFilterTests {
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)
    private let contact = SeriesID(device: DeviceID("door"), part: .main, capability: CapabilityName(.contact))

    private func change(_ second: Int, _ value: Bool) -> StateChange {
        StateChange(series: contact, time: Self.start + .seconds(second), value: .boolean(value))
    }

    private func stored(_ changes: [StateChange]) -> [Timestamp: CapabilityValue] {
        var filter = ChangeFilter([:])
        var stored: [Timestamp: CapabilityValue] = [:]
        for change in changes {
            for passed in filter.pass(change, now: Self.start + .days(1)).changes where stored[passed.time] == nil {
                stored[passed.time] = passed.value
            }
            if change.time.milliseconds % 3 == 0 { filter.commit() }
        }
        return stored
    }

    @Test func lateOpeningIsKept() {
        let told = [change(10, false), change(100, true), change(40, true), change(70, false)]
        #expect(stored(told).count == 4)
    }

    @Test func repetitionInOrderIsNoNews() {
        #expect(stored([change(1, true), change(2, true), change(3, true), change(4, false)]).count == 2)
    }

    @Test func clockThatWasSetBackHidesNothing() {
        var filter = ChangeFilter([contact: change(5000, true)])
        let now = Self.start + .seconds(10)
        #expect(filter.pass(change(10, true), now: now).changes.isEmpty)
        let passed = filter.pass(change(11, false), now: now + .seconds(1))
        #expect(passed.changes == [change(11, false)] && passed.isNews)
    }

    /// Whatever the order in which a device delivers what it wrote down: at each moment at which it said something, the
    /// history has that value. The oracle is what was said.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func historyHasWhatWasSaidInWhateverOrderItCame(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let said = (0..<Int.random(in: 1...16, using: &random)).map { index in
            change(index * 10, Bool.random(using: &random))
        }
        var delivered = said
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            delivered.swapAt(
                Int.random(in: delivered.indices, using: &random), Int.random(in: delivered.indices, using: &random))
        }
        let history = stored(delivered)
        for statement in said {
            let last = history.filter { $0.key <= statement.time }.max { $0.key < $1.key }
            #expect(last?.value == statement.value, "seed \(seed), at \(statement.time)")
        }
    }
}
