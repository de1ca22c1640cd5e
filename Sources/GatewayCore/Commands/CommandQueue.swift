import HomeModel

/// Orders and paces the commands of each device. Commands of one series are sent in order, and so are commands of one
/// part that exclude each other (`ExpectedEffect.Goals`). Of the commands that wait, the queue sends the newest. The
/// older ones end as superseded once it was sent, or earlier when a full queue needs their slots. A command that moves
/// the part again never supersedes a waiting stop.
///
/// Commands of other series never hold back a command in a safe direction, except that two commands that exclude each
/// other are handed over one after the other. Where a device must answer before the next command of a series, a safe
/// command waits at most `safeCommandTimeout` for that answer, counted from the first request for it. Every command waits at
/// most as long for the answer to a stop.
actor CommandQueue {
    /// The number of series of one device that may have unanswered commands.
    static let mostSeries = 8
    static let maximumWaiting = 64
    /// The number of commands of one series that may be under way before `pause` separates the next ones.
    static let maximumInFlight = 8
    static let pause = Duration.milliseconds(250)
    static let safeCommandTimeout = Duration.seconds(3)

    /// The properties of a command that decide its order in the queue.
    struct Entry: Sendable {
        let series: SeriesID
        var isSafe = false
        /// Whether the device must have answered the command before it.
        var isOrdered = false
        /// The effect on its part; nil where it excludes no command for another capability.
        var goals: ExpectedEffect.Goals?

        /// Whether the two commands follow each other in order: they belong to one series, or to a part that must
        /// answer each of them.
        func follows(_ other: Entry) -> Bool {
            if series == other.series { return true }
            return isOrdered && other.isOrdered && isSamePart(as: other)
        }

        /// Whether the part cannot execute both commands and keep the states of both. They reach the part in the order
        /// of the requests.
        func excludes(_ other: Entry) -> Bool {
            guard isSamePart(as: other), let goals, let others = other.goals else { return false }
            return goals.excludes(others)
        }

        /// Whether `older` is pointless once this command was sent. Only another stop of the same series replaces a
        /// stop: a part that is to move again is stopped first.
        func replaces(_ older: Entry) -> Bool {
            if older.goals?.isStop == true { return goals?.isStop == true && series == older.series }
            return series == older.series || excludes(older)
        }

        private func isSamePart(as other: Entry) -> Bool {
            series.device == other.series.device && series.part == other.series.part
        }
    }

    /// The end of the wait of a command: it may be sent now, or a newer one replaced it.
    fileprivate enum QueueSignal: Sendable { case now, superseded }

    /// The position of a command in the queue of its device.
    struct QueueTicket: Sendable {
        fileprivate let entry: Entry
        fileprivate let number: Int
        /// The uptime at which the command entered the queue, or at which the first of the safe commands that it
        /// repeats did.
        fileprivate let enqueuedAt: Duration
        fileprivate let signals: AsyncStream<QueueSignal>

        fileprivate var device: DeviceID { entry.series.device }
    }

    /// A command that may be sent or was sent, and has not ended.
    fileprivate struct InFlightCommand {
        let ticket: QueueTicket
        /// Nil until the command was handed to the link.
        var sentAt: Duration?
        var isAnswered = false

        /// Whether commands that must wait for this answer still wait. A part that already stands still may not answer
        /// a stop, so the wait for that answer is limited.
        func isHolding(at now: Duration) -> Bool {
            guard !isAnswered else { return false }
            guard ticket.entry.goals?.isStop == true, let sentAt else { return true }
            return now - sentAt < CommandQueue.safeCommandTimeout
        }
    }

    /// The commands of one device: those under way, and those that wait, in order of arrival.
    fileprivate struct DeviceQueue {
        var inFlight: [Int: InFlightCommand] = [:]
        var waiting: [(ticket: QueueTicket, call: AsyncStream<QueueSignal>.Continuation)] = []
    }

    private nonisolated let clock: HomeClock
    private var queues: [DeviceID: DeviceQueue] = [:]
    private var ticketCount = 0

    init(clock: HomeClock) { self.clock = clock }

    /// The number of commands that wait, and of those that are under way.
    var depth: (waiting: Int, inFlight: Int) {
        queues.values.reduce(into: (0, 0)) { sum, queue in
            sum.0 += queue.waiting.count
            sum.1 += queue.inFlight.count
        }
    }

    /// Puts a command into the queue; commands are served in the order in which they entered it. Throws `.busy` when
    /// too many wait.
    func ticket(for entry: Entry) throws(CommandRefusal) -> QueueTicket {
        let device = entry.series.device
        var queue = queues[device] ?? DeviceQueue()
        let (signals, call) = AsyncStream.makeStream(of: QueueSignal.self)
        ticketCount += 1
        let ticket = QueueTicket(
            entry: entry, number: ticketCount, enqueuedAt: queue.repeatedSince(entry) ?? clock.uptime(),
            signals: signals)
        if queue.waiting.count >= Self.maximumWaiting, !queue.maySend(ticket, at: clock.uptime()) {
            guard queue.supersedeOldest(becauseOf: ticket) else { throw .busy }
        }
        queue.waiting.append((ticket, call))
        queue.serve(at: clock.uptime())
        queues[device] = queue
        return ticket
    }

    /// Runs `work` when the command may be sent, and removes the command from the queue afterwards. Throws
    /// `.superseded` when a newer command was sent first, and `.notSent` when the command may not be sent by the uptime
    /// `deadline`.
    nonisolated func run<Result: Sendable>(
        _ ticket: QueueTicket, until deadline: Duration,
        work: (CommandProgress) async throws(CommandRefusal) -> Result
    ) async throws(CommandRefusal) -> Result {
        try await wait(for: ticket, until: deadline)
        do throws(CommandRefusal) {
            guard clock.uptime() < deadline else { throw .notSent }
            let result = try await work(CommandProgress(queue: self, ticket: ticket))
            await leave(ticket)
            return result
        } catch {
            await leave(ticket)
            throw error
        }
    }

    /// Records that the command was handed to the link, and supersedes the older commands that it replaces.
    fileprivate func sent(_ ticket: QueueTicket) {
        change(ticket.device) { queue, now in
            queue.inFlight[ticket.number]?.sentAt = now
            queue.supersede { $0.number < ticket.number && ticket.entry.replaces($0.entry) }
        }
    }

    /// Records that the device accepted or rejected the command.
    fileprivate func answered(_ ticket: QueueTicket) {
        change(ticket.device) { queue, _ in queue.inFlight[ticket.number]?.isAnswered = true }
    }

    private func leave(_ ticket: QueueTicket) {
        change(ticket.device) { queue, _ in queue.inFlight[ticket.number] = nil }
    }

    private func change(_ device: DeviceID, body: (inout DeviceQueue, Duration) -> Void) {
        guard var queue = queues[device] else { return }
        let now = clock.uptime()
        body(&queue, now)
        queue.serve(at: now)
        queues[device] = queue.inFlight.isEmpty && queue.waiting.isEmpty ? nil : queue
    }
}

