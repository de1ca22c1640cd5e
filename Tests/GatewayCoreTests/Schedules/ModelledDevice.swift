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
        /// What comes while it moves is lost.
        var ignoresWhileMoving = false
        /// Of commands that wait it executes the newest only.
        var coalesces = false
        /// A bridge in front of it reports each command's value at once.
        var isAssumed = false
        /// It reports the beginning of its way.
        var travels = false
    }

    enum Statement {
        case state(CapabilityValue)
        case target(CapabilityValue)
        case answer(CommandID)
    }

    struct Order {
        let id: CommandID
        let value: CapabilityValue
        /// Uptime in milliseconds.
        let sentAt: Int
        /// Whether the device said that it goes for it.
        var acceptedAt: Int?
        var executedAt: Int?
        var isLost = false
    }

    let manners: Manners
    private(set) var value: CapabilityValue
    private(set) var target: CapabilityValue
    /// All commands, in the order in which they were sent.
    private(set) var orders: [Order] = []
    /// Every value it had, with the time at which it came to it.
    private(set) var values: [(time: Int, value: CapabilityValue, isByHand: Bool)]
    private var movingUntil = 0

    init(_ manners: Manners, value: CapabilityValue, at now: Int) {
        self.manners = manners
        self.value = value
        target = value
        values = [(now, value, false)]
    }

    /// The gateway sent a command; the network brings it a little later, or not.
    mutating func note(_ id: CommandID, _ value: CapabilityValue, at now: Int, isLost: Bool) {
        orders.append(Order(id: id, value: value, sentAt: now, isLost: isLost))
    }

    /// A command arrives. Gives what the device says at once, and when it executes the command.
    mutating func receive(
        _ id: CommandID, at now: Int, using generator: inout SeededGenerator
    ) -> (said: [Statement], executesAt: Int?) {
        guard let index = orders.firstIndex(where: { $0.id == id }) else { return ([], nil) }
        if manners.ignoresWhileMoving, now < movingUntil {
            orders[index].isLost = true
            return ([], nil)
        }
        var said: [Statement] = []
        if manners.answersByID || manners.tellsTarget { orders[index].acceptedAt = now }
        if manners.answersByID { said.append(.answer(id)) }
        if manners.tellsTarget {
            target = orders[index].value
            said.append(.target(target))
        }
        if manners.isAssumed { said.append(.state(orders[index].value)) }
        if manners.coalesces {
            for older in orders.indices.prefix(index) where orders[older].executedAt == nil {
                orders[older].isLost = true
            }
        }
        if manners.travels, now >= movingUntil { said += start(towards: orders[index].value, at: now) }
        // Devices execute in the order of arrival.
        movingUntil = max(movingUntil, now) + Int.random(in: manners.lateness, using: &generator)
        return (said, movingUntil)
    }

    /// Goes a tenth of its way.
    private mutating func start(towards goal: CapabilityValue, at now: Int) -> [Statement] {
        guard case .number(let from) = value, case .number(let to) = goal, from != to else { return [] }
        value = .number(from + (to - from) / 10)
        values.append((now, value, false))
        return manners.reports && !manners.isAssumed ? [.state(value)] : []
    }

    mutating func execute(_ id: CommandID, at now: Int) -> [Statement] {
        guard let index = orders.firstIndex(where: { $0.id == id }), !orders[index].isLost else { return [] }
        orders[index].executedAt = now
        let isChange = value != orders[index].value
        value = orders[index].value
        values.append((now, value, false))
        // A bridge that assumes hears nothing of the device itself.
        return manners.reports && !manners.isAssumed && (isChange || manners.repetition == nil) ? [.state(value)] : []
    }

    mutating func moveByHand(to new: CapabilityValue, at now: Int) -> [Statement] {
        value = new
        target = new
        values.append((now, new, true))
        guard manners.reports else { return [] }
        return manners.tellsTarget ? [.target(new), .state(new)] : [.state(new)]
    }

    /// It says again how it stands.
    func repeated() -> [Statement] {
        guard manners.reports, !manners.isAssumed else { return [] }
        return manners.tellsTarget ? [.target(target), .state(value)] : [.state(value)]
    }

    func answer() -> [Statement] { manners.isAskable ? [.state(value)] : [] }
}
