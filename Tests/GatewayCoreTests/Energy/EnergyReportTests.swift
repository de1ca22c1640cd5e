import DeviceProtocols
import Foundation
import HomeCertificates
import HomeModel
import Testing

@testable import HomeStore
@testable import GatewayCore

@Suite struct EnergyReportTests {
    private let fridge: DeviceID = DeviceID("fridge")
    private let heater: DeviceID = DeviceID("heater")
    private let grid: DeviceID = DeviceID("grid")
    private let kitchen = Room(id: RoomID("kitchen"), name: DisplayName("Kitchen" as StaticString))

    /// Runs `body` with a fridge with a counter, a heater that reports only its power, and a meter of the grid.
    private func withMeters(
        _ body: @Sendable @escaping (CoreHome, Timestamp) async throws -> Void
    ) async throws {
        try await withCore { home in
            let room = try await home.registry.room(named: kitchen.name).id
            try await add(fridge, room: room, parts: [.main: [.power, .energy]], flow: .consumption, in: home)
            try await add(heater, room: room, parts: [.main: [.power]], flow: nil, in: home)
            try await add(
                grid, room: nil, parts: [.main: [.power], PartID("drawn"): [.energy]], flow: .gridImport, in: home)
            try await body(home, home.clock.now().startOfHour - .hours(60))
        }
    }

    private func add(
        _ id: DeviceID, room: RoomID?, parts: [PartID: [CapabilityKind]], flow: EnergyFlow?, in home: CoreHome,
        link: LinkKind = .homie5
    ) async throws {
        try await home.registry.add(
            Device(
                id: id, name: DisplayName("\(id)"), room: room,
                address: LinkAddress(kind: link, foreignID: id.rawValue, root: id.rawValue),
                description: DeviceDescription(
                    name: "\(id)",
                    parts: parts.map { part, kinds in
                        Part(id: part, capabilities: kinds.map { Capability(CapabilityName($0), flow: flow) })
                    }), adoptedAt: home.clock.now()))
    }

    private func series(_ device: DeviceID, kind: CapabilityKind, part: PartID = .main) -> SeriesID {
        SeriesID(device: device, part: part, capability: CapabilityName(kind))
    }

    /// 48 hours: the fridge counts 0.1 kWh an hour, the heater draws 500 W, the meter counts 0.75 kWh an hour.
    private func recordTwoDays(_ home: CoreHome, from start: Timestamp) async throws {
        let quarters = (0...192).map { start + .seconds($0 * 900) }
        try await home.record(
            series(fridge, kind: .energy),
            readings: quarters.enumerated().map { Reading(time: $1, value: 500 + Double($0) / 40) })
        try await home.record(series(fridge, kind: .power), readings: quarters.map { Reading(time: $0, value: 100) })
        try await home.record(
            series(heater, kind: .power), readings: quarters.dropLast().map { Reading(time: $0, value: 500) })
        try await home.record(
            series(grid, kind: .energy, part: PartID("drawn")),
            readings: quarters.enumerated().map { Reading(time: $1, value: Double($0) * 0.1875) })
    }

    private func report(
        _ home: CoreHome, people: PeopleRegistry? = nil, mostRows: Int = EnergyReport.mostRows
    ) -> EnergyReport {
        EnergyReport(
            registry: home.registry, people: people ?? home.people, store: home.database.readings,
            retention: home.retention, tariffs: home.core.tariffs, clock: home.clock, mostRows: mostRows)
    }

    private func texts(_ rows: [EnergyBalance.Row]) -> [String] {
        rows.map { row in
            let amounts = row.amounts.map { "\($0.flow) \($0.isEstimated ? "~" : "")\($0.kilowattHours)" }
            return ([row.name ?? "-"] + amounts).joined(separator: " ")
        }
    }

