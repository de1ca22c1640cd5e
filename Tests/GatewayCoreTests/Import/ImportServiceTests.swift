import Foundation
import HomeModel
import AuditTrail
import Testing

@testable import TimeSeriesStore
@testable import HomeStore
@testable import GatewayCore

/// Imported readings must satisfy the rules for all readings, and every import is audited.
@Suite struct ImportServiceTests {
    private static let hall = DeviceID("hall" as StaticString)
    private static let energy = CapabilityName(.energy)
    private static let temperature = CapabilityName(.temperature)

    private func withImports(_ body: @Sendable (CoreHome, ImportService, Identity) async throws -> Void) async throws {
        try await withCore { home in
            let imports = ImportService(
                registry: home.registry, deviceStates: home.deviceStates, feed: home.feed,
                store: home.database.readings,
                retention: home.retention, actions: home.actions,
                makeID: { ImportID(slugging: UUID().uuidString, fallback: ImportID("import" as StaticString)) })
            try await body(home, imports, try #require(CoreHome.console))
        }
    }

    private func readings(_ home: CoreHome, series: SeriesID) async throws -> [Reading] {
        try await home.database.readings.readings(
            of: series, from: Timestamp(milliseconds: 0), to: home.time.now, notBefore: Timestamp(milliseconds: 0),
            limit: 10_000)
    }

    private static func series(_ device: DeviceID, name: CapabilityName = temperature) -> SeriesID {
        SeriesID(device: device, part: .main, capability: name)
    }

    @Test func importedReadingsAreStoredOnce() async throws {
        try await withImports { home, imports, console in
            try await home.add(Self.hall, capabilities: [.thermometer])
            let id = try await imports.begin(source: "test", as: console)
            let past = (1...100).map { Reading(time: home.time.now - .seconds($0 * 60), value: Double($0 % 30)) }
            let batch = ImportedSeries(series: Self.series(Self.hall), readings: past)
            #expect(try await imports.store([batch], in: id, as: console) == [ImportCounts(new: 100)])
            #expect(try await imports.store([batch, batch], in: id, as: console).allSatisfy { $0.known == 100 })
            #expect(try await readings(home, series: Self.series(Self.hall)) == past.reversed())
            let sums = try await imports.end(id, isComplete: true, as: console)
            #expect(sums == ImportCounts(new: 100, known: 200))
        }
    }

    @Test func rejectedReadingsAreCountedByReason() async throws {
        try await withImports { home, imports, console in
            try await home.add(Self.hall, capabilities: [.thermometer])
            let now = home.time.now
            let id = try await imports.begin(source: "test", as: console)
            let values: [(Duration, Double)] = [
                (.seconds(-60), 20), (.seconds(-61), -300), (.seconds(-62), .nan), (.days(-400), 20), (.hours(1), 20),
            ]
            let batch = ImportedSeries(
                series: Self.series(Self.hall), readings: values.map { Reading(time: now + $0.0, value: $0.1) })
            let strange = ImportedSeries(
                series: Self.series(DeviceID("nowhere")),
                readings: [Reading(time: now, value: 1), Reading(time: now, value: 2)])
            let fahrenheit = ImportedSeries(
                series: Self.series(Self.hall), unit: "°F", readings: [Reading(time: now, value: 68)])
            let counts = try await imports.store([batch, strange, fahrenheit], in: id, as: console)
            #expect(
                counts == [
                    ImportCounts(
                        new: 1, rejected: ["outOfRange": 1, "notFinite": 1, "pastItsTerm": 1, "inTheFuture": 1]),
                    ImportCounts(rejected: ["noSuchSeries": 2]), ImportCounts(new: 1),
                ])
            #expect(try await readings(home, series: Self.series(Self.hall)).map(\.value).contains(20))
        }
    }

    @Test func readingsAreImportedWithinTheRetentionOfTheirSeries() async throws {
        try await withImports { home, imports, console in
            try await home.add(Self.hall, capabilities: [.thermometer])
            let series = Self.series(Self.hall)
            let id = try await imports.begin(source: "test", as: console)
            let past = [40, 400].map { Reading(time: home.time.now - .days($0), value: 20) }
            let batch = ImportedSeries(series: series, readings: past)
            try await home.retention.keep(series, as: RetentionException(days: 30), by: console)
            let tooOld = ImportCounts(rejected: ["pastItsTerm": 2])
            #expect(try await imports.store([batch], in: id, as: console) == [tooOld])
            try await home.retention.keep(series, as: RetentionException(hold: "a dispute"), by: console)
            #expect(try await imports.store([batch], in: id, as: console) == [ImportCounts(new: 2)])
        }
    }

