import Foundation
import GRDB
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Someone moves here from Home Assistant, which still runs: its past comes along, once, and is a past and nothing else.
@Suite(.timeLimit(.minutes(15))) struct ImportedPastStory {
    private static let scenario = Scenario(
        name: "Sensor", residents: 0,
        devices: [
            ScenarioDevice(
                id: "cellar", kind: .thermometer, name: DisplayName("Cellar" as StaticString),
                interval: .milliseconds(250))
        ])

    @Test func aPastFromHomeAssistant() async throws {
        let recorder = try RunningRecorder()
        defer { recorder.remove() }
        try recorder.live()
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { _ in
                try await home.adopt(Self.scenario)
                try await rehearsalStoresNothing(home, recorder: recorder)
                try await pastComesIn(home, recorder: recorder)
                try await archivedDevicesAreAPastAndNothingElse(home)
                try await meterCountsOnceItsFlowIsSaid(home, recorder: recorder)
                try await nothingComesInTwice(home, recorder: recorder)
                try await whoMayNotImportIsRefused(home, recorder: recorder)
                try await pastOutlivesARestart(home, recorder: recorder)
                try await archiveIsTakenAway(home)
            }
        }
    }

    private func rehearsalStoresNothing(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        let before = try recorder.files()
        let rehearsal = try await home.tomte("import", "home-assistant", recorder.path, "--dry-run")
        #expect(rehearsal.status == 0)
        #expect(rehearsal.output.contains("sensor.meter") && rehearsal.output.contains("light.hall"))
        #expect(rehearsal.output.contains("nothing was stored"))
        #expect(try await home.devices().map(\.id.rawValue) == ["cellar"])
        #expect(try await home.audit(.dataImport).isEmpty)
        #expect(try recorder.files() == before)
    }

    private func pastComesIn(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        let before = try recorder.files()
        let imported = try await home.tomte(
            "import", "home-assistant", recorder.path, "--into", "sensor.cellar=cellar", "--json")
        #expect(imported.status == 0, "\(imported.errors)")
        #expect(try recorder.files() == before)
        for (entity, device, quantity) in RunningRecorder.places {
            let stored = try await home.past(of: device, quantity)
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

    private func archivedDevicesAreAPastAndNothingElse(_ home: HomeUnderTest) async throws {
        let meter = try await home.device("meter")
        #expect(meter.availability == .archived)
        #expect(meter.link == "archive")
        #expect(try await home.device("cellar").availability == .ready)
        #expect(try await home.tomte("send", "meter", "energy", "1").status == 4)
    }

    /// The file does not say whether the meter counts what the kitchen draws too.
    private func meterCountsOnceItsFlowIsSaid(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        #expect(try await home.energy().totals.isEmpty)
        let untold = try await home.tomte("import", "home-assistant", recorder.path, "--dry-run")
        #expect(untold.output.contains("sensor.meter, sensor.kitchen_power") && untold.output.contains("--flow"))
        for (flow, reason) in [
            ("sensor.metre=gridImport", "no entity sensor.metre"), ("sensor.cellar=gridImport", "measures temperature"),
            ("light.hall=gridImport", "not a sensor"),
        ] {
            let refused = try await home.tomte("import", "home-assistant", recorder.path, "--flow", flow)
            #expect(refused.status == 4 && refused.errors.contains(reason), "\(refused.errors)")
        }

        let before = try await home.past(of: "meter", .energy)
        let told = try await home.tomte(
            "import", "home-assistant", recorder.path, "--only", "sensor.meter",
            "--flow", "sensor.meter=gridImport")
        #expect(told.status == 0, "\(told.errors)")
        #expect(told.output.contains(" 0 are new") && !told.output.contains("will not count"), "\(told.output)")
        #expect(try await home.past(of: "meter", .energy) == before)
        let drawn = try #require(before.last).value - #require(before.first).value
        let totals = try await home.energy().totals
        #expect(totals.map(\.flow) == [.gridImport])
        #expect(abs((totals.first?.kilowattHours ?? 0) - drawn) < 1e-6)
    }

    private func nothingComesInTwice(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        let before = try await home.past(of: "meter", .energy)
        #expect(try await home.importPast(recorder) == 0)
        #expect(try await home.past(of: "meter", .energy) == before)
        // Home Assistant has lived on, and forgotten its first day of single values.
        let new = try recorder.liveOn()
        #expect(try await home.importPast(recorder) == new)
    }

    private func whoMayNotImportIsRefused(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        #expect(try await home.tomte("people", "add", "Mia", "--role", "member").status == 0)
        #expect(try await home.tomte("import", "home-assistant", recorder.path, "--as", "mia").status == 3)
        #expect(try await home.tomte("import", "home-assistant", "/dev/null").status == 4)
        #expect(try await home.tomte("import", "home-assistant", "/nowhere.db").status == 4)
        let wrong = try await home.tomte("import", "home-assistant", recorder.path, "--into", "sensor.meter=cellar")
        #expect(wrong.status == 4)
        #expect(wrong.errors.contains("cellar does not"))
    }

    private func pastOutlivesARestart(_ home: HomeUnderTest, recorder: RunningRecorder) async throws {
        let before = try await home.past(of: "meter", .energy)
        await home.killGateway()
        try await home.startGateway()
        #expect(try await home.past(of: "meter", .energy) == before)
        #expect(try await home.device("meter").availability == .archived)
    }

    private func archiveIsTakenAway(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("devices", "remove", "meter", "--yes").status == 0)
        #expect(try await home.tomte("devices", "show", "meter").status == 3)
        #expect(try await home.audit(.certificateRevoke).isEmpty)
    }
}

