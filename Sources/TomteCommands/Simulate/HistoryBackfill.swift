import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TomteClient

/// Imports the simulated history of a scenario into the home, by the API of imports.
struct HistoryBackfill: Sendable {
    /// The number of days that are sent together: enough for long runs of readings of one series.
    private static let days = 10

    let past: SimulatedHistory
    let known: BackfillPlan

    /// Nil when the home already has readings of the whole period.
    static func prepare(
        _ scenario: Scenario, seed: UInt64?, lasting span: Duration, client: CLIClient
    ) async throws(CLIError) -> HistoryBackfill? {
        let now = Timestamp(Date())
        let past = SimulatedHistory(scenario, seed: seed, from: now - span, to: now)
        let known = try await BackfillPlan(
            past, series: try await ScenarioSeries(scenario, client: client), client: client)
        guard known.verdict != .filled else {
            Console.output.line("the home has a past already; nothing was imported")
            return nil
        }
        return HistoryBackfill(past: past, known: known)
    }

    /// The simulation at the end of the history, so that the devices' counters continue; nil when the devices start
    /// from their initial state.
    func home() -> HomeSimulation? { known.verdict == .missing ? past.simulationAtEnd() : nil }

    /// Imports the history of the devices that are part of the home.
    func run(_ scenario: Scenario, client: CLIClient) async throws {
        let series = try await ScenarioSeries(scenario, client: client)
        guard series.count > 0 else {
            throw CLIError.invalid("None of the scenario's devices is part of the home yet; use --adopt.")
        }
        let counts = try await ImportSession.with("simulation", client: client) { session in
            try await interruptible { try await sendHistory(series, to: session) }
        }
        let days = Int((past.end - past.start) / .days(1))
        Console.output.line(
            "the past of \(CountText.text(days, one: "day")) was imported: \(CountText.text(counts.new, one: "new reading"))"
        )
    }

    /// Simulates the next days while the previous ones are sent.
    private func sendHistory(_ series: ScenarioSeries, to session: ImportSession) async throws -> ImportCounts {
        var progress = ProgressLine("readings")
        defer { progress.end() }
        var counts = ImportCounts()
        var (past, columns) = await Self.next(of: past)
        while let current = columns {
            try Task.checkCancellation()
            async let following = Self.next(of: past)
            let told = current.compactMap { column in
                series[column].map { id in
                    ImportSession.Column(
                        series: id, isHourly: false, readings: column.readings.filter { known.includes($0, of: id) })
                }
            }
            for count in try await session.send(told) { counts += count }
            (past, columns) = await following
            progress.update(count: counts.new + counts.known, share: past.progress)
        }
        return counts
    }

    /// Simulates the next days, one at a time, so that the tasks of the running devices can run in between.
    private static func next(of past: SimulatedHistory) async -> (SimulatedHistory, [SimulatedHistory.Column]?) {
        var past = past
        guard var columns = past.next(.days(1)) else { return (past, nil) }
        for _ in 1..<days {
            await Task.yield()
            guard let day = past.next(.days(1)) else { break }
            for index in columns.indices { columns[index].readings += day[index].readings }
        }
        return (past, columns)
    }
}

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
    init(_ past: SimulatedHistory, series: ScenarioSeries, client: CLIClient) async throws(CLIError) {
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
        _ series: SeriesID, from: Timestamp, to: Timestamp, client: CLIClient
    ) async throws(CLIError) -> Reading? {
        try await client.readings(
            ReadingsQuery(
                device: series.device, part: series.part, quantity: series.capability, from: from, to: to,
                resolution: .raw, points: nil, limit: 1)
        ).body().readings.first
    }
}

/// Finds the series of a scenario's devices in the home, by the names of the devices.
struct ScenarioSeries {
    /// A device of the home, and the part and capability of each value in the scenario.
    private struct Known {
        let body: DeviceBody
        let places: GatewayAddresses
    }

    /// The devices by their id in the scenario.
    private let devices: [String: Known]

    init(_ scenario: Scenario, client: CLIClient) async throws(CLIError) {
        let home = try await client.devices().body()
        var devices: [String: Known] = [:]
        for device in scenario.devices {
            devices[device.id] = home.first { $0.name == device.name.text && $0.availability != .archived }
                .map { Known(body: $0, places: GatewayAddresses(of: device)) }
        }
        self.devices = devices
    }

    var count: Int { devices.count }

    /// The series of a column. Nil when the device is not part of the home, or its dialect cannot express the value.
    subscript(column: SimulatedHistory.Column) -> SeriesID? {
        guard let device = devices[column.device], let place = device.places[column.address],
            let part = device.body.parts.first(where: { $0.id == place.part }),
            part.capabilities.contains(where: { $0.name == place.capability })
        else { return nil }
        return SeriesID(device: device.body.id, part: part.id, capability: place.capability)
    }
}