// MARK: Waiting

extension CommandQueue {
    /// An event that ends a wait.
    private enum Wake: Sendable {
        case signal(QueueSignal?)
        case pauseOver, deadlinePassed
    }

    private nonisolated func wait(for ticket: QueueTicket, until deadline: Duration) async throws(CommandRefusal) {
        if await isInFlight(ticket) { return }
        let refusal: CommandRefusal? = await withTaskGroup(of: Wake.self) { group in
            defer { group.cancelAll() }
            group.addTask { await Self.nextSignal(of: ticket) }
            group.addTask { await self.wake(at: deadline, .deadlinePassed) }
            group.addTask { await self.wake(at: self.clock.uptime() + Self.pause, .pauseOver) }
            for await wake in group {
                switch wake {
                case .signal(.now): return nil
                case .signal(.superseded): return .superseded
                // The gateway stops.
                case .signal(nil): return .notSent
                case .deadlinePassed where await withdraw(ticket): return .notSent
                // The command may be sent since the same moment; the stream is about to deliver that.
                case .deadlinePassed: break
                case .pauseOver:
                    await recheck(after: ticket.device)
                    group.addTask { await self.wake(at: self.clock.uptime() + Self.pause, .pauseOver) }
                }
            }
            return .notSent
        }
        if let refusal { throw refusal }
    }

    private nonisolated static func nextSignal(of ticket: QueueTicket) async -> Wake {
        for await signal in ticket.signals { return .signal(signal) }
        return .signal(nil)
    }

