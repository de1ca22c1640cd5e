import HomeModel

/// Paces the commands of each device and keeps those of one series in order, and those of a part that exclude each other
/// (`CommandProof.Goals`). Of those that wait the newest is sent. The older ones end as superseded once it was sent, or
/// earlier where a full queue needs their room. Only a stop is never superseded by what moves the part again.
///
/// A command in a safe direction is never held back by commands of other series, except that two that exclude each other
/// are handed over one after the other. Where a device must answer before the next command of a series, a safe command
/// waits at most `safePatience` for that answer, counted from the first time that it was asked for, and every command so
/// long for the answer to a stop.
actor CommandQueue {
    /// How many series of one device may have unanswered commands.
    static let mostSeries = 8
    static let maximumWaiting = 64
    /// How many commands of one series may be under way before the next ones are spaced by `pause`.
    static let mostUnderWay = 8
    static let pause = Duration.milliseconds(250)
    static let safePatience = Duration.seconds(3)

    /// What a place in the queue is taken for.
    struct Entry: Sendable {
        let series: SeriesID
        var isSafe = false
        /// Whether the device must have answered the command before it.
        var isOrdered = false
        /// What it makes of its part; nil where it excludes no command to another capability.
        var goals: CommandProof.Goals?

        /// Whether one of the two waits for the other's answer: of one series, or both of a part that must answer each.
        func follows(_ other: Entry) -> Bool {
            if series == other.series { return true }
            return isOrdered && other.isOrdered && isSamePart(as: other)
        }

        /// Whether the part cannot do both and hold to both: they reach it in the order in which they were asked for.
        func excludes(_ other: Entry) -> Bool {
            guard isSamePart(as: other), let goals, let others = other.goals else { return false }
            return goals.exclude(others)
        }

        /// Whether `older` is pointless once this one was sent. What is stopped can move again, but is stopped first.
        func replaces(_ older: Entry) -> Bool {
            if older.goals?.isStop == true { return goals?.isStop == true && series == older.series }
            return series == older.series || excludes(older)
        }

        private func isSamePart(as other: Entry) -> Bool {
            series.device == other.series.device && series.part == other.series.part
        }
    }

    fileprivate enum Turn: Sendable { case now, superseded }

    /// A command's place in its device's lane.
    struct Place: Sendable {
        fileprivate let entry: Entry
        fileprivate let number: Int
        /// The uptime at which it was taken, or the first one of the safe commands that it repeats.
        fileprivate let takenAt: Duration
        fileprivate let turns: AsyncStream<Turn>

        fileprivate var device: DeviceID { entry.series.device }
    }

    fileprivate struct UnderWay {
        let place: Place
        /// Nil until it was handed to the link.
        var sentAt: Duration?
        var isAnswered = false

        /// Whether it holds back what must wait for its answer. What stands already may say nothing to a stop.
        func isHolding(at now: Duration) -> Bool {
            guard !isAnswered else { return false }
            guard place.entry.goals?.isStop == true, let sentAt else { return true }
            return now - sentAt < CommandQueue.safePatience
        }
    }

    fileprivate struct Lane {
        var underWay: [Int: UnderWay] = [:]
        var waiting: [(place: Place, call: AsyncStream<Turn>.Continuation)] = []
    }

    private nonisolated let clock: HomeClock
    private var lanes: [DeviceID: Lane] = [:]
    private var placesGiven = 0

    init(clock: HomeClock) { self.clock = clock }

    /// How many commands wait, and how many are under way.
    var depth: (waiting: Int, underWay: Int) {
        lanes.values.reduce(into: (0, 0)) { sum, lane in
            sum.0 += lane.waiting.count
            sum.1 += lane.underWay.count
        }
    }

    /// Takes a place; places are served in the order in which they were taken. Throws `.busy` when too many wait.
    func place(for entry: Entry) throws(CommandRefusal) -> Place {
        let device = entry.series.device
        var lane = lanes[device] ?? Lane()
        let (turns, call) = AsyncStream.makeStream(of: Turn.self)
        placesGiven += 1
        let place = Place(
            entry: entry, number: placesGiven, takenAt: lane.waitingSince(entry) ?? clock.uptime(), turns: turns)
        if lane.waiting.count >= Self.maximumWaiting, !lane.maySend(place, at: clock.uptime()) {
            guard lane.supersedeOldest(becauseOf: place) else { throw .busy }
        }
        lane.waiting.append((place, call))
        lane.serve(at: clock.uptime())
        lanes[device] = lane
        return place
    }

    /// Does `work` when the turn of `place` has come, and gives the place free after it. Throws `.superseded` when a
    /// newer command was sent first, and `.notSent` when the turn has not come at the uptime `deadline`.
    nonisolated func inTurn<Result: Sendable>(
        _ place: Place, until deadline: Duration, _ work: (CommandTurn) async throws(CommandRefusal) -> Result
    ) async throws(CommandRefusal) -> Result {
        try await wait(for: place, until: deadline)
        do throws(CommandRefusal) {
            guard clock.uptime() < deadline else { throw .notSent }
            let result = try await work(CommandTurn(queue: self, place: place))
            await leave(place)
            return result
        } catch {
            await leave(place)
            throw error
        }
    }

    /// The command was handed to the link: older ones of its series have become pointless.
    fileprivate func sent(_ place: Place) {
        change(place.device) { lane, now in
            lane.underWay[place.number]?.sentAt = now
            lane.supersede { $0.number < place.number && place.entry.replaces($0.entry) }
        }
    }

    /// The device accepted the command, or said no.
    fileprivate func answered(_ place: Place) {
        change(place.device) { lane, _ in lane.underWay[place.number]?.isAnswered = true }
    }

    private func leave(_ place: Place) { change(place.device) { lane, _ in lane.underWay[place.number] = nil } }

    private func change(_ device: DeviceID, _ body: (inout Lane, Duration) -> Void) {
        guard var lane = lanes[device] else { return }
        let now = clock.uptime()
        body(&lane, now)
        lane.serve(at: now)
        lanes[device] = lane.underWay.isEmpty && lane.waiting.isEmpty ? nil : lane
    }
}

