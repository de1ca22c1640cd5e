import Testing

@testable import MosquittoTransport

struct ConnectionStateMachineTests {
    typealias Machine = ConnectionStateMachine
    struct Step: Sendable {
        let from: Machine
        let input: Machine.Input
        let to: Machine
        let actions: [Machine.Action]

        init(_ from: Machine, _ input: Machine.Input, _ to: Machine, _ actions: [Machine.Action] = []) {
            self.from = from
            self.input = input
            self.to = to
            self.actions = actions
        }
    }

    static let table = [
        Step(.idle, .open, .connecting(failures: 0), [.connect]),
        Step(.idle, .pause, .paused),
        Step(.idle, .reconnect, .idle),
        Step(.idle, .close, .closed),
        Step(.connecting(failures: 3), .accepted, .connected(failures: 3)),
        Step(
            .connecting(failures: 3), .lost(wasStable: false), .backingOff(failures: 4),
            [.disconnect, .backOff(failures: 4)]),
        Step(.connecting(failures: 3), .reconnect, .connecting(failures: 0), [.disconnect, .connect]),
        Step(.connecting(failures: 3), .pause, .paused, [.disconnect]),
        Step(.connecting(failures: 3), .close, .closed, [.disconnect]),
        Step(
            .connected(failures: 3), .lost(wasStable: true), .backingOff(failures: 1),
            [.disconnect, .backOff(failures: 1)]),
        Step(
            .connected(failures: 3), .lost(wasStable: false), .backingOff(failures: 4),
            [.disconnect, .backOff(failures: 4)]),
        Step(.connected(failures: 0), .open, .connected(failures: 0)),
        Step(.connected(failures: 0), .resume, .connected(failures: 0)),
        Step(.connected(failures: 0), .reconnect, .connecting(failures: 0), [.disconnect, .connect]),
        Step(.connected(failures: 0), .pause, .paused, [.disconnect]),
        Step(.connected(failures: 0), .close, .closed, [.disconnect]),
        Step(.backingOff(failures: 2), .retryDue, .connecting(failures: 2), [.connect]),
        Step(.backingOff(failures: 2), .reconnect, .connecting(failures: 0), [.connect]),
        Step(.backingOff(failures: 2), .open, .backingOff(failures: 2)),
        Step(.backingOff(failures: 2), .pause, .paused),
        Step(.backingOff(failures: 2), .close, .closed),
        Step(.paused, .resume, .connecting(failures: 0), [.connect]),
        Step(.paused, .open, .paused),
        Step(.paused, .pause, .paused),
        Step(.paused, .reconnect, .paused),
        Step(.paused, .retryDue, .paused),
        Step(.paused, .close, .closed),
        Step(.closed, .open, .closed),
        Step(.closed, .resume, .closed),
        Step(.closed, .close, .closed),
    ]

    @Test(arguments: table)
    func eachInputLeadsToTheStateInTheTable(_ step: Step) {
        var stateMachine = step.from
        let actions = stateMachine.handle(step.input)
        #expect(actions == step.actions)
        #expect(stateMachine == step.to)
    }

    @Test func backoffGrowsToThirtySecondsAndIsNeverLessThanHalf() {
        var generator = SystemRandomNumberGenerator()
        let ceilings: [Duration] = [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 12.8, 25.6, 30, 30].map { .seconds($0) }
        for (index, ceiling) in ceilings.enumerated() {
            for _ in 0..<100 {
                let delay = ExponentialBackoff.delay(failures: index + 1, using: &generator)
                #expect(delay <= ceiling && delay >= ceiling / 2)
            }
        }
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func backoffAcceptsAnyFailureCount(failures: Int) {
        var generator = SystemRandomNumberGenerator()
        let delay = ExponentialBackoff.delay(failures: failures, using: &generator)
        #expect(delay > .zero && delay <= ExponentialBackoff.longest)
    }
}
