import Foundation
import GRDB
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A home imports the history of a Home Assistant that still runs. Repeated imports store only new readings, and
/// imported devices have a history only.
@Suite(.timeLimit(.minutes(15))) struct HomeAssistantImportStory {
    private static let scenario = Scenario(
        name: "Sensor", residents: 0,
        devices: [
            ScenarioDevice(
                id: "cellar", kind: .thermometer, name: DisplayName("Cellar" as StaticString),
                interval: .milliseconds(250))
        ])

    @Test func homeAssistantHistoryIsImportedOnce() async throws {
        let recorder = try RunningRecorder()
        defer { recorder.remove() }
        try recorder.recordHistory()
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { _ in
                try await home.adopt(Self.scenario)
                try await dryRunStoresNothing(home, recorder: recorder)
                try await allReadingsAreImported(home, recorder: recorder)
                try await archivedDeviceHasOnlyAHistory(home)
                try await meterCountsWhenItsFlowIsGiven(home, recorder: recorder)
                try await repeatedImportStoresOnlyNewReadings(home, recorder: recorder)
                try await wrongImportsAreRefused(home, recorder: recorder)
                try await importedReadingsSurviveARestart(home, recorder: recorder)
                try await archivedDeviceCanBeRemoved(home)
            }
        }
    }

    private func dryRunStoresNothing(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        let before = try recorder.files()
        let dryRun = try await home.tomte("import", "home-assistant", recorder.path, "--dry-run")
        #expect(dryRun.status == 0)
        #expect(dryRun.output.contains("sensor.meter") && dryRun.output.contains("light.hall"))
        #expect(dryRun.output.contains("nothing was stored"))
        #expect(try await home.devices().map(\.id.rawValue) == ["cellar"])
        #expect(try await home.audit(.dataImport).isEmpty)
        #expect(try recorder.files() == before)
    }

    private func allReadingsAreImported(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        let before = try recorder.files()
        let imported = try await home.tomte(
            "import", "home-assistant", recorder.path, "--into", "sensor.cellar=cellar", "--json")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try recorder.files() == before)
        for (entity, device, quantity) in RunningRecorder.series {
            let stored = try await home.history(of: device, quantity: quantity)
            let expected = recorder.expected[entity] ?? [:]
            #expect(stored.filter { expected[$0.time] != nil }.count == expected.count, "\(entity)")
            for reading in stored where reading.time < recorder.end {
                #expect(expected[reading.time] == reading.value, "\(entity) at \(reading.time)")
            }
        }
        let entries = try await home.audit(.dataImport)
        #expect(entries.map { $0.metadata["act"] } == ["begin", "end"])
        #expect(entries.last?.metadata["new"] == "\(recorder.expected.values.reduce(0) { $0 + $1.count })")
    }

    private func archivedDeviceHasOnlyAHistory(_ home: HomeUnderTest) async throws {
        let meter = try await home.device("meter")
        #expect(meter.availability == .archived)
        #expect(meter.link == "archive")
        #expect(try await home.device("cellar").availability == .ready)
        #expect(try await home.tomte("send", "meter", "energy", "1").status == 4)
    }

    /// The database does not contain whether the meter also counts the consumption of the kitchen.
    private func meterCountsWhenItsFlowIsGiven(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        #expect(try await home.energy().totals.isEmpty)
        let withoutFlow = try await home.tomte("import", "home-assistant", recorder.path, "--dry-run")
        #expect(
            withoutFlow.output.contains("sensor.meter, sensor.kitchen_power") && withoutFlow.output.contains("--flow"))
        for (flow, reason) in [
            ("sensor.metre=gridImport", "no entity sensor.metre"), ("sensor.cellar=gridImport", "measures temperature"),
            ("light.hall=gridImport", "not a sensor"),
        ] {
            let refused = try await home.tomte("import", "home-assistant", recorder.path, "--flow", flow)
            #expect(refused.status == 4 && refused.errors.contains(reason), "\(refused.errors)")
        }

        let before = try await home.history(of: "meter", quantity: .energy)
        let withFlow = try await home.tomte(
            "import", "home-assistant", recorder.path, "--only", "sensor.meter",
            "--flow", "sensor.meter=gridImport")
        #expect(withFlow.status == 0, "\(withFlow.errors)")
        #expect(
            withFlow.output.contains(" 0 are new") && !withFlow.output.contains("will not count"), "\(withFlow.output)")
        #expect(try await home.history(of: "meter", quantity: .energy) == before)
        let drawn = try #require(before.last).value - #require(before.first).value
        let totals = try await home.energy().totals
        #expect(totals.map(\.flow) == [.gridImport])
        #expect(abs((totals.first?.kilowattHours ?? 0) - drawn) < 1e-6)
    }

    private func repeatedImportStoresOnlyNewReadings(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        let before = try await home.history(of: "meter", quantity: .energy)
        #expect(try await home.importHistory(from: recorder) == 0)
        #expect(try await home.history(of: "meter", quantity: .energy) == before)
        // Home Assistant has recorded another hour and deleted its oldest states.
        let new = try recorder.recordAnotherHour()
        #expect(try await home.importHistory(from: recorder) == new)
    }

    private func wrongImportsAreRefused(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        #expect(try await home.tomte("people", "add", "Mia", "--role", "member").status == 0)
        #expect(try await home.tomte("import", "home-assistant", recorder.path, "--as", "mia").status == 3)
        #expect(try await home.tomte("import", "home-assistant", "/dev/null").status == 4)
        #expect(try await home.tomte("import", "home-assistant", "/nowhere.db").status == 4)
        let wrong = try await home.tomte("import", "home-assistant", recorder.path, "--into", "sensor.meter=cellar")
        #expect(wrong.status == 4)
        #expect(wrong.errors.contains("cellar does not"))
    }

    private func importedReadingsSurviveARestart(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        let before = try await home.history(of: "meter", quantity: .energy)
        await home.killGateway()
        try await home.startGateway()
        #expect(try await home.history(of: "meter", quantity: .energy) == before)
        #expect(try await home.device("meter").availability == .archived)
    }

    private func archivedDeviceCanBeRemoved(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("devices", "remove", "meter", "--yes").status == 0)
        #expect(try await home.tomte("devices", "show", "meter").status == 3)
        #expect(try await home.audit(.certificateRevoke).isEmpty)
    }
}

