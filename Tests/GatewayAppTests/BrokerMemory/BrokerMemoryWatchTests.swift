import Foundation
import GatewayCore
import HomeModel
import Logging
import MQTTLink
@testable import MosquittoBroker
import Synchronization
import Testing

@testable import GatewayApp

@Suite struct BrokerMemoryWatchTests {
    private static let limit = 400 << 20

    @Test(arguments: [
        ([10, 49, 50, 46, 45, 44], [0, 0, 1, 1, 1, 0]), ([74, 75, 70, 65, 64, 44], [1, 2, 2, 2, 1, 0]),
        ([50, 49, 50, 49, 50, 49], [1, 1, 1, 1, 1, 1]), ([99, 10, 99], [2, 0, 2]),
    ])
    func aValueThatSwingsAboutAThresholdChangesNothing(percents: [Int], levels: [Int]) {
        var alarm = MemoryAlarm(limitBytes: Self.limit)
        let reached = percents.map { percent in
            alarm.update(Self.limit / 100 * percent)
            return alarm.level.rawValue
        }
        #expect(reached == levels)
    }

    @Test func theDeviceThatRetainsMostIsCutOnceAndTheFindingNamesIt() async throws {
        let home = Home(retained: ["eve": 300, "lamp": 1])
        await home.look(heap: 200)
        #expect(await home.watch.findings.map(\.code) == ["broker.memory"])
        await home.look(heap: 320)
        #expect(home.steps == ["relieved", "written eve", "cut eve", "found eve"])
        #expect(await home.watch.cuts.map(\.root) == ["eve"])
        // The broker has not said anything new since.
        await home.look(heap: nil)
        await home.look(heap: 20)
        #expect(home.steps.count == 5 && home.steps.last == "no longer relieved")
        // What the broker dropped before is lost, and not the copies that it had no room for while it was read.
        #expect(await home.watch.lost(of: 1005) == 5)
        #expect(await home.watch.lost(of: 1008) == 8)
        #expect(await home.watch.lost(of: 2) == 2)
        let finding = try #require(await home.watch.findings.first)
        #expect(finding.code == "broker.deviceCut" && finding.severity == .failing)
        #expect(finding.message.contains("eve") && finding.remedy.contains("tomte devices provision eve"))
        // With a new credential it is forgotten.
        home.add("eve")
        await home.look(heap: 20)
        #expect(await home.watch.findings.isEmpty)
    }

    @Test func aQueueThatFillsTheBrokerCutsNoDevice() async {
        let home = Home(retained: ["eve": 3, "lamp": 2])
        await home.look(heap: 320)
        #expect(home.steps == ["relieved", "cleared others"])
        #expect(await home.watch.findings.map(\.code) == ["broker.memoryFull"])
        await home.look(heap: 100)
        #expect(await home.watch.findings.isEmpty)
    }

    @Test func whatDevicesLeftThatAreGoneIsCleared() async {
        let home = Home(retained: ["lamp": 2], others: 5)
        await home.look(heap: 320)
        #expect(home.steps == ["relieved", "cleared others"])
        #expect(await home.watch.findings.map(\.code) == ["broker.memory"])
    }

    @Test func aBrokerThatRefusesClientsIsRelievedFirstAndNoLongerThanNeeded() async {
        let home = Home(retained: ["eve": 300])
        await home.look(heap: 100, isExhausted: true)
        #expect(home.steps == ["relieved", "written eve", "cut eve", "found eve"])
        await home.look(heap: 20)
        #expect(home.steps.last == "no longer relieved")
    }

    @Test func withoutAnEntryInTheLogNothingIsCut() async {
        let home = Home(retained: ["eve": 300], isLogFull: true)
        await home.look(heap: 320)
        #expect(home.steps == ["relieved"])
        #expect(await home.watch.findings.map(\.code) == ["broker.memoryFull"])
    }

