import GatewayWire
import HomeModel
import SimulatedHome

/// The readings that the home already has of the simulated period, which decide the readings that are imported.
struct BackfillPlan {
    /// The comparison of the home's readings with the simulated history.
    enum Verdict: Hashable {
        /// The home has no readings, or only the beginning of the same history. All readings are imported, and the
        /// devices continue from the end of the history.
        case missing
        /// The home has other readings. Only older readings are imported, and the devices start from their initial
        /// state, as without a history.
        case other
        /// The home already has readings of the whole period, so nothing is imported.
        case filled
    }

    let verdict: Verdict
    private let first: [SeriesID: Reading]

    /// Requests the first reading of each series from the gateway.
    init(_ past: SimulatedHistory, series: ScenarioSeries, client: GatewayClient) async throws(CLIError) {
        var opening = past
        var first: [SeriesID: Reading] = [:]
        var (isBegun, isEnded) = (false, false)
        for column in opening.next(SimulatedHistory.interval) ?? [] {
            guard let id = series[column],
                let reading = try await Self.first(id, from: past.start, to: past.end, client: client)
            else { continue }
            first[id] = reading
            isBegun = isBegun || reading == column.readings.first
            // After an interrupted import there is no reading of the day before the last one.
            let late = try await Self.first(id, from: past.end - .days(2), to: past.end - .days(1), client: client)
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

    /// Whether this reading of a series is imported.
    func includes(_ reading: Reading, of series: SeriesID) -> Bool {
        guard verdict == .other, let known = first[series] else { return true }
        return reading.time < known.time
    }

    private static func first(
        _ series: SeriesID, from: Timestamp, to: Timestamp, client: GatewayClient
    ) async throws(CLIError) -> Reading? {
        try await client.readings(
            ReadingsQuery(
                device: series.device, part: series.part, quantity: series.capability, from: from, to: to,
                resolution: .raw, points: nil, limit: 1)
        ).body().readings.first
    }
}