extension HomeUnderTest {
    fileprivate nonisolated func energy() async throws -> EnergyBody {
        try await tomte("energy", "--since", "60d", "--json").json(EnergyBody.self)
    }

    fileprivate nonisolated func history(of device: String, quantity: CapabilityKind) async throws -> [Reading] {
        let finished = try await tomte(
            "readings", device, quantity.rawValue, "--since", "60d", "--resolution", "raw", "--json")
        return try finished.json(ReadingsBody.self).readings
    }

    /// Imports all readings. Returns the number of new ones.
    fileprivate nonisolated func importHistory(from recorder: RunningRecorder) async throws -> Int {
        let before = try await audit(.dataImport).count
        let finished = try await tomte(
            "import", "home-assistant", recorder.path, "--into", "sensor.cellar=cellar")
        #expect(finished.status == 0, "\(finished.errors)")
        let entries = try await audit(.dataImport)
        #expect(entries.count == before + 2)
        return Int(entries.last?.metadata["new"] ?? "") ?? -1
    }
}

/// The recorder of a running Home Assistant, which has its database open, and the readings that an import must store.
private final class RunningRecorder {
    static let series: [(entity: String, device: String, quantity: CapabilityKind)] = [
        ("sensor.cellar", "cellar", .temperature), ("sensor.meter", "meter", .energy),
        ("sensor.kitchen_power", "kitchen-power", .power),
    ]

    let path: String
    /// The end of the hour of the last states.
    private(set) var end: Timestamp
    /// The values that the import must store, by entity and time.
    private(set) var expected: [String: [Timestamp: Double]] = [:]
    private let folder: String
    private let database: DatabaseQueue
    private var minutes = 0

    init() throws {
        folder = "/tmp/recorder-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        path = "\(folder)/home-assistant_v2.db"
        database = try DatabaseQueue(path: path)
        end = Timestamp(Date()).startOfHour - .hours(48)
        try database.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = WAL; \(Self.schema)")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    func files() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
    }

    /// Records twenty days of hourly statistics, and then a day of single states.
    func recordHistory() throws {
        let start = end
        try database.write { db in
            for hour in 1...480 {
                let time = start - .hours(hour)
                try insertStatistics(time, key: 1, mean: 50, state: nil, in: db)
                try insertStatistics(time, key: 2, mean: nil, state: Double(1000 - hour), in: db)
                expected["sensor.cellar", default: [:]][time] = 10
                let endOfHour = time + .hours(1) - .milliseconds(1)
                expected["sensor.meter", default: [:]][endOfHour] = Double(1000 - hour)
            }
        }
        _ = try recordStates(hours: 24)
    }

