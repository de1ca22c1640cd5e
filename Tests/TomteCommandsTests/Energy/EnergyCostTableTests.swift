import GatewayWire
import Foundation
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct EnergyCostTableTests {
    private let start = Timestamp(milliseconds: 1_800_000_000_000)

    @Test func costAndRevenueHaveColumns() throws {
        let rows = [
            EnergyRowBody(
                device: DeviceID("a"), name: "Meter",
                amounts: [EnergyAmount(flow: .gridImport, kilowattHours: 10, isEstimated: false)],
                cost: try costs(["18.505"]), revenue: try costs(["0.60"])),
            EnergyRowBody(
                device: DeviceID("b"), name: "Fridge",
                amounts: [EnergyAmount(flow: .gridImport, kilowattHours: 0, isEstimated: false)]),
        ]
        let lines = try lines(rows, cost: costs(["18.505"], isPartial: true), revenue: costs(["0.60"]))
        #expect(lines[0].contains("COST (SEK)") && lines[0].contains("REVENUE (SEK)"))
        #expect(lines[1].contains(" 18.50 ") && lines[1].contains(" 0.60"))
        #expect(lines[3].contains(" 18.50* "))
        #expect(lines[4] == "* without energy whose price is not known")
    }

    @Test func currenciesAreListedSideBySide() throws {
        let euro = EnergyCost(
            currency: try #require(Currency("EUR")), amount: try #require(MoneyAmount("0.25")), isPartial: false)
        let lines = try lines([], cost: costs(["2"]) + [euro], revenue: nil)
        #expect(lines.last?.contains("2.00 SEK + 0.25 EUR") == true)
        #expect(!lines[0].contains("REVENUE"))
    }

    @Test func tariffsAreATable() throws {
        let tariff = Tariff(
            validFrom: try #require(LocalDate("2026-12-01")), currency: try #require(Currency("SEK")),
            price: try #require(MoneyAmount("1.85")))
        let lines = TariffText.table([tariff]).lines(limit: nil).map(\.plain)
        #expect(lines.count == 2 && lines[1].contains("2026-12-01") && lines[1].contains("1.85 SEK"))
        #expect(lines[1].contains("not known"))
    }

    private func lines(_ rows: [EnergyRowBody], cost: [EnergyCost]?, revenue: [EnergyCost]?) throws -> [String] {
        let totals = [EnergyAmount(flow: .gridImport, kilowattHours: 10, isEstimated: false)]
        let body = EnergyBody(
            from: start, to: start + .days(1), by: "device", rows: rows, totals: totals, cost: cost, revenue: revenue)
        return EnergyTable(body, zone: .gmt).lines().map(\.plain)
    }

    private func costs(_ amounts: [String], isPartial: Bool = false) throws -> [EnergyCost] {
        try amounts.map {
            EnergyCost(
                currency: try #require(Currency("SEK")), amount: try #require(MoneyAmount($0)), isPartial: isPartial)
        }
    }
}
