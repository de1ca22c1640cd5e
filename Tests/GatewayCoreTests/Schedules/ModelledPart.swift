import HomeModel

/// The part of a device in a schedule, in the test's own words: what a command makes of it, and what must hold once it was
/// done. Nothing here asks the product, so that it can judge the product.
struct ModelledPart: Sendable {
    typealias State = [CapabilityKind: CapabilityValue]

    struct Command: Sendable {
        let kind: CapabilityKind
        let value: CapabilityValue
    }

    /// How the capabilities of the part depend on each other.
    enum Machine: Sendable {
        /// Not at all: there is one.
        case single
        /// A brightness or colour temperature turns the lamp on; the brightness 0 turns it off, and keeps the brightness.
        case lamp
        /// A door is told by a word or by a position.
        case door
        /// A cover says whether it moves, and can be stopped.
        case cover
    }

    let device: DeviceID
    let machine: Machine
    let purpose: Purpose?
    /// What people may ask for.
    let commands: [Command]
    /// What it may be when a schedule begins.
    let states: [State]
    /// How far from a place between its ends its motor stops.
    var inexactness = 0.0

    func series(of kind: CapabilityKind) -> SeriesID {
        SeriesID(device: device, part: .main, capability: CapabilityName(kind))
    }

    var kinds: [CapabilityKind] { states[0].keys.sorted { $0.rawValue < $1.rawValue } }

    func isStop(_ command: Command) -> Bool { machine != .single && command.value == .text("stopped") }

    func travels(_ command: Command) -> Bool {
        [.position, .garageDoor].contains(command.kind) && !isStop(command)
    }

    /// What must hold once `command` was done.
    func goal(of command: Command) -> State {
        switch (machine, command.kind, command.value) {
        case (.lamp, .brightness, .number(0)): [.switch: .boolean(false)]
        case (.lamp, .brightness, _), (.lamp, .colorTemperature, _):
            [command.kind: command.value, .switch: .boolean(true)]
        case (.cover, .position, .number(let place)) where place > 0 && place < 100:
            [.position: .number(place + inexactness)]
        default: [command.kind: command.value]
        }
    }

    /// The state after `command` was done. A stop changes nothing by itself: see `stopped`.
    func after(_ command: Command, from state: State) -> State {
        var state = state
        if isStop(command) { return state }
        // A motor does not move for less than its inexactness.
        state.merge(goal(of: command)) { now, goal in
            machine == .cover && Self.reaches(goal, value: now, kind: command.kind) ? now : goal
        }
        switch (machine, command.kind, command.value) {
        case (.door, .garageDoor, .text(let word)): state[.position] = .number(word == "open" ? 100 : 0)
        case (.door, .position, let place): state[.garageDoor] = .text(place == .number(0) ? "closed" : "open")
        case (.cover, .position, _): state[.movement] = .text("stopped")
        default: break
        }
        return state
    }

    /// The state on the way to what `command` wants, with this share of it done; nil where nothing moves.
    func way(to command: Command, from state: State, share: Double = 0.1) -> State? {
        guard travels(command), case .number(let from)? = state[.position],
            case .number(let to)? = after(command, from: state)[.position], from != to
        else { return nil }
        var state = state
        state[.position] = .number(from + (to - from) * share)
        let word = CapabilityValue.text(to > from ? "opening" : "closing")
        if machine == .door { state[.garageDoor] = word }
        if machine == .cover { state[.movement] = word }
        return state
    }

    /// The state of what moved, once it was stopped.
    func stopped(in state: State) -> State {
        var state = state
        if machine == .door { state[.garageDoor] = .text("stopped") }
        if machine == .cover { state[.movement] = .text("stopped") }
        return state
    }

    /// What `newer` wants and what does not hold any more once `older` is executed after it.
    func broken(of newer: Command, by older: Command) -> Set<CapabilityKind> {
        let goal = goal(of: newer)
        return states.reduce(into: []) { broken, state in
            let reached = isStop(newer) ? stopped(in: state) : after(newer, from: state)
            for next in [way(to: older, from: reached), after(older, from: reached)].compactMap(\.self) {
                broken.formUnion(goal.filter { next[$0.key] != $0.value }.keys)
            }
        }
    }
}

extension ModelledPart {
    private static func single(_ device: String, kind: CapabilityKind, values: [CapabilityValue]) -> ModelledPart {
        ModelledPart(
            device: DeviceID(slugging: device, fallback: DeviceID("device")), machine: .single, purpose: .light,
            commands: values.map { Command(kind: kind, value: $0) }, states: values.map { [kind: $0] })
    }

    private static let places: [CapabilityValue] = [.number(0), .number(50), .number(100)]

    static let all: [ModelledPart] = [
        single("lamp", kind: .switch, values: [.boolean(false), .boolean(true)]),
        single("dimmer", kind: .brightness, values: [.number(0), .number(30), .number(60), .number(90)]),
        single("lock", kind: .lock, values: [.text("locked"), .text("unlocked")]),
        single("shutter", kind: .position, values: places),
        ModelledPart(
            device: DeviceID("bulb"), machine: .lamp, purpose: .light,
            commands: [
                Command(kind: .switch, value: .boolean(false)), Command(kind: .switch, value: .boolean(true)),
                Command(kind: .brightness, value: .number(0)), Command(kind: .brightness, value: .number(40)),
                Command(kind: .brightness, value: .number(80)),
                Command(kind: .colorTemperature, value: .number(2700)),
                Command(kind: .colorTemperature, value: .number(4000)),
            ],
            states: [false, true].map { isOn in
                [.switch: .boolean(isOn), .brightness: .number(40), .colorTemperature: .number(2700)]
            }),
        ModelledPart(
            device: DeviceID("garage"), machine: .door, purpose: nil,
            commands: ["open", "closed", "stopped"].map { Command(kind: .garageDoor, value: .text($0)) }
                + places.map { Command(kind: .position, value: $0) },
            states: [
                [.garageDoor: .text("closed"), .position: .number(0)],
                [.garageDoor: .text("open"), .position: .number(100)],
            ]),
        ModelledPart(
            device: DeviceID("blind"), machine: .cover, purpose: .blind,
            commands: places.map { Command(kind: .position, value: $0) } + [
                Command(kind: .movement, value: .text("stopped"))
            ],
            states: places.map { [.position: $0, .movement: .text("stopped")] }),
        ModelledPart(
            device: DeviceID("worn-blind"), machine: .cover, purpose: .blind,
            commands: places.map { Command(kind: .position, value: $0) } + [
                Command(kind: .movement, value: .text("stopped"))
            ],
            states: places.map { [.position: $0, .movement: .text("stopped")] }, inexactness: -1.5),
    ]
}

extension ModelledPart {
    /// Whether `value` is as near to `goal` as a part has to go: a place between the ends within 2 %.
    static func reaches(_ goal: CapabilityValue, value: CapabilityValue?, kind: CapabilityKind) -> Bool {
        guard kind == .position, case (.number(let goal), .number(let place)?) = (goal, value), goal > 0, goal < 100
        else { return goal == value }
        return abs(goal - place) <= 2
    }
}

extension ModelledPart.State {
    /// Whether all that this state names is so in `other`.
    func holds(in other: Self) -> Bool {
        allSatisfy { ModelledPart.reaches($0.value, value: other[$0.key], kind: $0.key) }
    }
}
