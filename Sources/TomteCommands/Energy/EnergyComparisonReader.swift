import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Reads the energy for a comparison. It needs nothing but the responses of the API, as the page.
struct EnergyComparisonReader {
    private let client: CLIClient
    private let zone: TimeZone
    private let now: Timestamp

    init(_ client: CLIClient, zone: TimeZone, now: Timestamp) {
        self.client = client
        self.zone = zone
        self.now = now
    }

    func read(_ period: EnergyPeriod, today: LocalDate) async throws(CLIError) -> EnergyComparison {
        guard period.kind == .day else { return try await readDays(period, today: today) }
        var rows: [LocalDate: [EnergyRowBody]] = [:]
        for date in [period.first] + EnergyComparison.datesBeside(period.first) {
            guard let next = date.adding(days: 1) else { continue }
            rows[date] = try await self.rows(from: date, to: next, by: "hour")
        }
        return EnergyComparison(day: period, rows: rows, zone: zone, now: now)
    }

    private func readDays(_ period: EnergyPeriod, today: LocalDate) async throws(CLIError) -> EnergyComparison {
        let own = try await rows(from: period.first, to: period.next, by: "day")
        var before: [EnergyRowBody] = []
        if let dates = EnergyComparison.dates(before: period, today: today) {
            before = try await rows(from: dates.first, to: dates.next, by: "day")
        }
        return EnergyComparison(period, own: own, before: before, zone: zone, today: today)
    }

    private func rows(from first: LocalDate, to next: LocalDate, by: String) async throws(CLIError) -> [EnergyRowBody] {
        let (from, to) = (first.firstHour(in: zone), next.firstHour(in: zone))
        return try await client.energy(from: from, to: to, by: by).body().rows
    }
}
