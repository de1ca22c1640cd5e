import HomeModel

/// A device as it may be: late, deaf, repeating itself, acknowledging only, moved by hand. It keeps a ledger of what it
/// really did, from which a test tells whether an outcome was true.
struct ModelledDevice {
    struct Manners {
        /// How long after a command has arrived it is executed.
        var lateness: ClosedRange<Int> = 10...100
        /// In so many of 100 cases a command is not heard.
        var deafness = 0
        var reports = true
        /// Whether it says at once which value it goes for (`$target`).
        var tellsTarget = false
        /// Whether it answers each command by its id.
        var answersByID = false
        /// Whether it can be asked for its state.
        var isAskable = false
        /// Repeats its state so often; nil for never.
        var repetition: Int?
        /// What comes while it moves is lost, but for a stop.
        var ignoresWhileMoving = false
        /// Of commands that wait for one capability it executes the newest only.
        var coalesces = false
        /// A bridge in front of it reports each command's value at once.
        var isAssumed = false
        /// It fetches its commands now and then, before they expire.
        var isSleepy = false
        /// In so many of 100 cases the bridge in front of it says that it had no answer, whatever the device does.
        var missingAnswers = 0
    }

    enum Statement {
        case state(CapabilityKind, CapabilityValue)
        case target(CapabilityKind, CapabilityValue)
        case answer(CommandID)
        /// A bridge had no answer from the device.
        case unanswered(CapabilityKind)
    }

    struct Order {
        let id: CommandID
        let command: ModelledPart.Command
        /// Uptime in milliseconds.
        let sentAt: Int
        var receivedAt: Int?
        /// Whether the device said that it goes for it.
        var acceptedAt: Int?
        var executedAt: Int?
        /// Not heard, or given up for a newer one or a stop.
        var isLost = false
    }

    let manners: Manners
    let part: ModelledPart
    private(set) var state: ModelledPart.State
    private(set) var target: ModelledPart.State
    /// All commands, in the order in which they were sent.
    private(set) var orders: [Order] = []
    /// Every state it had, with the time at which it came to it, and the command that it did; nil for a hand.
    private(set) var states: [(time: Int, state: ModelledPart.State, cause: CommandID?)]
    private var movingUntil = 0
    private var stoppingUntil = 0
    /// What it is on its way for, and from where.
    private var way: (id: CommandID, start: ModelledPart.State)?

    init(_ manners: Manners, part: ModelledPart, state: ModelledPart.State, at now: Int) {
        self.manners = manners
        self.part = part
        self.state = state
        target = state
        states = [(now, state, nil)]
    }

    /// The gateway sent a command; the network brings it a little later, or not.
    mutating func note(_ id: CommandID, command: ModelledPart.Command, at now: Int, isLost: Bool) {
        orders.append(Order(id: id, command: command, sentAt: now, isLost: isLost))
    }

    /// A command arrives. Gives what the device says at once, and when it executes the command.
    mutating func receive(
        _ id: CommandID, at now: Int, using generator: inout SeededGenerator
    ) -> (said: [Statement], executesAt: Int?) {
        guard let index = orders.firstIndex(where: { $0.id == id }) else { return ([], nil) }
        let command = orders[index].command
        if manners.ignoresWhileMoving, now < movingUntil, !part.isStop(command) {
            orders[index].isLost = true
            return ([], nil)
        }
        var said: [Statement] = []
        orders[index].receivedAt = now
        if manners.answersByID || manners.tellsTarget { orders[index].acceptedAt = now }
        if manners.answersByID { said.append(.answer(id)) }
        if manners.tellsTarget {
            target[command.kind] = command.value
            said.append(.target(command.kind, command.value))
        }
        if manners.isAssumed { said += Self.statements(of: part.goal(of: command)) }
        if manners.coalesces {
            for older in orders.indices.prefix(index)
            where orders[older].executedAt == nil && orders[older].command.kind == command.kind {
                orders[older].isLost = true
            }
        }
        // What travels goes for the newest place.
        if part.travels(command) {
            for older in orders.indices.prefix(index) where isUnderWay(orders[older]) {
                orders[older].isLost = true
                movingUntil = stoppingUntil
            }
        }
        if now >= movingUntil, let way = part.way(to: command, from: state) {
            self.way = (id, state)
            said += become(way, for: id, at: now, using: &generator)
        }
        let time = Int.random(in: manners.lateness, using: &generator)
        // Devices execute in the order of arrival; a stop does not wait for what it stops.
        movingUntil = part.isStop(command) ? now + min(time, 1500) : max(movingUntil, now) + time
        if part.isStop(command) { stoppingUntil = movingUntil }
        return (said, movingUntil)
    }

