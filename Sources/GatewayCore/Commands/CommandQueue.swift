import HomeModel

/// Paces the commands of each device. Of those that wait for the same capability only the newest is sent.
actor CommandQueue {
    /// So many may be unanswered at a time, and so many more wait.
    static let onTheWay = 8
    static let maximumWaiting = 64

    private enum Turn: Sendable { case now, superseded }

    private struct Lane {
        var onTheWay = 0
        var waiting: [(series: SeriesID, call: AsyncStream<Turn>.Continuation)] = []
    }

    private var lanes: [DeviceID: Lane] = [:]

    /// Does `work` when the turn of a command for `series` has come. Throws `.superseded` or `.busy` when it never does.
    nonisolated func inTurn<Result: Sendable>(
        _ series: SeriesID, _ work: () async throws(CommandRefusal) -> Result
    ) async throws(CommandRefusal) -> Result {
        try await enter(series)
        do throws(CommandRefusal) {
            let result = try await work()
            await leave(series.device)
            return result
        } catch {
            await leave(series.device)
            throw error
        }
    }

    private func enter(_ series: SeriesID) async throws(CommandRefusal) {
        var lane = lanes[series.device] ?? Lane()
        if lane.onTheWay < Self.onTheWay {
            lane.onTheWay += 1
            lanes[series.device] = lane
            return
        }
        if let older = lane.waiting.firstIndex(where: { $0.series == series }) {
            lane.waiting.remove(at: older).call.yield(.superseded)
        }
        guard lane.waiting.count < Self.maximumWaiting else { throw .busy }
        let (turns, call) = AsyncStream.makeStream(of: Turn.self)
        lane.waiting.append((series, call))
        lanes[series.device] = lane
        var turn: Turn?
        for await next in turns {
            turn = next
            break
        }
        guard case .now = turn else { throw .superseded }
    }

    /// The device has answered, or its time is over: the next may go, on the place that became free.
    private func leave(_ device: DeviceID) {
        guard var lane = lanes[device] else { return }
        if lane.waiting.isEmpty {
            lane.onTheWay -= 1
        } else {
            lane.waiting.removeFirst().call.yield(.now)
        }
        lanes[device] = lane.onTheWay == 0 ? nil : lane
    }
}
