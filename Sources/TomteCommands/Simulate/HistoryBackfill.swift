import Foundation
import GatewayWire
import HomeModel
import SimulatedHome

/// Imports the simulated history of a scenario into the home, by the API of imports.
struct HistoryBackfill: Sendable {
    /// The number of days that are sent together: enough for long runs of readings of one series.
    private static let days = 10

    let past: SimulatedHistory
    let known: BackfillPlan

    /// Nil when the home already has readings of the whole period.
    static func prepare(
        _ scenario: Scenario, seed: UInt64?, lasting span: Duration, client: GatewayClient
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
    func run(_ scenario: Scenario, client: GatewayClient) async throws {
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
