import HomeModel

/// A model of the part of a device in a schedule: the effect of each command, and the values that must hold after it. The
/// model uses no code of the product, so that it can check the product.
struct ModelledPart: Sendable {
    typealias State = [CapabilityKind: CapabilityValue]

    struct Command: Sendable {
        let kind: CapabilityKind
        let value: CapabilityValue
    }

    /// How the capabilities of the part depend on each other.
    enum PartType: Sendable {
        /// The part has only one capability.
        case single
        /// A brightness or colour temperature turns the lamp on. The brightness 0 turns it off and keeps the brightness.
        case lamp
        /// A garage door is commanded by a word or by a position.
        case garageDoor
        /// A cover reports whether it moves, and can be stopped.
        case cover
    }

    let device: DeviceID
    let type: PartType
    let purpose: Purpose?
    /// The commands that people may send.
    let commands: [Command]
    /// The possible states at the beginning of a schedule.
    let initialStates: [State]
    /// The difference between a requested position that is not an end, and the position at which the motor stops.
    var positionError = 0.0

    func series(of kind: CapabilityKind) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    var kinds: [CapabilityKind] { initialStates[0].keys.sorted { $0.rawValue < $1.rawValue } }

    func isStop(_ command: Command) -> Bool { type != .single && command.value == .text("stopped") }

    func isMovement(_ command: Command) -> Bool {
        [.position, .garageDoor].contains(command.kind) && !isStop(command)
    }

    /// The values that must hold after `command` was executed.
    func goal(of command: Command) -> State {
        switch (type, command.kind, command.value) {
        case (.lamp, .brightness, .number(0)): [.switch: .boolean(false)]
        case (.lamp, .brightness, _), (.lamp, .colorTemperature, _):
            [command.kind: command.value, .switch: .boolean(true)]
        case (.cover, .position, .number(let position)) where position > 0 && position < 100:
            [.position: .number(position + positionError)]
        default: [command.kind: command.value]
        }
    }

    /// The state after `command` was executed. A stop changes nothing by itself: see `stopped`.
    func stateAfter(_ command: Command, from state: State) -> State {
        var state = state
        if isStop(command) { return state }
        // A motor does not move by less than its tolerance.
        state.merge(goal(of: command)) { now, goal in
            type == .cover && Self.reaches(goal, value: now, kind: command.kind) ? now : goal
        }
        switch (type, command.kind, command.value) {
        case (.garageDoor, .garageDoor, .text(let word)): state[.position] = .number(word == "open" ? 100 : 0)
        case (.garageDoor, .position, let position):
            state[.garageDoor] = .text(position == .number(0) ? "closed" : "open")
        case (.cover, .position, _): state[.movement] = .text("stopped")
        default: break
        }
        return state
    }

    /// The state during the movement that `command` causes, after this fraction of it; nil if nothing moves.
    func stateDuring(_ command: Command, from state: State, fraction: Double = 0.1) -> State? {
        guard isMovement(command), case .number(let from)? = state[.position],
            case .number(let to)? = stateAfter(command, from: state)[.position], from != to
        else { return nil }
        var state = state
        state[.position] = .number(from + (to - from) * fraction)
        let word = CapabilityValue.text(to > from ? "opening" : "closing")
        if type == .garageDoor { state[.garageDoor] = word }
        if type == .cover { state[.movement] = word }
        return state
    }

    /// The state after a movement was stopped.
    func stopped(in state: State) -> State {
        var state = state
        if type == .garageDoor { state[.garageDoor] = .text("stopped") }
        if type == .cover { state[.movement] = .text("stopped") }
        return state
    }

    /// The kinds of the values that `newer` sets and that `older` changes if it is executed after `newer`.
    func kindsUndone(of newer: Command, by older: Command) -> Set<CapabilityKind> {
        let goal = goal(of: newer)
        return initialStates.reduce(into: []) { undone, state in
            let reached = isStop(newer) ? stopped(in: state) : stateAfter(newer, from: state)
            for next in [stateDuring(older, from: reached), stateAfter(older, from: reached)].compactMap(\.self) {
                undone.formUnion(goal.filter { next[$0.key] != $0.value }.keys)
            }
        }
    }
}

extension ModelledPart {
    private static func single(_ device: String, kind: CapabilityKind, values: [CapabilityValue]) -> ModelledPart {
        ModelledPart(
            device: DeviceID(slugging: device, fallback: DeviceID("device")), type: .single, purpose: .light,
            commands: values.map { Command(kind: kind, value: $0) }, initialStates: values.map { [kind: $0] })
    }

    private static let positions: [CapabilityValue] = [.number(0), .number(50), .number(100)]

    static let all: [ModelledPart] = [
        single("lamp", kind: .switch, values: [.boolean(false), .boolean(true)]),
        single("dimmer", kind: .brightness, values: [.number(0), .number(30), .number(60), .number(90)]),
        single("lock", kind: .lock, values: [.text("locked"), .text("unlocked")]),
        single("shutter", kind: .position, values: positions),
        ModelledPart(
            device: DeviceID("bulb"), type: .lamp, purpose: .light,
            commands: [
                Command(kind: .switch, value: .boolean(false)), Command(kind: .switch, value: .boolean(true)),
                Command(kind: .brightness, value: .number(0)), Command(kind: .brightness, value: .number(40)),
                Command(kind: .brightness, value: .number(80)),
                Command(kind: .colorTemperature, value: .number(2700)),
                Command(kind: .colorTemperature, value: .number(4000)),
            ],
            initialStates: [false, true].map { isOn in
                [.switch: .boolean(isOn), .brightness: .number(40), .colorTemperature: .number(2700)]
            }),
        ModelledPart(
            device: DeviceID("garage"), type: .garageDoor, purpose: nil,
            commands: ["open", "closed", "stopped"].map { Command(kind: .garageDoor, value: .text($0)) }
                + positions.map { Command(kind: .position, value: $0) },
            initialStates: [
                [.garageDoor: .text("closed"), .position: .number(0)],
                [.garageDoor: .text("open"), .position: .number(100)],
            ]),
        ModelledPart(
            device: DeviceID("blind"), type: .cover, purpose: .blind,
            commands: positions.map { Command(kind: .position, value: $0) } + [
                Command(kind: .movement, value: .text("stopped"))
            ],
            initialStates: positions.map { [.position: $0, .movement: .text("stopped")] }),
        ModelledPart(
            device: DeviceID("worn-blind"), type: .cover, purpose: .blind,
            commands: positions.map { Command(kind: .position, value: $0) } + [
                Command(kind: .movement, value: .text("stopped"))
            ],
            initialStates: positions.map { [.position: $0, .movement: .text("stopped")] }, positionError: -1.5),
    ]
}

extension ModelledPart {
    /// Whether `value` counts as `goal`: a position between the ends may differ by 2 %, every other value must be equal.
    static func reaches(_ goal: CapabilityValue, value: CapabilityValue?, kind: CapabilityKind) -> Bool {
        guard kind == .position, case (.number(let goal), .number(let position)?) = (goal, value), goal > 0, goal < 100
        else { return goal == value }
        return abs(goal - position) <= 2
    }
}

extension ModelledPart.State {
    /// Whether `other` has all values of this state.
    func holds(in other: Self) -> Bool {
        allSatisfy { ModelledPart.reaches($0.value, value: other[$0.key], kind: $0.key) }
    }
}
