import Foundation
import GatewayCore
import HomeModel
import Logging
import MQTTLink
@testable import MosquittoBroker
import Synchronization
import Testing

@testable import GatewayApp

@Suite struct BrokerMemoryMonitorTests {
    private static let limit = 400 << 20

    @Test(arguments: [
        ([10, 49, 50, 46, 45, 44], [0, 0, 1, 1, 1, 0]), ([74, 75, 70, 65, 64, 44], [1, 2, 2, 2, 1, 0]),
        ([50, 49, 50, 49, 50, 49], [1, 1, 1, 1, 1, 1]), ([99, 10, 99], [2, 0, 2]),
    ])
    func pressureLevelHasHysteresis(percents: [Int], levels: [Int]) {
        var pressure = MemoryPressure(limitBytes: Self.limit)
        let reached = percents.map { percent in
            pressure.update(Self.limit / 100 * percent)
            return pressure.level.rawValue
        }
        #expect(reached == levels)
    }

    @Test func deviceWithMostRetainedDataIsCutOnce() async throws {
        let broker = SimulatedBroker(retained: ["eve": 300, "lamp": 1])
        await broker.check(heap: 200)
        #expect(await broker.monitor.findings.map(\.code) == ["broker.memory"])
        await broker.check(heap: 320)
        #expect(broker.steps == ["raised limit", "written eve", "cut eve", "found eve"])
        #expect(await broker.monitor.cuts.map(\.root) == ["eve"])
        // The broker has published no new heap size since.
        await broker.check(heap: nil)
        await broker.check(heap: 20)
        #expect(broker.steps.count == 5 && broker.steps.last == "restored limit")
        // Messages that the broker dropped before are lost. The copies that it dropped during the reading are not.
        #expect(await broker.monitor.lost(of: 1005) == 5)
        #expect(await broker.monitor.lost(of: 1008) == 8)
        #expect(await broker.monitor.lost(of: 2) == 2)
        let finding = try #require(await broker.monitor.findings.first)
        #expect(finding.code == "broker.deviceCut" && finding.severity == .failing)
        #expect(finding.message.contains("eve") && finding.remedy.contains("tomte devices provision eve"))
        // A new credential of the device clears the finding.
        broker.add("eve")
        await broker.check(heap: 20)
        #expect(await broker.monitor.findings.isEmpty)
    }

    @Test func fullQueueCutsNoDevice() async {
        let broker = SimulatedBroker(retained: ["eve": 3, "lamp": 2])
        await broker.check(heap: 320)
        #expect(broker.steps == ["raised limit", "cleared others"])
        #expect(await broker.monitor.findings.map(\.code) == ["broker.memoryFull"])
        await broker.check(heap: 100)
        #expect(await broker.monitor.findings.isEmpty)
    }

    @Test func retainedDataOfRemovedDevicesIsCleared() async {
        let broker = SimulatedBroker(retained: ["lamp": 2], others: 5)
        await broker.check(heap: 320)
        #expect(broker.steps == ["raised limit", "cleared others"])
        #expect(await broker.monitor.findings.map(\.code) == ["broker.memory"])
    }

    @Test func exhaustedBrokerGetsATemporaryHigherLimit() async {
        let broker = SimulatedBroker(retained: ["eve": 300])
        await broker.check(heap: 100, isExhausted: true)
        #expect(broker.steps == ["raised limit", "written eve", "cut eve", "found eve"])
        await broker.check(heap: 20)
        #expect(broker.steps.last == "restored limit")
    }

    @Test func nothingIsCutWithoutAnAuditEntry() async {
        let broker = SimulatedBroker(retained: ["eve": 300], isLogFull: true)
        await broker.check(heap: 320)
        #expect(broker.steps == ["raised limit"])
        #expect(await broker.monitor.findings.map(\.code) == ["broker.memoryFull"])
    }

    @Test func failedCutIsNotListedAndIsRetried() async {
        let broker = SimulatedBroker(retained: ["eve": 300], failingCuts: 1)
        await broker.check(heap: 320)
        #expect(broker.steps == ["raised limit", "written eve", "failure written eve"])
        #expect(await broker.monitor.cuts.isEmpty)
        #expect(await broker.monitor.findings.map(\.code) == ["broker.memoryFull"])
        await broker.check(heap: 320)
        #expect(broker.steps.suffix(3) == ["written eve", "cut eve", "found eve"])
        #expect(await broker.monitor.cuts.map(\.root) == ["eve"])
    }