extension HomeUnderTest {
    fileprivate nonisolated func energy() async throws -> EnergyBody {
        try await tomte("energy", "--since", "60d", "--json").json(EnergyBody.self)
    }

    fileprivate nonisolated func past(of device: String, _ quantity: CapabilityKind) async throws -> [Reading] {
        let finished = try await tomte(
            "readings", device, quantity.rawValue, "--since", "60d", "--resolution", "raw", "--json")
        return try finished.json(ReadingsBody.self).readings
    }

    /// How many readings were new.
    fileprivate nonisolated func importPast(_ recorder: RunningRecorder) async throws -> Int {
        let before = try await audit(.dataImport).count
        let finished = try await tomte(
            "import", "home-assistant", recorder.path, "--into", "sensor.cellar=cellar")
        #expect(finished.status == 0, "\(finished.errors)")
        let entries = try await audit(.dataImport)
        #expect(entries.count == before + 2)
        return Int(entries.last?.metadata["new"] ?? "") ?? -1
    }
}

/// The recorder of a Home Assistant that has the file open, and what is in it.
private final class RunningRecorder {
    static let places: [(entity: String, device: String, quantity: CapabilityKind)] = [
        ("sensor.cellar", "cellar", .temperature), ("sensor.meter", "meter", .energy),
        ("sensor.kitchen_power", "kitchen-power", .power),
    ]

    let path: String
    /// The end of the hour in which the last states lie.
    private(set) var end: Timestamp
    /// By entity, as readings of ours.
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

    /// Twenty days by the hour, then a day of single values.
    func live() throws {
        let start = end
        try database.write { db in
            for hour in 1...480 {
                let time = start - .hours(hour)
                try hourOfStatistics(time, key: 1, mean: 50, state: nil, in: db)
                try hourOfStatistics(time, key: 2, mean: nil, state: Double(1000 - hour), in: db)
                expected["sensor.cellar", default: [:]][time] = 10
                let shown = time + .hours(1) - .milliseconds(1)
                expected["sensor.meter", default: [:]][shown] = Double(1000 - hour)
            }
        }
        _ = try live(hours: 24)
    }

    /// Another hour of single values, while the first of the old ones go. Returns how many readings that adds.
    func liveOn() throws -> Int {
        let old = Double(end.milliseconds) / 1000 - 20 * 3600
        try database.write { db in
            try db.execute(sql: "DELETE FROM states WHERE last_updated_ts < ?", arguments: [old])
        }
        // Their hours are in the statistics, but the single values are known.
        try database.write { db in
            for hour in 1...24 { try hourOfStatistics(end - .hours(hour), key: 1, mean: 77, state: nil, in: db) }
        }
        return try live(hours: 1)
    }

    private func live(hours: Int) throws -> Int {
        let before = expected.values.reduce(0) { $0 + $1.count }
        try database.write { db in
            for minute in 0..<(hours * 60) {
                let time = end + .seconds(minute * 60)
                minutes += 1
                try state(time, entity: 1, attributes: 1, state: "\(50 + minutes % 18)", in: db)
                try state(time, entity: 2, attributes: 2, state: "\(999 + minutes)", in: db)
                try state(time, entity: 3, attributes: 3, state: minute % 50 == 7 ? "unavailable" : "0.25", in: db)
                try state(time, entity: 4, attributes: 4, state: "on", in: db)
                // From °F, at a millionth.
                let celsius = (Double(minutes % 18 + 18) * 5 / 9 * 1e6).rounded() / 1e6
                expected["sensor.cellar", default: [:]][time] = celsius
                expected["sensor.meter", default: [:]][time] = Double(999 + minutes)
                if minute % 50 != 7 { expected["sensor.kitchen_power", default: [:]][time] = 250 }
            }
        }
        end = end + .hours(hours)
        return expected.values.reduce(0) { $0 + $1.count } - before
    }

    private func state(_ time: Timestamp, entity: Int, attributes: Int, state: String, in db: Database) throws {
        try db.cachedStatement(
            sql: "INSERT INTO states (state, last_updated_ts, attributes_id, metadata_id) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [state, Double(time.milliseconds) / 1000, attributes, entity])
    }

    private func hourOfStatistics(
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