    /// Records another hour of single states and deletes the oldest states. Returns the number of new readings.
    func recordAnotherHour() throws -> Int {
        let old = Double(end.milliseconds) / 1000 - 20 * 3600
        try database.write { db in
            try db.execute(sql: "DELETE FROM states WHERE last_updated_ts < ?", arguments: [old])
        }
        // The statistics also contain the hours of the last day, whose single states were imported before.
        try database.write { db in
            for hour in 1...24 { try insertStatistics(end - .hours(hour), key: 1, mean: 77, state: nil, in: db) }
        }
        return try recordStates(hours: 1)
    }

    /// Records a state of every entity for each minute. Returns the number of new readings.
    private func recordStates(hours: Int) throws -> Int {
        let before = expected.values.reduce(0) { $0 + $1.count }
        try database.write { db in
            for minute in 0..<(hours * 60) {
                let time = end + .seconds(minute * 60)
                minutes += 1
                try insert("\(50 + minutes % 18)", at: time, entity: 1, attributes: 1, in: db)
                try insert("\(999 + minutes)", at: time, entity: 2, attributes: 2, in: db)
                try insert(minute % 50 == 7 ? "unavailable" : "0.25", at: time, entity: 3, attributes: 3, in: db)
                try insert("on", at: time, entity: 4, attributes: 4, in: db)
                // The import converts °F to °C and rounds to a millionth.
                let celsius = (Double(minutes % 18 + 18) * 5 / 9 * 1e6).rounded() / 1e6
                expected["sensor.cellar", default: [:]][time] = celsius
                expected["sensor.meter", default: [:]][time] = Double(999 + minutes)
                if minute % 50 != 7 { expected["sensor.kitchen_power", default: [:]][time] = 250 }
            }
        }
        end = end + .hours(hours)
        return expected.values.reduce(0) { $0 + $1.count } - before
    }

    private func insert(_ state: String, at time: Timestamp, entity: Int, attributes: Int, in db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO states (state, last_updated_ts, attributes_id, metadata_id) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [state, Double(time.milliseconds) / 1000, attributes, entity])
    }

    private func insertStatistics(
        _ time: Timestamp, key: Int, mean: Double?, state: Double?, in db: Database
    ) throws {
        try db.cachedStatement(
            sql: "INSERT INTO statistics (metadata_id, start_ts, mean, state, sum) VALUES (?1, ?2, ?3, ?4, ?4)"
        ).execute(arguments: [key, Double(time.milliseconds) / 1000, mean, state])
    }

    /// Schema 51. Source: home-assistant/core, recorder/db_schema.py.
    private static let schema = """
        CREATE TABLE state_attributes (attributes_id INTEGER PRIMARY KEY, hash BIGINT, shared_attrs TEXT);
        CREATE TABLE states_meta (metadata_id INTEGER PRIMARY KEY, entity_id VARCHAR(255));
        CREATE TABLE states (state_id INTEGER PRIMARY KEY, entity_id CHAR(0), state VARCHAR(255),
            attributes CHAR(0), last_updated CHAR(0), last_updated_ts FLOAT, attributes_id INTEGER,
            metadata_id INTEGER);
        CREATE INDEX ix_states_metadata_id_last_updated_ts ON states (metadata_id, last_updated_ts);
        CREATE TABLE statistics_meta (id INTEGER PRIMARY KEY, statistic_id VARCHAR(255), source VARCHAR(32),
            unit_of_measurement VARCHAR(255), has_mean BOOLEAN, has_sum BOOLEAN, name VARCHAR(255));
        CREATE TABLE statistics (id INTEGER PRIMARY KEY, metadata_id INTEGER, start_ts FLOAT, mean FLOAT, min FLOAT,
            max FLOAT, state FLOAT, sum FLOAT);
        INSERT INTO states_meta VALUES (1, 'sensor.cellar'), (2, 'sensor.meter'), (3, 'sensor.kitchen_power'),
            (4, 'light.hall');
        INSERT INTO state_attributes VALUES
            (1, 0, '{"unit_of_measurement":"°F","device_class":"temperature","friendly_name":"Cellar"}'),
            (2, 0, '{"unit_of_measurement":"kWh","device_class":"energy","friendly_name":"Meter"}'),
            (3, 0, '{"unit_of_measurement":"kW","device_class":"power","friendly_name":"Kitchen power"}'),
            (4, 0, '{"friendly_name":"Hall"}');
        INSERT INTO statistics_meta VALUES (1, 'sensor.cellar', 'recorder', '°F', 1, 0, NULL),
            (2, 'sensor.meter', 'recorder', 'kWh', 0, 1, NULL);
        """
}