    @Test func brokerDisconnectionIsReportedOnce() async {
        let broker = SimulatedBroker(retained: ["lamp": 1])
        await broker.check(heap: 10, disconnections: ["Client lamp disconnected due to malformed packet."])
        #expect(broker.steps == ["found lamp"])
        await broker.check(heap: 10)
        #expect(broker.steps == ["found lamp"])
    }

    @Test func attemptsAreRateLimited() async {
        let broker = SimulatedBroker(retained: ["a": 1])
        for _ in 0..<20 { await broker.check(heap: 320, after: .seconds(2)) }
        #expect(broker.steps.count { $0 == "cleared others" } == 2)
    }

    /// A simulated broker that records the operations of the monitor. Sizes are in megabytes.
    private final class SimulatedBroker: Sendable {
        struct OperationFailure: Error {}

        private struct State {
            var retained: [String: Int]
            var others: Int
            var failingCuts: Int
            var heap: BrokerHeap?
            var isExhausted = false
            var dropped = 5
            var logLines: [String] = []
            var uptime = Duration.seconds(1000)
            var steps: [String] = []
        }

        private final class SharedState: Sendable {
            private let state: Mutex<State>

            init(_ state: State) { self.state = Mutex(state) }

            func with<Result: Sendable>(_ body: (inout State) -> Result) -> Result { state.withLock { body(&$0) } }
        }

        private let shared: SharedState
        let monitor: BrokerMemoryMonitor

        var steps: [String] { shared.with { $0.steps } }

        init(retained: [String: Int], others: Int = 0, failingCuts: Int = 0, isLogFull: Bool = false) {
            let state = SharedState(State(retained: retained, others: others, failingCuts: failingCuts))
            shared = state
            let actions = BrokerMemoryOperations(
                memory: {
                    state.with { state in
                        defer { (state.isExhausted, state.logLines) = (false, []) }
                        return BrokerMemory(
                            limitBytes: limit, isExhausted: state.isExhausted, isAtConnectionLimit: false,
                            disconnections: state.logLines.disconnections)
                    }
                },
                heap: { state.with { $0.heap } }, dropped: { state.with { $0.dropped } },
                raiseMemoryLimit: { state.with { $0.steps.append("raised limit") } },
                restoreMemoryLimit: { state.with { $0.steps.append("restored limit") } },
                roots: { state.with { $0.retained.keys.sorted() } },
                retainedBytes: { root, _ in state.with { ($0.retained[root] ?? 0) << 20 } },
                clearOthers: {
                    state.with {
                        $0.steps.append("cleared others")
                        return $0.others
                    }
                },
                writeEntry: { root, _ in
                    if isLogFull { throw OperationFailure() }
                    state.with { $0.steps.append("written \(root)") }
                },
                writeFailureEntry: { root, _ in state.with { $0.steps.append("failure written \(root)") } },
                disconnect: { root in
                    let fails = state.with {
                        $0.failingCuts -= 1
                        return $0.failingCuts >= 0
                    }
                    if fails { throw OperationFailure() }
                    state.with {
                        $0.steps.append("cut \(root)")
                        $0.retained[root] = nil
                        $0.dropped += 1000
                    }
                },
                report: { finding in state.with { $0.steps.append("found \(finding.location.root)") } })
            let clock = HomeClock(
                now: { Timestamp(milliseconds: 0) }, uptime: { state.with { $0.uptime } }, boot: UUID(),
                waiting: ContinuousClock(), isSynchronised: { true })
            monitor = BrokerMemoryMonitor(
                actions, clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }

        func add(_ root: String) { shared.with { $0.retained[root] = 0 } }

        /// Runs a check after `pause`. The broker has published `heap` megabytes; nil means that it published nothing
        /// new.
        func check(
            heap: Int?, isExhausted: Bool = false, disconnections: [String] = [], after pause: Duration = .seconds(30)
        ) async {
            shared.with { state in
                state.uptime += pause
                state.logLines = disconnections
                state.isExhausted = isExhausted
                if let heap { state.heap = BrokerHeap(bytes: heap << 20, receivedAt: state.uptime) }
            }
            await monitor.check()
        }
    }
}