    private nonisolated func wake(at uptime: Duration, _ wake: Wake) async -> Wake {
        await clock.sleep(for: uptime - clock.uptime())
        return wake
    }

    private func isInFlight(_ ticket: QueueTicket) -> Bool { queues[ticket.device]?.inFlight[ticket.number] != nil }

    /// Serves the queue again: some commands may be sent once enough time has passed.
    private func recheck(after device: DeviceID) { change(device) { _, _ in } }

    /// Removes a waiting command; returns false when it is under way already.
    private func withdraw(_ ticket: QueueTicket) -> Bool {
        guard !isInFlight(ticket) else { return false }
        change(ticket.device) { queue, _ in queue.waiting.removeAll { $0.ticket.number == ticket.number } }
        return true
    }
}

// MARK: Which commands may be sent

extension CommandQueue.DeviceQueue {
    /// Starts all waiting commands that may be sent now.
    mutating func serve(at now: Duration) {
        while let next = waiting.indices.first(where: { isNewest($0) && maySend(waiting[$0].ticket, at: now) }) {
            let (ticket, call) = waiting.remove(at: next)
            inFlight[ticket.number] = CommandQueue.InFlightCommand(ticket: ticket)
            call.yield(.now)
        }
    }

    private func isNewest(_ index: Int) -> Bool {
        let ticket = waiting[index].ticket
        return !waiting.contains { $0.ticket.number > ticket.number && $0.ticket.entry.replaces(ticket.entry) }
    }

    func maySend(_ ticket: CommandQueue.QueueTicket, at now: Duration) -> Bool {
        let entry = ticket.entry
        let same = inFlight.values.filter { $0.ticket.entry.follows(entry) }
        // Commands that exclude each other reach the device in the order of the requests.
        let isCrossing = inFlight.values.contains { $0.sentAt == nil && $0.ticket.entry.excludes(entry) }
        let isHeld = waiting.contains {
            $0.ticket.number < ticket.number && $0.ticket.entry.excludes(entry) && !entry.replaces($0.ticket.entry)
        }
        guard !isCrossing, !isHeld else { return false }
        // A command that is being handed over may still be refused, and the device receives such commands one after the
        // other.
        guard same.allSatisfy({ $0.sentAt != nil }) else { return false }
        if entry.isOrdered, same.contains(where: { $0.isHolding(at: now) }) {
            return entry.isSafe && now - ticket.enqueuedAt >= CommandQueue.safeCommandTimeout
        }
        guard same.isEmpty else {
            let last = same.compactMap(\.sentAt).max() ?? .zero
            return same.count < CommandQueue.maximumInFlight || now - last >= CommandQueue.pause
        }
        if entry.isSafe { return true }
        let unanswered = inFlight.values.filter { !$0.isAnswered }
        return Set(unanswered.map(\.ticket.entry.series)).count < CommandQueue.mostSeries
    }

    /// The uptime since which a safe command that `entry` repeats has waited; nil when there is none.
    func repeatedSince(_ entry: CommandQueue.Entry) -> Duration? {
        guard entry.isSafe else { return nil }
        return waiting.map(\.ticket).filter { $0.entry.isSafe && $0.entry.series == entry.series }.map(\.enqueuedAt)
            .min()
    }

    mutating func supersede(where isPointless: (CommandQueue.QueueTicket) -> Bool) {
        for waiter in waiting where isPointless(waiter.ticket) { waiter.call.yield(.superseded) }
        waiting.removeAll { isPointless($0.ticket) }
    }

    /// Frees a slot by superseding a command that would not be sent anyway. Returns false when there is none.
    mutating func supersedeOldest(becauseOf ticket: CommandQueue.QueueTicket) -> Bool {
        let old = waiting.indices.first { !isNewest($0) || ticket.entry.replaces(waiting[$0].ticket.entry) }
        guard let old else { return false }
        waiting.remove(at: old).call.yield(.superseded)
        return true
    }
}

/// Reports to the queue how far a command that may be sent has come.
struct CommandProgress: Sendable {
    fileprivate let queue: CommandQueue
    fileprivate let ticket: CommandQueue.QueueTicket

    func sent() async { await queue.sent(ticket) }
    func answered() async { await queue.answered(ticket) }
}