// MARK: Waiting

extension CommandQueue {
    private enum Wake: Sendable {
        case turn(Turn?)
        case pauseOver, deadlinePassed
    }

    private nonisolated func wait(for place: Place, until deadline: Duration) async throws(CommandRefusal) {
        if await isUnderWay(place) { return }
        let refusal: CommandRefusal? = await withTaskGroup(of: Wake.self) { group in
            defer { group.cancelAll() }
            group.addTask { await Self.turn(of: place) }
            group.addTask { await self.wake(at: deadline, .deadlinePassed) }
            group.addTask { await self.wake(at: self.clock.uptime() + Self.pause, .pauseOver) }
            for await wake in group {
                switch wake {
                case .turn(.now): return nil
                case .turn(.superseded): return .superseded
                // The gateway stops.
                case .turn(nil): return .notSent
                case .deadlinePassed where await withdraw(place): return .notSent
                // Its turn came at the same moment, and is about to be heard.
                case .deadlinePassed: break
                case .pauseOver:
                    await look(after: place.device)
                    group.addTask { await self.wake(at: self.clock.uptime() + Self.pause, .pauseOver) }
                }
            }
            return .notSent
        }
        if let refusal { throw refusal }
    }

    private nonisolated static func turn(of place: Place) async -> Wake {
        for await turn in place.turns { return .turn(turn) }
        return .turn(nil)
    }

    private nonisolated func wake(at uptime: Duration, _ wake: Wake) async -> Wake {
        await clock.sleep(for: uptime - clock.uptime())
        return wake
    }

    private func isUnderWay(_ place: Place) -> Bool { lanes[place.device]?.underWay[place.number] != nil }

    /// Some commands may go after some time alone.
    private func look(after device: DeviceID) { change(device) { _, _ in } }

    /// False when its turn has come already.
    private func withdraw(_ place: Place) -> Bool {
        guard !isUnderWay(place) else { return false }
        change(place.device) { lane, _ in lane.waiting.removeAll { $0.place.number == place.number } }
        return true
    }
}

// MARK: Who may go

extension CommandQueue.Lane {
    /// Gives turns to all that may have one.
    mutating func serve(at now: Duration) {
        while let next = waiting.indices.first(where: { isNewest($0) && maySend(waiting[$0].place, at: now) }) {
            let (place, call) = waiting.remove(at: next)
            underWay[place.number] = CommandQueue.UnderWay(place: place)
            call.yield(.now)
        }
    }

    private func isNewest(_ index: Int) -> Bool {
        let place = waiting[index].place
        return !waiting.contains { $0.place.number > place.number && $0.place.entry.replaces(place.entry) }
    }

    func maySend(_ place: CommandQueue.Place, at now: Duration) -> Bool {
        let entry = place.entry
        let same = underWay.values.filter { $0.place.entry.follows(entry) }
        // What excludes each other reaches the device in the order in which it was asked for.
        let isCrossing = underWay.values.contains { $0.sentAt == nil && $0.place.entry.excludes(entry) }
        let isHeld = waiting.contains {
            $0.place.number < place.number && $0.place.entry.excludes(entry) && !entry.replaces($0.place.entry)
        }
        guard !isCrossing, !isHeld else { return false }
        // One that is being handed over may still be refused; and devices get them one after the other.
        guard same.allSatisfy({ $0.sentAt != nil }) else { return false }
        if entry.isOrdered, same.contains(where: { $0.isHolding(at: now) }) {
            return entry.isSafe && now - place.takenAt >= CommandQueue.safePatience
        }
        guard same.isEmpty else {
            let last = same.compactMap(\.sentAt).max() ?? .zero
            return same.count < CommandQueue.mostUnderWay || now - last >= CommandQueue.pause
        }
        if entry.isSafe { return true }
        let unanswered = underWay.values.filter { !$0.isAnswered }
        return Set(unanswered.map(\.place.entry.series)).count < CommandQueue.mostSeries
    }

    /// Since when a safe command has waited that `entry` repeats; nil where it repeats none.
    func waitingSince(_ entry: CommandQueue.Entry) -> Duration? {
        guard entry.isSafe else { return nil }
        return waiting.map(\.place).filter { $0.entry.isSafe && $0.entry.series == entry.series }.map(\.takenAt).min()
    }

    mutating func supersede(where isPointless: (CommandQueue.Place) -> Bool) {
        for waiter in waiting where isPointless(waiter.place) { waiter.call.yield(.superseded) }
        waiting.removeAll { isPointless($0.place) }
    }

    /// Makes room by ending one that would not be sent anyway. False when there is none.
    mutating func supersedeOldest(becauseOf place: CommandQueue.Place) -> Bool {
        let old = waiting.indices.first { !isNewest($0) || place.entry.replaces(waiting[$0].place.entry) }
        guard let old else { return false }
        waiting.remove(at: old).call.yield(.superseded)
        return true
    }
}

/// The turn of one command, with which its sender tells the queue how far it came.
struct CommandTurn: Sendable {
    fileprivate let queue: CommandQueue
    fileprivate let place: CommandQueue.Place

    func sent() async { await queue.sent(place) }
    func answered() async { await queue.answered(place) }
}
