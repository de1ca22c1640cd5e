import SeededRandom
import HomeModel

/// A device with a random behaviour: it may execute commands late, lose them, repeat its state, only acknowledge, or be
/// moved by hand. It records its real actions, so that a test can check whether each outcome is true.
struct ModelledDevice {
    struct Behaviour {
        /// The milliseconds between the arrival of a command and its execution.
        var executionDelay: ClosedRange<Int> = 10...100
        /// How many of 100 commands are lost before they arrive.
        var lostPercentage = 0
        var reportsState = true
        /// Whether it reports the value of a command as its target (`$target`) as soon as the command arrives.
        var reportsTarget = false
        /// Whether it replies to each command by the id of the command.
        var repliesByID = false
        /// Whether it answers queries about its state.
        var isQueryable = false
        /// The milliseconds after which it repeats its state; nil if it never does.
        var repeatInterval: Int?
        /// Whether it ignores commands other than a stop while it moves.
        var ignoresWhileMoving = false
        /// Whether it executes only the newest of the commands that wait for one capability.
        var coalesces = false
        /// Whether a bridge in front of it reports the value of each command at once, and nothing else.
        var hasAssumingBridge = false
        /// Whether it wakes only now and then to fetch its commands, before they expire.
        var isSleepy = false
        /// For how many of 100 commands the bridge reports that the device did not answer, whatever the device does.
        var missingAnswerPercentage = 0
    }

    enum Message {
        case state(CapabilityKind, CapabilityValue)
        case target(CapabilityKind, CapabilityValue)
        case reply(CommandID)
        /// A bridge reports that the device did not answer.
        case unanswered(CapabilityKind)
    }

    /// A command that the gateway sent. All times are uptimes in milliseconds.
    struct SentCommand {
        let id: CommandID
        let command: ModelledPart.Command
        let sentAt: Int
        var receivedAt: Int?
        /// When the device reported the command's value as its target, or replied to the command.
        var acceptedAt: Int?
        var executedAt: Int?
        /// The command did not arrive, or the device dropped it for a newer command or a stop.
        var isLost = false
    }

    let behaviour: Behaviour
    let part: ModelledPart
    private(set) var state: ModelledPart.State
    private(set) var target: ModelledPart.State
    /// All commands, in the order in which they were sent.
    private(set) var sentCommands: [SentCommand] = []
    /// All states, each with the time at which it began and the command that caused it; nil for a movement by hand.
    private(set) var stateHistory: [(time: Int, state: ModelledPart.State, cause: CommandID?)]
    private var movingUntil = 0
    private var stoppingUntil = 0
    /// The command that caused the current movement, and the state before it.
    private var movement: (id: CommandID, start: ModelledPart.State)?

    init(_ behaviour: Behaviour, part: ModelledPart, state: ModelledPart.State, at now: Int) {
        self.behaviour = behaviour
        self.part = part
        self.state = state
        target = state
        stateHistory = [(now, state, nil)]
    }

    /// Records that the gateway sent a command. The command arrives later, unless it is lost.
    mutating func recordSent(_ id: CommandID, command: ModelledPart.Command, at now: Int, isLost: Bool) {
        sentCommands.append(SentCommand(id: id, command: command, sentAt: now, isLost: isLost))
    }

    /// Receives a command. Returns the messages that the device sends at once, and the time at which it executes the
    /// command; nil if it ignores the command.
    mutating func receive(
        _ id: CommandID, at now: Int, using generator: inout SeededGenerator
    ) -> (messages: [Message], executesAt: Int?) {
        guard let index = sentCommands.firstIndex(where: { $0.id == id }) else { return ([], nil) }
        let command = sentCommands[index].command
        if behaviour.ignoresWhileMoving, now < movingUntil, !part.isStop(command) {
            sentCommands[index].isLost = true
            return ([], nil)
        }
        var messages: [Message] = []
        sentCommands[index].receivedAt = now
        if behaviour.repliesByID || behaviour.reportsTarget { sentCommands[index].acceptedAt = now }
        if behaviour.repliesByID { messages.append(.reply(id)) }
        if behaviour.reportsTarget {
            target[command.kind] = command.value
            messages.append(.target(command.kind, command.value))
        }
        if behaviour.hasAssumingBridge { messages += Self.stateMessages(part.goal(of: command)) }
        if behaviour.coalesces {
            for older in sentCommands.indices.prefix(index)
            where sentCommands[older].executedAt == nil && sentCommands[older].command.kind == command.kind {
                sentCommands[older].isLost = true
            }
        }
        // A new movement replaces the older ones.
        if part.isMovement(command) {
            for older in sentCommands.indices.prefix(index) where isInProgress(sentCommands[older]) {
                sentCommands[older].isLost = true
                movingUntil = stoppingUntil
            }
        }
        if now >= movingUntil, let next = part.stateDuring(command, from: state) {
            movement = (id, state)
            messages += changeState(to: next, for: id, at: now, using: &generator)
        }
        let time = Int.random(in: behaviour.executionDelay, using: &generator)
        // Devices execute commands in the order of arrival, except that a stop does not wait for the movement it stops.
        movingUntil = part.isStop(command) ? now + min(time, 1500) : max(movingUntil, now) + time
        if part.isStop(command) { stoppingUntil = movingUntil }
        return (messages, movingUntil)
    }

