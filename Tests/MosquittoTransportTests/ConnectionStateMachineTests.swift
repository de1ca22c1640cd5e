import Concurrency
import Testing

@testable import MosquittoTransport

struct ConnectionStateMachineTests {
    typealias Machine = ConnectionStateMachine
    struct Step: Sendable {
        let from: Machine
        let input: Machine.Input
        let to: Machine
        let actions: [Machine.Action]

        init(_ from: Machine, input: Machine.Input, to: Machine, actions: [Machine.Action] = []) {
            self.from = from
            self.input = input
            self.to = to
            self.actions = actions
        }
    }

    static let table = [
        Step(.idle, input: .open, to: .connecting(failures: 0), actions: [.connect]),
        Step(.idle, input: .pause, to: .paused),
        Step(.idle, input: .reconnect, to: .idle),
        Step(.idle, input: .close, to: .closed),
        Step(.connecting(failures: 3), input: .accepted, to: .connected(failures: 3)),
        Step(
            .connecting(failures: 3), input: .lost(wasStable: false), to: .backingOff(failures: 4),
            actions: [.disconnect, .backOff(failures: 4)]),
        Step(
            .connecting(failures: 3), input: .reconnect, to: .connecting(failures: 0), actions: [.disconnect, .connect]),
        Step(.connecting(failures: 3), input: .pause, to: .paused, actions: [.disconnect]),
        Step(.connecting(failures: 3), input: .close, to: .closed, actions: [.disconnect]),
        Step(
            .connected(failures: 3), input: .lost(wasStable: true), to: .backingOff(failures: 1),
            actions: [.disconnect, .backOff(failures: 1)]),
        Step(
            .connected(failures: 3), input: .lost(wasStable: false), to: .backingOff(failures: 4),
            actions: [.disconnect, .backOff(failures: 4)]),
        Step(.connected(failures: 0), input: .open, to: .connected(failures: 0)),
        Step(.connected(failures: 0), input: .resume, to: .connected(failures: 0)),
        Step(
            .connected(failures: 0), input: .reconnect, to: .connecting(failures: 0), actions: [.disconnect, .connect]),
        Step(.connected(failures: 0), input: .pause, to: .paused, actions: [.disconnect]),
        Step(.connected(failures: 0), input: .close, to: .closed, actions: [.disconnect]),
        Step(.backingOff(failures: 2), input: .retryDue, to: .connecting(failures: 2), actions: [.connect]),
        Step(.backingOff(failures: 2), input: .reconnect, to: .connecting(failures: 0), actions: [.connect]),
        Step(.backingOff(failures: 2), input: .open, to: .backingOff(failures: 2)),
        Step(.backingOff(failures: 2), input: .pause, to: .paused),
        Step(.backingOff(failures: 2), input: .close, to: .closed),
        Step(.paused, input: .resume, to: .connecting(failures: 0), actions: [.connect]),
        Step(.paused, input: .open, to: .paused),
        Step(.paused, input: .pause, to: .paused),
        Step(.paused, input: .reconnect, to: .paused),
        Step(.paused, input: .retryDue, to: .paused),
        Step(.paused, input: .close, to: .closed),
        Step(.closed, input: .open, to: .closed),
        Step(.closed, input: .resume, to: .closed),
        Step(.closed, input: .close, to: .closed),
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
                let delay = ConnectionStateMachine.backoff.delay(afterFailures: index + 1, using: &generator)
                #expect(delay <= ceiling && delay >= ceiling / 2)
            }
        }
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func backoffAcceptsAnyFailureCount(failures: Int) {
        var generator = SystemRandomNumberGenerator()
        let delay = ConnectionStateMachine.backoff.delay(afterFailures: failures, using: &generator)
        #expect(delay > .zero && delay <= .seconds(30))
    }
}
