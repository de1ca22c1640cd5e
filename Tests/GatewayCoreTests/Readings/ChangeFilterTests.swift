import SeededRandom
import HomeModel
import Testing

@testable import GatewayCore

struct ChangeFilterTests {
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)
    private let contact = SeriesID(device: DeviceID("door"), part: .main, capability: CapabilityName(.contact))

    private func change(_ second: Int, value: Bool) -> StateChange {
        StateChange(series: contact, time: Self.start + .seconds(second), value: .boolean(value))
    }

    private func stored(_ changes: [StateChange]) -> [Timestamp: CapabilityValue] {
        var filter = ChangeFilter([:])
        var stored: [Timestamp: CapabilityValue] = [:]
        for change in changes {
            for passed in filter.pass(change, now: Self.start + .days(1)).changes where stored[passed.time] == nil {
                stored[passed.time] = passed.value
            }
            if change.time.milliseconds % 3 == 0 { filter.commit([change.series]) }
        }
        return stored
    }

    @Test func lateChangeIsKept() {
        let changes = [
            change(10, value: false), change(100, value: true), change(40, value: true), change(70, value: false),
        ]
        #expect(stored(changes).count == 4)
    }

    @Test func repeatedValueInOrderIsNotStored() {
        #expect(
            stored([change(1, value: true), change(2, value: true), change(3, value: true), change(4, value: false)])
                .count == 2)
    }

    @Test func changeAfterTheClockWasSetBackIsStored() {
        var filter = ChangeFilter([contact: change(5000, value: true)])
        let now = Self.start + .seconds(10)
        #expect(filter.pass(change(10, value: true), now: now).changes.isEmpty)
        let passed = filter.pass(change(11, value: false), now: now + .seconds(1))
        #expect(passed.changes == [change(11, value: false)] && passed.isNews)
    }

    /// A device may deliver its recorded changes in any order. At the time of each change, the history has its value. The
    /// oracle is the list of changes.
    @Test(arguments: 0..<200 as Range<UInt64>)
    func historyIsIndependentOfTheOrderOfDelivery(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let reported = (0..<Int.random(in: 1...16, using: &random)).map { index in
            change(index * 10, value: Bool.random(using: &random))
        }
        var delivered = reported
        for _ in 0..<Int.random(in: 0...12, using: &random) {
            delivered.swapAt(
                Int.random(in: delivered.indices, using: &random), Int.random(in: delivered.indices, using: &random))
        }
        let history = stored(delivered)
        for report in reported {
            let last = history.filter { $0.key <= report.time }.max { $0.key < $1.key }
            #expect(last?.value == report.value, "seed \(seed), at \(report.time)")
        }
    }
}