    /// Half of its way is done.
    mutating func pass(_ id: CommandID, at now: Int, using generator: inout SeededGenerator) -> [Statement] {
        guard let way, way.id == id, let order = orders.first(where: { $0.id == id }), isUnderWay(order),
            let half = part.way(to: order.command, from: way.start, share: 0.5)
        else { return [] }
        return become(half, for: id, at: now, using: &generator)
    }

    mutating func execute(_ id: CommandID, at now: Int, using generator: inout SeededGenerator) -> [Statement] {
        guard let index = orders.firstIndex(where: { $0.id == id }), !orders[index].isLost else { return [] }
        let command = orders[index].command
        orders[index].executedAt = now
        var next = part.after(command, from: state)
        if part.isStop(command) {
            for older in orders.indices.prefix(index) where isUnderWay(orders[older]) {
                orders[older].isLost = true
                next = part.stopped(in: state)
            }
        }
        return become(next, for: id, besides: part.goal(of: command), at: now, using: &generator)
    }

    private func isUnderWay(_ order: Order) -> Bool {
        part.travels(order.command) && order.receivedAt != nil && order.executedAt == nil && !order.isLost
    }

    /// Takes the state `next` and gives what the device says to that: what has changed, and of what it was told also what
    /// has not, unless it repeats its state anyway.
    private mutating func become(
        _ next: ModelledPart.State, for id: CommandID, besides goal: ModelledPart.State = [:], at now: Int,
        using generator: inout SeededGenerator
    ) -> [Statement] {
        let news = next.filter { kind, value in
            state[kind] != value || manners.repetition == nil && goal[kind] != nil
        }
        state = next
        states.append((now, next, id))
        // A bridge that assumes hears nothing of the device itself.
        guard manners.reports, !manners.isAssumed else { return [] }
        return Self.statements(of: news).shuffled(using: &generator)
    }

    /// A hand ends what moves, and what the device said that it goes for.
    mutating func moveByHand(to new: ModelledPart.State, at now: Int) -> [Statement] {
        for index in orders.indices where orders[index].executedAt == nil {
            let isTarget = manners.tellsTarget && orders[index].acceptedAt != nil
            if isTarget || isUnderWay(orders[index]) { orders[index].isLost = true }
        }
        state = new
        target = new
        states.append((now, new, nil))
        guard manners.reports else { return [] }
        return said
    }

    /// It says again how it stands.
    func repeated() -> [Statement] { manners.reports && !manners.isAssumed ? said : [] }

    func answer() -> [Statement] { manners.isAskable ? Self.statements(of: state) : [] }

    /// When a hand moved it.
    var handTimes: [Int] { states.dropFirst().filter { $0.cause == nil }.map(\.time) }

    /// What of `goal` the order `id` ended, and when.
    func ended(_ goal: ModelledPart.State, by id: CommandID) -> [(time: Int, kind: CapabilityKind)] {
        zip(states, states.dropFirst()).filter { $1.cause == id }.flatMap { before, after in
            goal.filter { kind, value in
                ModelledPart.reaches(value, value: before.state[kind], kind: kind)
                    && !ModelledPart.reaches(value, value: after.state[kind], kind: kind)
            }.map { (after.time, $0.key) }
        }
    }

    private var said: [Statement] {
        guard manners.tellsTarget else { return Self.statements(of: state) }
        let targets = target.sorted { $0.key.rawValue < $1.key.rawValue }
        return targets.map { .target($0.key, $0.value) } + Self.statements(of: state)
    }

    private static func statements(of state: ModelledPart.State) -> [Statement] {
        state.sorted { $0.key.rawValue < $1.key.rawValue }.map { .state($0.key, $0.value) }
    }
}