    /// An hourly mean is stored only for an hour without readings, also when it is imported after the readings.
    @Test func hourlyMeansFillOnlyHoursWithoutReadings() async throws {
        try await withImports { home, imports, console in
            try await home.add(Self.hall, capabilities: [.thermometer])
            let hour = home.time.now.startOfHour - .hours(10)
            let id = try await imports.begin(source: "test", as: console)
            let single = Reading(time: hour + .hours(2) + .seconds(1234), value: 21)
            _ = try await imports.store(
                [ImportedSeries(series: Self.series(Self.hall), readings: [single])], in: id, as: console)
            let means = (0..<5).map { Reading(time: hour + .hours($0), value: Double($0)) }
            let hours = ImportedSeries(series: Self.series(Self.hall), isHourly: true, readings: means)
            #expect(try await imports.store([hours], in: id, as: console) == [ImportCounts(new: 4, known: 1)])
            #expect(try await imports.store([hours], in: id, as: console) == [ImportCounts(known: 5)])
            #expect(try await readings(home, series: Self.series(Self.hall)).map(\.value) == [0, 1, 21, 3, 4])
        }
    }

    @Test func eachOriginBecomesOneArchivedDevice() async throws {
        try await withImports { home, imports, console in
            let id = try await imports.begin(source: "home-assistant", as: console)
            let origin = ArchivedOrigin(origin: "sensor.meter", name: "Meter <b>", quantity: Self.energy)
            let meter = try #require(try await imports.archive([origin], in: id, as: console).first)
            #expect(meter.name.text == "Meter b")
            #expect(meter.address == LinkAddress(kind: .archive, foreignID: "sensor.meter", root: "home-assistant"))
            #expect(
                try await imports.archive([origin, origin], in: id, as: console).map(\.id) == [meter.id, meter.id])
            let grown = ArchivedOrigin(origin: "sensor.meter", name: "Other", quantity: Self.temperature)
            let same = try #require(try await imports.archive([grown], in: id, as: console).first)
            #expect(same.id == meter.id)
            #expect(same.description.parts.flatMap(\.capabilities).map(\.name) == [Self.energy, Self.temperature])
            #expect(try await home.database.registry.load().devices.map(\.id) == [meter.id])
        }
    }

    /// The flow can be given at the first import or later, and can be changed; an import without a flow does not remove it.
    @Test func archivedDeviceHasTheLastGivenFlow() async throws {
        try await withImports { home, imports, console in
            let id = try await imports.begin(source: "home-assistant", as: console)
            for flow in [nil, .production, nil, .gridExport] as [EnergyFlow?] {
                let before = await home.registry.snapshot.ordered.first?.capability(Self.energy, of: .main)?.flow
                let origin = ArchivedOrigin(origin: "sensor.pv", name: "PV", quantity: Self.energy, flow: flow)
                let device = try #require(try await imports.archive([origin], in: id, as: console).first)
                #expect(device.capability(Self.energy, of: .main)?.flow == flow ?? before)
                #expect(device.description.parts.flatMap(\.capabilities).count == 1)
            }
            let stored = try await home.database.registry.load().devices
            #expect(stored.map { $0.capability(Self.energy, of: .main)?.flow } == [.gridExport])
            _ = try await imports.end(id, isComplete: true, as: console)
            let end = try await home.audit.records(AuditFilter(event: .dataImport)).first {
                $0.entry.metadata["act"] == "end"
            }
            #expect(end?.entry.metadata["flows"] == "2")
        }
    }

    @Test(
        arguments: [(.energy, true), (.power, true), (.gas, false), (.temperature, false), (.current, false)]
            as [(CapabilityKind, Bool)])
    func onlyPowerAndEnergyMayHaveAFlow(kind: CapabilityKind, isAllowed: Bool) async throws {
        try await withImports { home, imports, console in
            let id = try await imports.begin(source: "test", as: console)
            let origin = ArchivedOrigin(
                origin: "sensor.x", name: "X", quantity: CapabilityName(kind), flow: .consumption)
            let devices = try? await imports.archive([origin], in: id, as: console)
            #expect((devices != nil) == isAllowed)
            #expect(await home.registry.snapshot.ordered.isEmpty == !isAllowed)
        }
    }

    @Test func removalOfAnArchivedDeviceRevokesNoCredential() async throws {
        try await withImports { home, imports, console in
            let id = try await imports.begin(source: "hall", as: console)
            let origin = ArchivedOrigin(origin: "x", name: "Old", quantity: Self.temperature)
            let old = try #require(try await imports.archive([origin], in: id, as: console).first)
            // A real device may have the name of the source as its root.
            try await home.add(Self.hall, capabilities: [.thermometer])
            try await home.devices.remove(old.id, as: console)
            #expect(await home.registry.snapshot[old.id] == nil)
            #expect(try await home.audit.records(AuditFilter(event: .certificateRevoke)).isEmpty)
            try await home.devices.remove(Self.hall, as: console)
            #expect(try await home.audit.records(AuditFilter(event: .certificateRevoke)).count == 1)
        }
    }

    @Test func lastImportedReadingBecomesTheState() async throws {
        try await withImports { home, imports, console in
            try await home.add(Self.hall, capabilities: [.thermometer])
            let now = home.time.now
            let id = try await imports.begin(source: "test", as: console)
            for (age, value) in [(60, 20.0), (120, 19)] {
                let batch = ImportedSeries(
                    series: Self.series(Self.hall), readings: [Reading(time: now - .seconds(age), value: value)])
                _ = try await imports.store([batch], in: id, as: console)
            }
            let state = await home.deviceStates.state(of: Self.series(Self.hall))
            #expect(state == CurrentState(value: .number(20), time: now - .seconds(60)))
        }
    }

    @Test(arguments: [(Role.owner, true), (.admin, true), (.member, false), (.child, false), (.guest, false)])
    func onlyOwnersAndAdminsMayImport(role: Role, isAllowed: Bool) async throws {
        try await withImports { home, imports, console in
            let person = try await home.peopleService.add(name: "Someone", role: role, as: console)
            let identity = try CoreHome.identity(person.id)
            let id = try? await imports.begin(source: "test", as: identity)
            #expect((id != nil) == isAllowed)
        }
    }

    @Test func importAcceptsNoReadingsFromOtherPeople() async throws {
        try await withImports { home, imports, console in
            let admin = try await home.peopleService.add(name: "Admin", role: .admin, as: console)
            let identity = try CoreHome.identity(admin.id)
            let id = try await imports.begin(source: "test", as: console)
            await #expect(throws: ActionRefusal.self) { try await imports.store([], in: id, as: identity) }
            await #expect(throws: ActionRefusal.self) { try await imports.end(id, isComplete: true, as: identity) }
            _ = try await imports.end(id, isComplete: true, as: console)
            await #expect(throws: ActionRefusal.self) { try await imports.store([], in: id, as: console) }
        }
    }

    @Test func beginAndEndOfAnImportAreAudited() async throws {
        try await withImports { home, imports, console in
            try await home.add(Self.hall, capabilities: [.thermometer])
            let id = try await imports.begin(source: "test", as: console)
            let reading = Reading(time: home.time.now, value: 20)
            _ = try await imports.store(
                [ImportedSeries(series: Self.series(Self.hall), readings: [reading])], in: id, as: console)
            _ = try await imports.end(id, isComplete: false, as: console)
            let entries = try await home.audit.records(AuditFilter(event: .dataImport)).reversed().map(\.entry)
            #expect(entries.map(\.target) == ["test", "test"])
            #expect(entries.map(\.success) == [true, false])
            #expect(entries.last?.metadata["new"] == "1")
        }
    }

    @Test func idleImportIsAborted() async throws {
        try await withImports { home, imports, console in
            for _ in 0..<ImportService.maximumAtOnce { _ = try await imports.begin(source: "test", as: console) }
            await #expect(throws: ActionRefusal.self) { try await imports.begin(source: "test", as: console) }
            home.time.advance(by: ImportService.idleTimeout + .seconds(1))
            _ = try await imports.begin(source: "test", as: console)
            let entries = try await home.audit.records(AuditFilter(event: .dataImport)).map(\.entry)
            #expect(entries.count { !$0.success } == ImportService.maximumAtOnce)
        }
    }

    @Test(arguments: ["", "Home Assistant", "a/b", String(repeating: "a", count: 65)])
    func invalidSourceIsRefused(_ source: String) async throws {
        try await withImports { _, imports, console in
            await #expect(throws: ActionRefusal.self) { try await imports.begin(source: source, as: console) }
        }
    }
}
