import HomeModel

@testable import HomeStore
@testable import GatewayCore

extension CoreHome {
    var history: ReadingHistory {
        ReadingHistory(
            registry: registry, people: people, store: database.readings, retention: retention, clock: clock)
    }

    /// Stores readings as they come from a device.
    func record(_ series: SeriesID, readings: [Reading]) async throws {
        await assigner.receive(
            readings.map { reading in
                TelemetryReport(.reading(series, value: reading.value), at: .arrival(reading.time))
            }, deliveries: [])
        try await pipeline.commit()
    }

    /// All pages of the result of a query.
    func pages(_ query: HistoryQuery, as identity: Identity) async throws -> [HistoryPage] {
        var cursor = try await history.open(query, as: identity)
        var pages: [HistoryPage] = []
        while let page = try await cursor.next() { pages.append(page) }
        return pages
    }
}

extension HistoryPage {
    var count: Int {
        switch self {
        case .readings(let rows): rows.count
        case .changes(let rows): rows.count
        case .rollUps(let rows): rows.count
        }
    }
}

extension [HistoryPage] {
    var readings: [Reading] { flatMap { if case .readings(let rows) = $0 { rows } else { [] as [Reading] } } }
    var changes: [StateChange] { flatMap { if case .changes(let rows) = $0 { rows } else { [] as [StateChange] } } }
    var rollUps: [RollUp] { flatMap { if case .rollUps(let rows) = $0 { rows } else { [] as [RollUp] } } }
}
