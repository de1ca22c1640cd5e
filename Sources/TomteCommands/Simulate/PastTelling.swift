import Foundation
import GatewayWire
import HomeModel
import SimulatedHome

/// Fills the home's past with that of a scenario, through the same door as every import.
struct PastTelling: Sendable {
    /// What goes out at once: long enough that each series comes in one long run.
    private static let days = 10

    let past: HomePast
    let known: KnownPast

    /// Nil when there is nothing to tell.
    static func prepare(
        _ scenario: Scenario, seed: UInt64?, lasting span: Duration, _ client: GatewayClient
    ) async throws(CommandFailure) -> PastTelling? {
        let now = Timestamp(Date())
        let past = HomePast(scenario, seed: seed, from: now - span, to: now)
        let known = try await KnownPast(past, try await ScenarioSeries(scenario, client), client)
        guard known.verdict != .filled else {
            Console.output.line("the home has a past already; nothing is added to it")
            return nil
        }
        return PastTelling(past: past, known: known)
    }

    /// The home from which the devices go on, so that their counters continue; nil when they begin anew.
    func home() -> HomeSimulation? { known.verdict == .missing ? past.livedThrough() : nil }

    /// Tells it to the devices that are part of the home by now.
    func run(_ scenario: Scenario, _ client: GatewayClient) async throws {
        let series = try await ScenarioSeries(scenario, client)
        guard series.count > 0 else {
            throw CommandFailure.invalid("None of the scenario's devices is part of the home yet; say --adopt.")
        }
        let counts = try await ImportSession.with("simulation", client) { session in
            try await interruptible { try await tell(series, to: session) }
        }
        let days = Int((past.end - past.start) / .days(1))
        Console.output.line(
            "the past of \(Quantities.text(days, "day")) is there: \(Quantities.text(counts.new, "new reading"))")
    }

    /// The next stretch is lived while the last one is sent.
    private func tell(_ series: ScenarioSeries, to session: ImportSession) async throws -> ImportCounts {
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
                        series: id, isHourly: false, readings: column.readings.filter { known.wants($0, of: id) })
                }
            }
            for count in try await session.send(told) { counts += count }
            (past, columns) = await following
            progress.update(count: counts.new + counts.known, share: past.share)
        }
        return counts
    }

    /// Day by day, so that the devices that live meanwhile get their turn.
    private static func next(of past: HomePast) async -> (HomePast, [HomePast.Column]?) {
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