    @Test func deviceThatCouldNotBeCutIsNotShownAsCut() async {
        let home = Home(retained: ["eve": 300], failingCuts: 1)
        await home.look(heap: 320)
        #expect(home.steps == ["relieved", "written eve", "failure written eve"])
        #expect(await home.watch.cuts.isEmpty)
        #expect(await home.watch.findings.map(\.code) == ["broker.memoryFull"])
        await home.look(heap: 320)
        #expect(home.steps.suffix(3) == ["written eve", "cut eve", "found eve"])
        #expect(await home.watch.cuts.map(\.root) == ["eve"])
    }

    @Test func aConnectionThatTheBrokerEndedIsFound() async {
        let home = Home(retained: ["lamp": 1])
        await home.look(heap: 10, disconnections: ["Client lamp disconnected due to malformed packet."])
        #expect(home.steps == ["found lamp"])
        await home.look(heap: 10)
        #expect(home.steps == ["found lamp"])
    }

    @Test func attemptsArePaced() async {
        let home = Home(retained: ["a": 1])
        for _ in 0..<20 { await home.look(heap: 320, after: .seconds(2)) }
        #expect(home.steps.count { $0 == "cleared others" } == 2)
    }

    /// A broker that does as it is told, and a list of what it was told. Sizes are megabytes.
    private final class Home: Sendable {
        struct Full: Error {}

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
        let watch: BrokerMemoryWatch

        var steps: [String] { shared.with { $0.steps } }

        init(retained: [String: Int], others: Int = 0, failingCuts: Int = 0, isLogFull: Bool = false) {
            let state = SharedState(State(retained: retained, others: others, failingCuts: failingCuts))
            shared = state
            let actions = BrokerMemoryActions(
                memory: {
                    state.with { state in
                        defer { (state.isExhausted, state.logLines) = (false, []) }
                        return BrokerMemory(
                            limitBytes: limit, isExhausted: state.isExhausted, isCrowded: false,
                            disconnections: state.logLines.disconnections)
                    }
                },
                heap: { state.with { $0.heap } }, dropped: { state.with { $0.dropped } },
                relieve: { state.with { $0.steps.append("relieved") } },
                endRelief: { state.with { $0.steps.append("no longer relieved") } },
                roots: { state.with { $0.retained.keys.sorted() } },
                retainedBytes: { root, _ in state.with { ($0.retained[root] ?? 0) << 20 } },
                clearOthers: { _ in
                    state.with {
                        $0.steps.append("cleared others")
                        return $0.others
                    }
                },
                writeDown: { root, _ in
                    if isLogFull { throw Full() }
                    state.with { $0.steps.append("written \(root)") }
                },
                writeFailureDown: { root, _ in state.with { $0.steps.append("failure written \(root)") } },
                cut: { root in
                    let fails = state.with {
                        $0.failingCuts -= 1
                        return $0.failingCuts >= 0
                    }
                    if fails { throw Full() }
                    state.with {
                        $0.steps.append("cut \(root)")
                        $0.retained[root] = nil
                        $0.dropped += 1000
                    }
                },
                found: { finding in state.with { $0.steps.append("found \(finding.root)") } })
            let clock = HomeClock(
                now: { Timestamp(milliseconds: 0) }, uptime: { state.with { $0.uptime } }, boot: UUID(),
                waiting: ContinuousClock(), isSynchronised: { true })
            watch = BrokerMemoryWatch(
                actions, clock: clock, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }

        func add(_ root: String) { shared.with { $0.retained[root] = 0 } }

        /// Looks some time later, when the broker has said that it holds `heap` megabytes; nil when it has said nothing new.
        func look(
            heap: Int?, isExhausted: Bool = false, disconnections: [String] = [], after pause: Duration = .seconds(30)
        ) async {
            shared.with { state in
                state.uptime += pause
                state.logLines = disconnections
                state.isExhausted = isExhausted
                if let heap { state.heap = BrokerHeap(bytes: heap << 20, heardAt: state.uptime) }
            }
            await watch.look()
        }
    }
}