    /// Completes the first half of a movement.
    mutating func reachHalfway(_ id: CommandID, at now: Int, using generator: inout SeededGenerator) -> [Message] {
        guard let movement, movement.id == id, let sent = sentCommands.first(where: { $0.id == id }),
            isInProgress(sent), let half = part.stateDuring(sent.command, from: movement.start, fraction: 0.5)
        else { return [] }
        return changeState(to: half, for: id, at: now, using: &generator)
    }

    mutating func execute(_ id: CommandID, at now: Int, using generator: inout SeededGenerator) -> [Message] {
        guard let index = sentCommands.firstIndex(where: { $0.id == id }), !sentCommands[index].isLost else {
            return []
        }
        let command = sentCommands[index].command
        sentCommands[index].executedAt = now
        var next = part.stateAfter(command, from: state)
        if part.isStop(command) {
            for older in sentCommands.indices.prefix(index) where isInProgress(sentCommands[older]) {
                sentCommands[older].isLost = true
                next = part.stopped(in: state)
            }
        }
        return changeState(to: next, for: id, goal: part.goal(of: command), at: now, using: &generator)
    }

    private func isInProgress(_ sent: SentCommand) -> Bool {
        part.isMovement(sent.command) && sent.receivedAt != nil && sent.executedAt == nil && !sent.isLost
    }

    /// Changes to the state `next` and returns the reports of all changed values. A device that does not repeat its state also
    /// reports the unchanged values in `goal`.
    private mutating func changeState(
        to next: ModelledPart.State, for id: CommandID, goal: ModelledPart.State = [:], at now: Int,
        using generator: inout SeededGenerator
    ) -> [Message] {
        let reported = next.filter { kind, value in
            state[kind] != value || behaviour.repeatInterval == nil && goal[kind] != nil
        }
        state = next
        stateHistory.append((now, next, id))
        // A bridge that assumes values does not receive reports of the device.
        guard behaviour.reportsState, !behaviour.hasAssumingBridge else { return [] }
        return Self.stateMessages(reported).shuffled(using: &generator)
    }

    /// Moves the device by hand, which ends its movements and replaces its target.
    mutating func moveByHand(to new: ModelledPart.State, at now: Int) -> [Message] {
        for index in sentCommands.indices where sentCommands[index].executedAt == nil {
            let isTarget = behaviour.reportsTarget && sentCommands[index].acceptedAt != nil
            if isTarget || isInProgress(sentCommands[index]) { sentCommands[index].isLost = true }
        }
        state = new
        target = new
        stateHistory.append((now, new, nil))
        guard behaviour.reportsState else { return [] }
        return fullReport
    }

    /// Repeats its targets and its state.
    func repeatedReport() -> [Message] { behaviour.reportsState && !behaviour.hasAssumingBridge ? fullReport : [] }

    func answerToQuery() -> [Message] { behaviour.isQueryable ? Self.stateMessages(state) : [] }

    /// The times at which the device was moved by hand.
    var handTimes: [Int] { stateHistory.dropFirst().filter { $0.cause == nil }.map(\.time) }

    /// The kinds of the values that equalled `goal` before the command `id` changed them, and the times of the changes.
    func endedValues(of goal: ModelledPart.State, by id: CommandID) -> [(time: Int, kind: CapabilityKind)] {
        zip(stateHistory, stateHistory.dropFirst()).filter { $1.cause == id }.flatMap { before, after in
            goal.filter { kind, value in
                ModelledPart.reaches(value, value: before.state[kind], kind: kind)
                    && !ModelledPart.reaches(value, value: after.state[kind], kind: kind)
            }.map { (after.time, $0.key) }
        }
    }

    private var fullReport: [Message] {
        guard behaviour.reportsTarget else { return Self.stateMessages(state) }
        let targets = target.sorted { $0.key.rawValue < $1.key.rawValue }
        return targets.map { .target($0.key, $0.value) } + Self.stateMessages(state)
    }

    private static func stateMessages(_ state: ModelledPart.State) -> [Message] {
        state.sorted { $0.key.rawValue < $1.key.rawValue }.map { .state($0.key, $0.value) }
    }
}
