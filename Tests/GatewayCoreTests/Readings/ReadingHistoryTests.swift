import DeviceProtocols
import Foundation
@testable import HomeStore
@testable import GatewayCore
import HomeModel
import TimeSeriesStore
import Testing

@Suite struct ReadingHistoryTests {
    private let temperature = SeriesID(
        device: DeviceID("sensor"), part: .main, capability: CapabilityName(.temperature))
    private let energy = SeriesID(device: DeviceID("sensor"), part: .main, capability: CapabilityName(.energy))
    private let contact = SeriesID(device: DeviceID("sensor"), part: .main, capability: CapabilityName(.contact))

    /// One reading every `interval` up to now, oldest first.
    private func line(_ count: Int, every interval: Duration, until now: Timestamp) -> [Reading] {
        (0..<count).map { index in
            Reading(time: now - interval * (count - 1 - index), value: Double(index % 97) / 4)
        }
    }

    private func withSensor(_ body: @Sendable @escaping (CoreHome, Identity) async throws -> Void) async throws {
        try await withCore { home in
            try await home.add(
                temperature.device,
                capabilities: [.thermometer, .contact, Capability(CapabilityName(.energy), flow: .consumption)])
            try await body(home, try #require(CoreHome.console))
        }
    }

    @Test func pagesContainEveryReadingOnce() async throws {
        try await withSensor { home, console in
            let now = home.clock.now()
            let line = line(25_000, every: .seconds(10), until: now)
            try await home.record(temperature, readings: line)
            let pages = try await home.pages(
                HistoryQuery(temperature, from: now - .days(30), to: now + .seconds(1)), as: console)
            #expect(pages.allSatisfy { $0.count <= 10_000 })
            #expect(pages.readings == line)
            let limited = HistoryQuery(temperature, from: line[10].time, to: now, limit: 12_345)
            #expect(try await home.pages(limited, as: console).readings == Array(line[10..<12_355]))
            let thinned = HistoryQuery(temperature, from: line[10].time, to: now, points: 100)
            #expect(
                try await home.pages(thinned, as: console).readings
                    == MinMaxDownsampling.downsample(Array(line[10..<24_999]), to: 100))
        }
    }

