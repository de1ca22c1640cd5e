import AuditTrail
import DeviceProtocols
import Foundation
import HomeCertificates
import HomeModel
import Testing

@testable import GatewayCore
@testable import HomeStore

/// The costs and revenues of the energy report.
@Suite(.timeLimit(.minutes(10))) struct EnergyPriceTests {
    private let fridge: DeviceID = DeviceID("fridge")
    private let grid: DeviceID = DeviceID("grid")

    /// Each version of the prices applies to its part of the period; the total is rounded once.
    @Test(arguments: ["Europe/Stockholm", "Asia/Kathmandu", "GMT"])
    func periodAcrossTwoVersionsUsesEachForItsPart(identifier: String) async throws {
        try await withMeters(grid: true) { home, start in
            let zone = try #require(TimeZone(identifier: identifier))
            let change = try #require(LocalDate(start + .hours(24), in: zone))
            try await set(
                [
                    try tariff("1970-01-01", price: "1.85", feedIn: "0.60"),
                    try tariff(change.description, price: "2.00003", feedIn: "0.5"),
                ], in: home)
            let midnight = change.start(in: zone)
            // Each hour counts 0.75 kWh from the grid and 0.25 kWh to it.
            let hours = (0..<48).map { start + .hours($0) }
            let before = hours.count { $0 < midnight }
            let drawn = energy(before) * 185_000 + energy(48 - before) * 200_003
            let fed = energy(before) * 60_000 + energy(48 - before) * 50_000
            for grouping in [EnergyQuery.Grouping.hour, .day, .device, .room] {
                let balance = try await balance(home, from: start, by: grouping, zone: zone)
                #expect(balance.totals.first { $0.flow == .gridImport }?.kilowattHours == 36, "\(grouping)")
                #expect(balance.cost.map(\.amount) == [halfEven(drawn * 750_000_000)], "\(grouping)")
                #expect(balance.revenue.map(\.amount) == [halfEven(fed * 250_000_000)], "\(grouping)")
                #expect(balance.cost.map(\.isPartial) == [false])
                guard grouping == .hour || grouping == .day else { continue }
                #expect(balance.rows.allSatisfy { $0.cost.count == 1 && $0.revenue.count == 1 })
                for row in balance.rows {
                    let first = try #require(row.key.start)
                    let price: Int128 = first < midnight ? 185_000 : 200_003
                    let kilowattHours = row.amounts.first { $0.flow == .gridImport }?.kilowattHours ?? 0
                    let nano = Int128((kilowattHours * 1e9).rounded())
                    #expect(row.cost.map(\.amount) == [halfEven(nano * price)], "\(first)")
                }
            }
        }
    }

    @Test func deviceCostsWhatItConsumes() async throws {
        try await withMeters(grid: true) { home, start in
            try await set([try tariff("1970-01-01", price: "2", feedIn: nil)], in: home)
            let balance = try await balance(home, from: start, by: .device, zone: .gmt)
            let costs = Dictionary(balance.rows.map { ($0.name ?? "", $0.cost.map(\.amount.description)) }) {
                first, _ in
                first
            }
            #expect(costs == ["fridge": ["9.60"], "grid": ["72.00"]])
            #expect(balance.cost.map(\.amount.description) == ["72.00"])
            #expect(balance.revenue.isEmpty && balance.rows.allSatisfy(\.revenue.isEmpty))
        }
    }

    /// A room with the meter of the home does not pay for the whole home.
    @Test func roomWithTheGridMeterCostsWhatItConsumes() async throws {
        try await withMeters(grid: true) { home, start in
            try await set([try tariff("1970-01-01", price: "2", feedIn: "1")], in: home)
            let balance = try await balance(home, from: start, by: .room, zone: .gmt)
            #expect(balance.rows.map { $0.cost.map(\.amount.description) } == [["9.60"]])
            #expect(balance.rows.map { $0.revenue.map(\.amount.description) } == [["12.00"]])
            #expect(balance.cost.map(\.amount.description) == ["72.00"])
        }
    }

    @Test func homeWithoutAGridMeterPaysForItsConsumption() async throws {
        try await withMeters(grid: false) { home, start in
            try await set([try tariff("1970-01-01", price: "2", feedIn: "1")], in: home)
            for grouping in EnergyQuery.Grouping.allCases {
                let balance = try await balance(home, from: start, by: grouping, zone: .gmt)
                #expect(balance.cost.map(\.amount.description) == ["9.60"], "\(grouping)")
                #expect(balance.revenue.isEmpty)
            }
        }
    }

    @Test func energyBeforeTheFirstPriceIsLeftOut() async throws {
        try await withMeters(grid: false) { home, start in
            let balance = try await balance(home, from: start, by: .day, zone: .gmt)
            #expect(balance.cost.isEmpty && balance.rows.allSatisfy(\.cost.isEmpty))
            let change = try #require(LocalDate(start + .hours(24), in: .gmt))
            try await set([try tariff(change.description, price: "2", feedIn: nil)], in: home)
            let priced = try await self.balance(home, from: start, by: .day, zone: .gmt)
            #expect(priced.cost.map(\.isPartial) == [true])
            #expect(priced.rows.first?.cost.isEmpty == true && priced.rows.last?.cost.map(\.isPartial) == [false])
            let later = try tariff("2999-01-01", price: "2", feedIn: nil)
            try await set([later], in: home)
            #expect(try await self.balance(home, from: start, by: .day, zone: .gmt).cost.isEmpty)
        }
    }

    @Test func currenciesAreNotAdded() async throws {
        try await withMeters(grid: false) { home, start in
            let change = try #require(LocalDate(start + .hours(24), in: .gmt))
            let euro = Tariff(
                validFrom: change, currency: try #require(Currency("EUR")), price: try #require(MoneyAmount("0.25")))
            try await set([try tariff("1970-01-01", price: "2", feedIn: nil), euro], in: home)
            let balance = try await balance(home, from: start, by: .room, zone: .gmt)
            #expect(balance.cost.map(\.currency.description) == ["SEK", "EUR"])
            #expect(balance.rows.map { $0.cost.map(\.amount) } == [balance.cost.map(\.amount)])
        }
    }

    @Test func entryOfAChangedPriceNamesThePriceBefore() async throws {
        try await withMeters(grid: false) { home, _ in
            let console = try #require(CoreHome.console)
            let service = TariffService(tariffs: home.core.tariffs, people: home.people, actions: home.actions)
            func latest() async throws -> [String: String] {
                let entries = try await home.audit.records(AuditFilter()).map(\.entry)
                return entries.first { $0.metadata["act"] == "tariffs" }?.metadata ?? [:]
            }
            _ = try await service.set(try tariff("2026-01-01", price: "1", feedIn: nil), as: console)
            _ = try await service.set(try tariff("2026-12-01", price: "1.85", feedIn: "0.60"), as: console)
            var facts = [
                "act": "tariffs", "validFrom": "2026-12-01", "oldPrice": "1.00", "newPrice": "1.85",
                "newFeedIn": "0.60", "oldCurrency": "SEK", "newCurrency": "SEK",
            ]
            #expect(try await latest() == facts)
            let changed = try await service.set(try tariff("2026-12-01", price: "2", feedIn: "0.60"), as: console)
            (facts["oldPrice"], facts["newPrice"], facts["oldFeedIn"]) = ("1.85", "2.00", "0.60")
            #expect(try await latest() == facts)
            _ = try await service.remove(from: #require(changed.versions.last).validFrom, as: console)
            (facts["oldPrice"], facts["newPrice"], facts["newFeedIn"]) = ("2.00", "1.00", nil)
            #expect(try await latest() == facts)
        }
    }

    @Test func tariffsAreSetByThoseWhoMayChangeSettings() async throws {
        try await withMeters(grid: false) { home, _ in
            let console = try #require(CoreHome.console)
            let service = TariffService(tariffs: home.core.tariffs, people: home.people, actions: home.actions)
            let (old, new) = (
                try tariff("2026-01-01", price: "1", feedIn: nil),
                try tariff("2026-12-01", price: "1.85", feedIn: "0.60")
            )
            _ = try await service.set(new, as: console)
            #expect(try await service.set(old, as: console).versions == [old, new])
            _ = try await service.set(old, as: console)
            #expect(try await TariffRegistry(loading: home.database.tariffs).table.versions == [old, new])
            let entries = try await home.audit.records(AuditFilter()).map(\.entry).filter {
                $0.metadata["act"] == "tariffs"
            }
            #expect(entries.count == 2)
            let facts = entries.map(\.metadata).sorted { ($0["validFrom"] ?? "") > ($1["validFrom"] ?? "") }
            #expect(
                facts == [
                    [
                        "act": "tariffs", "validFrom": "2026-12-01", "newPrice": "1.85", "newFeedIn": "0.60",
                        "newCurrency": "SEK",
                    ], ["act": "tariffs", "validFrom": "2026-01-01", "newPrice": "1.00", "newCurrency": "SEK"],
                ])
            let mia = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
            let kim = try await home.peopleService.add(name: "Kim", role: .child, as: console).id
            #expect(try await service.table(as: CoreHome.identity(mia)).versions == [old, new])
            await #expect(throws: ActionRefusal.self) { try await service.set(new, as: CoreHome.identity(mia)) }
            await #expect(throws: ActionRefusal.self) {
                try await service.remove(from: new.validFrom, as: CoreHome.identity(mia))
            }
            await #expect(throws: ActionRefusal.self) { try await service.table(as: CoreHome.identity(kim)) }
            #expect(try await service.remove(from: old.validFrom, as: console).versions == [new])
            await #expect {
                try await service.remove(from: old.validFrom, as: console)
            } throws: { if case ActionRefusal.missing = $0 { true } else { false } }
        }
    }

    @Test func tariffFromTheSameDateIsReplaced() async throws {
        try await withMeters(grid: false) { home, _ in
            let console = try #require(CoreHome.console)
            let service = TariffService(tariffs: home.core.tariffs, people: home.people, actions: home.actions)
            let (old, new) = (
                try tariff("2026-01-01", price: "1", feedIn: "0.5"), try tariff("2026-01-01", price: "2", feedIn: nil)
            )
            _ = try await service.set(old, as: console)
            #expect(try await service.set(new, as: console).versions == [new])
        }
    }

    /// Two people set and remove prices at once: each change applies to what the others left.
    @Test func noChangeOfWritersAtOnceIsLost() async throws {
        try await withMeters(grid: false) { home, _ in
            let console = try #require(CoreHome.console)
            let service = TariffService(tariffs: home.core.tariffs, people: home.people, actions: home.actions)
            let days = try (1...12).map {
                try tariff("2026-01-\($0 < 10 ? "0" : "")\($0)", price: "\($0)", feedIn: nil)
            }
            let removed = try tariff("2025-01-01", price: "1", feedIn: nil)
            _ = try await service.set(removed, as: console)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for day in days { group.addTask { _ = try await service.set(day, as: console) } }
                group.addTask { _ = try await service.remove(from: removed.validFrom, as: console) }
                try await group.waitForAll()
            }
            #expect(await home.core.tariffs.table.versions == days)
            #expect(try await TariffRegistry(loading: home.database.tariffs).table.versions == days)
        }
    }

    @Test func fullTableRefusesAnotherVersion() async throws {
        try await withMeters(grid: false) { home, _ in
            let console = try #require(CoreHome.console)
            let service = TariffService(tariffs: home.core.tariffs, people: home.people, actions: home.actions)
            let full = try (0..<TariffTable.maximumVersions).map {
                try tariff("\(2000 + $0)-01-01", price: "1", feedIn: nil)
            }
            try await set(full, in: home)
            await #expect {
                try await service.set(try tariff("1999-01-01", price: "1", feedIn: nil), as: console)
            } throws: { if case ActionRefusal.invalid(_, "tooMany", _) = $0 { true } else { false } }
            let replaced = try tariff("2000-01-01", price: "2", feedIn: nil)
            #expect(try await service.set(replaced, as: console).versions.first == replaced)
        }
    }

    /// The energy of so many hours, in units of one hour.
    private func energy(_ hours: Int) -> Int128 { Int128(hours) }

    /// An amount in units of 10⁻¹⁴, rounded to units of 10⁻⁵ by comparing with the two nearest ones.
    private func halfEven(_ exact: Int128) -> MoneyAmount {
        let below = exact / 1_000_000_000
        let (low, high) = (exact - below * 1_000_000_000, (below + 1) * 1_000_000_000 - exact)
        return MoneyAmount(hundredThousandths: low < high || (low == high && below % 2 == 0) ? below : below + 1)
    }

    private func tariff(_ date: String, price: String, feedIn: String?) throws -> Tariff {
        Tariff(
            validFrom: try #require(LocalDate(date)), currency: try #require(Currency("SEK")),
            price: try #require(MoneyAmount(price)), feedIn: try feedIn.map { try #require(MoneyAmount($0)) })
    }

    private func set(_ versions: [Tariff], in home: CoreHome) async throws {
        let table = try #require(TariffTable(versions))
        _ = try await home.core.tariffs.change { _ in table }
    }

    private func balance(
        _ home: CoreHome, from start: Timestamp, by grouping: EnergyQuery.Grouping, zone: TimeZone
    ) async throws -> EnergyBalance {
        let people = try await PeopleRegistry(loading: home.database.people, timeZone: zone, hasher: .ephemeral())
        return try await EnergyReport(
            registry: home.registry, people: people, store: home.database.readings, retention: home.retention,
            tariffs: home.core.tariffs, clock: home.clock
        ).balance(EnergyQuery(from: start, to: start + .hours(48), by: grouping), as: try #require(CoreHome.console))
    }

    /// Runs `body` with a fridge that counts 0.1 kWh an hour for 48 hours and, with `grid`, a meter that counts 0.75 kWh an
    /// hour from the grid and 0.25 kWh to it.
    private func withMeters(
        grid hasGrid: Bool, _ body: @Sendable @escaping (CoreHome, Timestamp) async throws -> Void
    ) async throws {
        try await withCore { home in
            let start = home.clock.now().startOfHour - .hours(60)
            try await add(fridge, parts: [.main: .consumption], in: home)
            try await count(0.1, of: fridge, part: .main, from: start, in: home)
            if hasGrid {
                try await add(grid, parts: [PartID("drawn"): .gridImport, PartID("fed"): .gridExport], in: home)
                try await count(0.75, of: grid, part: PartID("drawn"), from: start, in: home)
                try await count(0.25, of: grid, part: PartID("fed"), from: start, in: home)
            }
            try await body(home, start)
        }
    }

    private func add(_ id: DeviceID, parts: [PartID: EnergyFlow], in home: CoreHome) async throws {
        try await home.registry.add(
            Device(
                id: id, name: DisplayName("\(id)"), room: nil,
                address: LinkAddress(kind: .homie5, foreignID: id.rawValue, root: id.rawValue),
                description: DeviceDescription(
                    name: "\(id)",
                    parts: parts.map { Part(id: $0, capabilities: [Capability(CapabilityName(.energy), flow: $1)]) }),
                adoptedAt: home.clock.now()))
    }

    /// Counts in the middle of each hour, from the hour before `start`, so that each hour has the same energy.
    private func count(
        _ kilowattHours: Double, of device: DeviceID, part: PartID, from start: Timestamp, in home: CoreHome
    ) async throws {
        try await home.record(
            SeriesID(device: device, part: part, capability: CapabilityName(.energy)),
            readings: (-1..<48).map {
                Reading(
                    time: start + .hours($0) + .seconds(1800),
                    value: (Double($0 + 1) * kilowattHours * 1000).rounded() / 1000)
            })
    }
}