    @Test func energyIsSummedByDeviceAndRoom() async throws {
        try await withMeters { home, start in
            try await recordTwoDays(home, from: start)
            let console = try #require(CoreHome.console)
            let devices = try await report(home).balance(
                EnergyQuery(from: start, to: start + .hours(48), by: .device), as: console)
            // The energy between the last reading before the end and the next reading belongs to the hour after the end.
            #expect(
                texts(devices.rows) == [
                    "heater consumption ~24.0", "fridge consumption 4.775", "grid gridImport 35.8125",
                ])
            let rooms = try await report(home).balance(
                EnergyQuery(from: start, to: start + .hours(48), by: .room), as: console)
            #expect(texts(rooms.rows) == ["Kitchen consumption ~28.775", "- gridImport 35.8125"])
            #expect(rooms.totals == devices.totals)
        }
    }

    /// The imported home has a meter, a plug behind it and the power of a plug; only the meter has a flow.
    @Test func archivedMeterCountsOnlyWithAFlow() async throws {
        try await withCore { home in
            let start = home.clock.now().startOfHour - .hours(60)
            let old: [(name: String, kind: CapabilityKind, flow: EnergyFlow?)] = [
                ("meter", .energy, .consumption), ("plug-energy", .energy, nil), ("plug-power", .power, nil),
            ]
            for meter in old {
                let id = try #require(DeviceID(meter.name))
                try await add(id, room: nil, parts: [.main: [meter.kind]], flow: meter.flow, in: home, link: .archive)
                try await home.record(
                    series(id, kind: meter.kind),
                    readings: (0...24).map { Reading(time: start + .hours($0), value: Double($0)) })
            }
            let balance = try await report(home).balance(
                EnergyQuery(from: start, to: start + .hours(25), by: .device), as: try #require(CoreHome.console))
            #expect(texts(balance.rows) == ["meter consumption 24.0"])
        }
    }

    @Test func totalsAreEqualForEveryGrouping() async throws {
        try await withMeters { home, start in
            try await recordTwoDays(home, from: start)
            let console = try #require(CoreHome.console)
            var totals: Set<[EnergyAmount]> = []
            for grouping in EnergyQuery.Grouping.allCases {
                let query = EnergyQuery(from: start + .seconds(70), to: start + .hours(40) + .seconds(1), by: grouping)
                let balance = try await report(home).balance(query, as: console)
                #expect(balance.from == start)
                #expect(balance.to == start + .hours(41), "whole hours")
                totals.insert(balance.totals)
            }
            #expect(totals.count == 1)
            let hours = try await report(home).balance(
                EnergyQuery(from: start, to: start + .hours(3), by: .hour), as: console)
            #expect(hours.rows.map(\.key) == (0..<3).map { .time(start + .hours($0)) })
            #expect(texts(Array(hours.rows.dropFirst().prefix(1))) == ["- consumption ~0.6 gridImport 0.75"])
        }
    }

    @Test func hoursAndDaysAreSplitByDeviceOrRoom() async throws {
        try await withMeters { home, start in
            try await recordTwoDays(home, from: start)
            let console = try #require(CoreHome.console)
            let hours = try await report(home).balance(
                EnergyQuery(from: start, to: start + .hours(3), by: .hour, split: .device), as: console)
            let times = hours.rows.map(\.key.start)
            #expect(times == (0..<3).flatMap { Array(repeating: start + .hours($0), count: 3) })
            #expect(
                texts(Array(hours.rows[3..<6])) == [
                    "heater consumption ~0.5", "fridge consumption 0.1", "grid gridImport 0.75",
                ])
            #expect(hours.rows[3].key == .share(.device(heater), of: start + .hours(1)))
            let days = try await report(home).balance(
                EnergyQuery(from: start, to: start + .hours(48), by: .day, split: .room), as: console)
            #expect(Set(days.rows.map(\.name)) == ["Kitchen", nil])
            #expect(days.rows.map(\.key.start) == days.rows.map(\.key.start).sorted { ($0 ?? start) < ($1 ?? start) })
            let whole = try await report(home).balance(
                EnergyQuery(from: start, to: start + .hours(48), by: .day), as: console)
            #expect(days.totals == whole.totals)
            #expect(Set(days.rows.map(\.key.start)) == Set(whole.rows.map(\.key.start)))
        }
    }

    @Test(arguments: [EnergyQuery.Grouping.device, .room])
    func onlyTimeGroupingsCanBeSplit(grouping: EnergyQuery.Grouping) async throws {
        try await withMeters { home, start in
            let console = try #require(CoreHome.console)
            let query = EnergyQuery(from: start, to: start + .hours(1), by: grouping, split: .device)
            await #expect {
                try await report(home).balance(query, as: console)
            } throws: { if case ActionRefusal.invalid("split", "contradictory", _) = $0 { true } else { false } }
        }
    }

    @Test(
        arguments: [(.hour, nil, 48), (.hour, .device, 144), (.hour, .room, 96), (.day, .device, 9)]
            as [(EnergyQuery.Grouping, EnergyQuery.Split?, Int)])
    func balanceWithTooManyRowsIsRefused(
        _ grouping: EnergyQuery.Grouping, split: EnergyQuery.Split?, count: Int
    ) async throws {
        try await withMeters { home, start in
            try await recordTwoDays(home, from: start)
            let console = try #require(CoreHome.console)
            let query = EnergyQuery(from: start, to: start + .hours(48), by: grouping, split: split)
            #expect(try await report(home, mostRows: count).balance(query, as: console).rows.count == count)
            await #expect {
                try await report(home, mostRows: count - 1).balance(query, as: console)
            } throws: { if case ActionRefusal.invalid("from", "tooMany", _) = $0 { true } else { false } }
        }
    }

    @Test func daysBeginInTheTimeZoneOfTheHome() async throws {
        try await withMeters { home, start in
            try await recordTwoDays(home, from: start)
            let zone = try #require(TimeZone(identifier: "Asia/Kathmandu"))
            let people = try await PeopleRegistry(loading: home.database.people, timeZone: zone, hasher: .ephemeral())
            let console = try #require(CoreHome.console)
            let balance = try await report(home, people: people).balance(
                EnergyQuery(from: start, to: start + .hours(48), by: .day), as: console)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            for row in balance.rows {
                guard case .time(let day) = row.key else {
                    Issue.record("the key of a day is not a time")
                    return
                }
                #expect(calendar.startOfDay(for: day.date) == day.date)
            }
            #expect(balance.rows.count == 3)
        }
    }

    @Test func currentHourCountsUpToNow() async throws {
        try await withMeters { home, _ in
            let start = home.clock.now().startOfHour
            home.time.advance(by: start + .seconds(1800) - home.clock.now())
            try await home.record(series(heater, kind: .power), readings: [Reading(time: start, value: 1000)])
            let balance = try await report(home).balance(
                EnergyQuery(from: start, to: home.clock.now(), by: .device), as: try #require(CoreHome.console))
            #expect(texts(balance.rows) == ["heater consumption ~0.5"])
        }
    }

    @Test func invisibleDevicesAreOmittedFromTheBalance() async throws {
        try await withMeters { home, start in
            try await recordTwoDays(home, from: start)
            let console = try #require(CoreHome.console)
            let query = EnergyQuery(from: start, to: start + .hours(48), by: .device)
            let child = try await home.peopleService.add(name: "Olle", role: .child, as: console)
            let nothing = try await report(home).balance(query, as: try CoreHome.identity(child.id))
            #expect(nothing.rows.isEmpty && nothing.totals.isEmpty)

            let guest = try await home.peopleService.add(name: "Gwen", role: .guest, as: console)
            try await home.database.people.add(
                Grant(
                    id: GrantID("fridge-only"), person: guest.id, effect: .allow, permissions: [.viewEnergy],
                    selector: AccessSelector(devices: [fridge]), conditions: AccessConditions()))
            let people = try await PeopleRegistry(loading: home.database.people, timeZone: .gmt, hasher: .ephemeral())
            let balance = try await report(home, people: people).balance(query, as: try CoreHome.identity(guest.id))
            #expect(texts(balance.rows) == ["fridge consumption 4.775"])
            let split = try await report(home, people: people).balance(
                EnergyQuery(from: start, to: start + .hours(48), by: .day, split: .device),
                as: try CoreHome.identity(guest.id))
            #expect(Set(split.rows.map(\.name)) == ["fridge"])
            #expect(balance.totals.map(\.kilowattHours) == [4.775])
        }
    }

    @Test func extremeTimeRangesAreAnswered() async throws {
        try await withMeters { home, start in
            try await recordTwoDays(home, from: start)
            let console = try #require(CoreHome.console)
            let ever = EnergyQuery(
                from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max), by: .device)
            #expect(try await report(home).balance(ever, as: console).rows.count == 3)
            let never = EnergyQuery(from: start, to: start - .days(1), by: .day)
            #expect(try await report(home).balance(never, as: console).rows.isEmpty)
        }
    }
}