    @Test func hourAndDayRowsMatchTheReadings() async throws {
        try await withSensor { home, console in
            let now = home.clock.now()
            let line = line(2000, every: .seconds(700), until: now)
            try await home.record(temperature, readings: line)
            let ahead = now.startOfHour + .hours(1) - now
            let whole = RollUp.hours(of: line, after: nil, counter: nil)
            let hours = Array(whole.dropLast()) + whole.suffix(1).map { $0.without(ahead: ahead) }
            let all = HistoryQuery(temperature, from: now - .days(3650), to: now + .seconds(1), resolution: .hour)
            #expect(try await home.pages(all, as: console).rollUps == hours)
            let some = HistoryQuery(
                temperature, from: hours[7].start + .seconds(60), to: hours[100].start, resolution: .hour, limit: 80)
            #expect(
                try await home.pages(some, as: console).rollUps == Array(hours[7..<87]),
                "the first row begins at the start of its hour")
            let days = HistoryQuery(temperature, from: now - .days(5), to: now, resolution: .day)
            var expected = DayRollUp.days(of: whole, in: .gmt).map(\.rollUp).suffix(6)
            if let today = expected.popLast() { expected.append(today.without(ahead: ahead)) }
            #expect(
                try await home.pages(days, as: console).rollUps == Array(expected),
                "the first row begins at the start of its day")
        }
    }

    /// The row of the current hour or day covers the time up to now.
    @Test(arguments: [HistoryResolution.hour, .day])
    func currentRowEndsNow(resolution: HistoryResolution) async throws {
        try await withSensor { home, console in
            let (now, hour) = (home.clock.now(), home.clock.now().startOfHour)
            let half = (now - hour) / 2
            try await home.record(
                temperature, readings: [Reading(time: hour, value: 10), Reading(time: hour + half, value: 50)])
            let query = HistoryQuery(temperature, from: hour, to: now + .seconds(1), resolution: resolution)
            let row = try #require(try await home.pages(query, as: console).rollUps.first)
            #expect(abs(row.mean - 30) < 1e-3 && row.coverage == now - hour, "\(row)")
            // The last hour with readings is over.
            home.time.advance(by: .hours(2))
            let later = HistoryQuery(
                temperature, from: hour, to: home.clock.now() + .seconds(1), resolution: resolution)
            #expect(try await home.pages(later, as: console).rollUps.first?.coverage == .hours(1))
        }
    }

    @Test func autoResolutionFollowsTheRetention() async throws {
        try await withSensor { home, console in
            let now = home.clock.now()
            func resolution(_ days: Int, points: Int? = nil) async throws -> HistoryResolution {
                let query = HistoryQuery(
                    temperature, from: now - .days(days), to: now + .days(9999), resolution: .auto, points: points)
                return try await home.history.open(query, as: console).resolution
            }
            #expect(try await resolution(2) == .raw)
            #expect(try await resolution(30) == .hour)
            #expect(try await resolution(30, points: 9000) == .raw)
            #expect(try await resolution(5000) == .day)
            try await home.retention.set(RetentionTerms(environmentDays: 50), as: console)
            #expect(try await resolution(5000) == .hour)
        }
    }

    @Test func hoursOfACounterContainItsIncrease() async throws {
        try await withSensor { home, console in
            let start = home.clock.now().startOfHour - .hours(5)
            let values = [100.0, 100.5, 101.25, 0.25, 1]
            try await home.record(
                energy,
                readings: values.enumerated().map {
                    Reading(time: start + .seconds($0.offset * 2400), value: $0.element)
                }
            )
            let query = HistoryQuery(energy, from: start, to: home.clock.now(), resolution: .hour)
            #expect(try await home.pages(query, as: console).rollUps.map(\.increase) == [0.5, 0.75, 1])
        }
    }

    @Test func readingsPastTheirRetentionAreNotShown() async throws {
        try await withSensor { home, console in
            let now = home.clock.now()
            try await home.record(
                temperature,
                readings: [-3600, -1, 0, 1].map { offset in
                    Reading(time: now - .days(364) + .seconds(offset), value: 1)
                })
            let query = HistoryQuery(temperature, from: now - .days(400), to: now)
            #expect(try await home.pages(query, as: console).readings.count == 4)
            var cursor = try await home.history.open(query, as: console)
            home.time.advance(by: .days(1))
            guard case .readings(let rows) = try await cursor.next() else {
                Issue.record("the page contains no readings")
                return
            }
            #expect(rows.map(\.time) == [now - .days(364), now - .days(364) + .seconds(1)])
            let hours = HistoryQuery(temperature, from: now - .days(400), to: now, resolution: .hour)
            #expect(try await home.pages(hours, as: console).rollUps.isEmpty, "their hour began before the term")
        }
    }

    @Test func stateChangesAreListedIndividually() async throws {
        try await withSensor { home, console in
            let now = home.clock.now()
            let changes = (0..<5).map { offset in
                StateChange(series: contact, time: now + .seconds(offset), value: .boolean(offset % 2 == 0))
            }
            try await home.database.readings.append(RecordBatch(changes: changes))
            let query = HistoryQuery(contact, from: now, to: now + .days(1), resolution: .auto, limit: 4)
            #expect(try await home.pages(query, as: console).changes == Array(changes.prefix(4)))
            await #expect(throws: ActionRefusal.self) {
                try await home.history.open(
                    HistoryQuery(contact, from: now, to: now, resolution: .day), as: console)
            }
        }
    }

    @Test func permissionIsCheckedBeforeTheQuery() async throws {
        try await withSensor { home, console in
            let child = try await home.peopleService.add(name: "Olle", role: .child, as: console)
            let identity = try CoreHome.identity(child.id)
            let now = home.clock.now()
            func refusal(_ series: SeriesID, points: Int? = nil, as identity: Identity) async -> String? {
                do throws(ActionRefusal) {
                    _ = try await home.history.open(
                        HistoryQuery(series, from: now, to: now, points: points), as: identity)
                    return nil
                } catch {
                    return error.description
                }
            }
            // A missing series and an invisible series cause the same refusal.
            func absent(_ series: SeriesID) -> String {
                "There are no readings of “\(series.capability)” of “\(series.device)”, or you may not see them. "
                    + "“tomte devices list” shows the devices that you may see."
            }
            #expect(await refusal(temperature, as: identity) == nil)
            #expect(await refusal(energy, points: 1, as: identity) == absent(energy))
            #expect(await refusal(energy, points: 1, as: console) == "points must be from 2 to 10000.")
            let nothing = SeriesID(device: DeviceID("none"), part: .main, capability: CapabilityName(.temperature))
            #expect(await refusal(nothing, as: console) == absent(nothing))
        }
    }

    /// Columns: the permissions of the grant, whether the guest may read the history of temperatures, and of a contact.
    @Test(
        arguments: [
            ([.controlDevices], false, false), ([.viewEnvironment], true, false),
            ([.controlDevices, .viewEnvironment, .viewEnergy], true, false), ([.viewEnergy], false, false),
        ] as [(Set<Permission>, Bool, Bool)])
    func guestReadsNoPastStates(_ permissions: Set<Permission>, temperatures: Bool, contacts: Bool) async throws {
        try await withSensor { home, console in
            let guest = try await home.peopleService.add(name: "Gwen", role: .guest, as: console)
            _ = try await home.grants.give(
                Grant(id: GrantID("new"), person: guest.id, effect: .allow, permissions: permissions), as: console)
            let (identity, now) = (try CoreHome.identity(guest.id), home.clock.now())
            func isReadable(_ series: SeriesID) async -> Bool {
                (try? await home.history.open(HistoryQuery(series, from: now, to: now), as: identity)) != nil
            }
            #expect(await isReadable(temperature) == temperatures)
            #expect(await isReadable(contact) == contacts)
        }
    }

    @Test func historyEndsWhenTheRightEnds() async throws {
        try await withSensor { home, console in
            let now = home.clock.now()
            try await home.record(temperature, readings: line(10_500, every: .seconds(1), until: now))
            let member = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            var cursor = try await home.history.open(
                HistoryQuery(temperature, from: now - .days(1), to: now + .seconds(1)),
                as: try CoreHome.identity(member.id))
            #expect(try await cursor.next()?.count == 10_000)
            _ = try await home.peopleService.change(member.id, role: .guest, as: console)
            await #expect(throws: ActionRefusal.self) { try await cursor.next() }
        }
    }

    @Test func extremeTimeRangesAreAnswered() async throws {
        try await withSensor { home, console in
            let now = home.clock.now()
            try await home.record(temperature, readings: line(3, every: .hours(1), until: now))
            for resolution in HistoryResolution.allCases {
                let query = HistoryQuery(
                    temperature, from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max),
                    resolution: resolution)
                #expect(try await home.pages(query, as: console).map(\.count).reduce(0, +) > 0)
                let backwards = HistoryQuery(temperature, from: now, to: now - .days(1), resolution: resolution)
                #expect(try await home.pages(backwards, as: console).map(\.count).reduce(0, +) == 0)
            }
        }
    }
}

