import GatewayWire
import HomeModel
import SimulatedHome

/// What the home remembers already of the time that is to be filled, and what is therefore told.
struct KnownPast {
    enum Verdict: Hashable {
        /// Nothing, or the beginning of this very past: all of it is told, and the devices live on from there.
        case missing
        /// Something else: told is what lies before it, and the devices begin anew, as at every start.
        case other
        /// There is nothing left to tell.
        case filled
    }

    let verdict: Verdict
    private let first: [SeriesID: Reading]

    /// Asks for the first reading of each series.
    init(_ past: HomePast, _ series: ScenarioSeries, _ client: GatewayClient) async throws(CommandFailure) {
        var opening = past
        var first: [SeriesID: Reading] = [:]
        var (isBegun, isEnded) = (false, false)
        for column in opening.next(HomePast.interval) ?? [] {
            guard let id = series[column],
                let reading = try await Self.first(id, past.start, past.end, client)
            else { continue }
            first[id] = reading
            isBegun = isBegun || reading == column.readings.first
            // A past that was interrupted has nothing of the day before the last one.
            let late = try await Self.first(id, past.end - .days(2), past.end - .days(1), client)
            isEnded = isEnded || late != nil
        }
        let latest = first.values.map(\.time).max()
        switch (latest, isBegun) {
        case (nil, _): verdict = .missing
        case (_, true): verdict = isEnded ? .filled : .missing
        case (let latest?, false): verdict = latest <= past.start + .hours(25) ? .filled : .other
        }
        self.first = first
    }

    /// Whether this reading of a series is told.
    func wants(_ reading: Reading, of series: SeriesID) -> Bool {
        guard verdict == .other, let known = first[series] else { return true }
        return reading.time < known.time
    }

    private static func first(
        _ series: SeriesID, _ from: Timestamp, _ to: Timestamp, _ client: GatewayClient
    ) async throws(CommandFailure) -> Reading? {
        try await client.readings(
            ReadingsQuestion(
                device: series.device, part: series.part, quantity: series.capability, from: from, to: to,
                resolution: .raw, points: nil, limit: 1)
        ).body().readings.first
    }
}
