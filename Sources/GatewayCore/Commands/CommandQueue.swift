import HomeModel

/// Paces the commands of each device and keeps those for one capability in order. Of those that wait for the same
/// capability only the newest is sent.
actor CommandQueue {
    /// So many may be unanswered at a time, and so many more wait.
    static let onTheWay = 8
    static let maximumWaiting = 64

    fileprivate enum Turn: Sendable { case now, superseded }

    /// A command's place in its device's lane.
    struct Place: Sendable {
        let series: SeriesID
        fileprivate let number: Int
        fileprivate let turns: AsyncStream<Turn>
    }

    fileprivate struct Lane {
        var onTheWay = 0
        /// Which command of a series is being sent: the next one of that series waits until it is out.
        var sending: [SeriesID: Int] = [:]
        var waiting: [(place: Place, call: AsyncStream<Turn>.Continuation)] = []
    }

    private var lanes: [DeviceID: Lane] = [:]
    private var placesGiven = 0

    /// How many commands wait, and how many are under way.
    var depth: (waiting: Int, underWay: Int) {
        lanes.values.reduce(into: (0, 0)) { sum, lane in
            sum.0 += lane.waiting.count
            sum.1 += lane.onTheWay
        }
    }

    /// Takes a place; places are served in the order in which they were taken. Throws `.busy` when too many wait.
    func place(for series: SeriesID) throws(CommandRefusal) -> Place {
        var lane = lanes[series.device] ?? Lane()
        if let older = lane.waiting.firstIndex(where: { $0.place.series == series }) {
            lane.waiting.remove(at: older).call.yield(.superseded)
        }
        guard lane.waiting.count < Self.maximumWaiting else { throw .busy }
        let (turns, call) = AsyncStream.makeStream(of: Turn.self)
        placesGiven += 1
        let place = Place(series: series, number: placesGiven, turns: turns)
        lane.waiting.append((place, call))
        serve(&lane, of: series.device)
        return place
    }

    /// Does `work` when the turn of `place` has come, and gives the place free after it. Throws `.superseded` when a
    /// newer command took the turn. `work` says with `sent` that the next command of the same series may go.
    nonisolated func inTurn<Result: Sendable>(
        _ place: Place, _ work: () async throws(CommandRefusal) -> Result
    ) async throws(CommandRefusal) -> Result {
        try await wait(for: place)
        do throws(CommandRefusal) {
            let result = try await work()
            await leave(place)
            return result
        } catch {
            await leave(place)
            throw error
        }
    }

    /// The command is out.
    func sent(_ place: Place) {
        guard var lane = lanes[place.series.device] else { return }
        lane.release(place)
        serve(&lane, of: place.series.device)
    }

    private nonisolated func wait(for place: Place) async throws(CommandRefusal) {
        var turn: Turn?
        for await next in place.turns {
            turn = next
            break
        }
        switch turn {
        case .now: return
        case .superseded: throw .superseded
        // The gateway stops.
        case nil: throw .busy
        }
    }

    /// The device has answered, or its time is over.
    private func leave(_ place: Place) {
        guard var lane = lanes[place.series.device] else { return }
        lane.onTheWay -= 1
        lane.release(place)
        serve(&lane, of: place.series.device)
    }

    private func serve(_ lane: inout Lane, of device: DeviceID) {
        while lane.onTheWay < Self.onTheWay,
            let next = lane.waiting.firstIndex(where: { lane.sending[$0.place.series] == nil })
        {
            let (place, call) = lane.waiting.remove(at: next)
            lane.onTheWay += 1
            lane.sending[place.series] = place.number
            call.yield(.now)
        }
        lanes[device] = lane.onTheWay == 0 && lane.waiting.isEmpty ? nil : lane
    }
}

extension CommandQueue.Lane {
    mutating func release(_ place: CommandQueue.Place) {
        if sending[place.series] == place.number { sending[place.series] = nil }
    }
}