/// The unit of a series in `GET …/readings`.
@Suite struct SeriesUnitTests {
    private static let device = DeviceID("meter" as StaticString)

    private static func home(_ capabilities: [Capability]) -> HomeSnapshot {
        let address = LinkAddress(kind: .homie5, foreignID: "meter", root: "u")
        let part = Part(id: .main, capabilities: capabilities)
        return HomeSnapshot(devices: [
            Device(
                id: device, name: DisplayName("Meter" as StaticString), room: nil, address: address,
                description: DeviceDescription(name: "Meter", parts: [part]),
                adoptedAt: Timestamp(milliseconds: 0))
        ])
    }

    @Test(arguments: ["rpm", "VA", "VOC Index points", "km/h"]) func numberHasTheUnitOfItsDevice(unit: String) throws {
        let name = try #require(CapabilityName("number.x"))
        let series = SeriesID(device: Self.device, part: .main, capability: name)
        #expect(Self.home([Capability(name, announcedUnit: unit)]).unit(of: series) == unit)
        #expect(Self.home([Capability(name)]).unit(of: series) == nil)
        #expect(Self.home([]).unit(of: series) == nil && HomeSnapshot().unit(of: series) == nil)
    }

    /// Every other kind has its canonical unit, also when the device or the capability was removed.
    @Test(arguments: CapabilityKind.allCases.filter { $0 != .number })
    func quantityHasItsCanonicalUnit(kind: CapabilityKind) {
        let series = SeriesID(device: Self.device, part: .main, capability: CapabilityName(kind))
        let unit = kind.facts.unit?.rawValue
        #expect(Self.home([Capability(CapabilityName(kind), announcedUnit: "furlong")]).unit(of: series) == unit)
        #expect(HomeSnapshot().unit(of: series) == unit)
    }
}
