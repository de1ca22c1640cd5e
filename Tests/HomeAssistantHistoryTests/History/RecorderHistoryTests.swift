import GRDB
import HomeModel
import Testing

@testable import HomeAssistantHistory

/// Which rows of a recorder become readings, in every supported schema version.
@Suite struct RecorderHistoryTests {
    private typealias Attributes = RecorderFixture.Attributes

    @Test(arguments: RecorderFixture.SchemaVersion.allCases)
    func statesBecomeReadings(version: RecorderFixture.SchemaVersion) async throws {
        let imported = try await importHistory(version) { db, fixture in
            for (offset, state) in ["20.5", "unavailable", "20.75", "on", "21"].enumerated() {
                try fixture.add(
                    db, entity: "sensor.kitchen", state: state, attributes: Attributes.temperature.json,
                    milliseconds: noon + Int64(offset) * 1000)
            }
        }
        #expect(
            imported.readings["sensor.kitchen"] == [
                Timestamp(milliseconds: noon): 20.5, Timestamp(milliseconds: noon + 2000): 20.75,
                Timestamp(milliseconds: noon + 4000): 21,
            ])
        let entity = try #require(imported.entities["sensor.kitchen"])
        #expect(entity.name == "Kitchen")
        #expect(entity.quantity == .temperature)
        #expect(entity.leftOut == [.absent: 1, .notANumber: 1])
        #expect(entity.span == Timestamp(milliseconds: noon)...Timestamp(milliseconds: noon + 4000))
    }

    /// A new installation of Home Assistant has no statistics yet.
    @Test func progressIsReportedIfATableIsEmpty() async throws {
        let fixture = try RecorderFixture()
        defer { fixture.remove() }
        try fixture.write { db in
            for row in 0..<10 {
                try fixture.add(
                    db, entity: "sensor.kitchen", state: "20", attributes: Attributes.temperature.json,
                    milliseconds: noon + Int64(row) * 1000)
            }
        }
        try fixture.close()
        let history = try RecorderHistory(path: fixture.path, choosing: RecorderSelection())
        #expect(await history.progress.share == 0)
        while try await history.next() != nil { #expect(await history.progress.share != nil) }
        #expect(await history.progress.share == 1)
        #expect(await history.progress.rows == 10)
        await history.close()
    }

    @Test(arguments: RecorderFixture.SchemaVersion.allCases)
    func eachRowIsConvertedFromItsOwnUnit(version: RecorderFixture.SchemaVersion) async throws {
        let imported = try await importHistory(version) { db, fixture in
            var attributes = Attributes.temperature
            for (offset, (state, unit)) in [("68", "°F"), ("21", "°C"), ("295.15", "K"), ("9", "lx")].enumerated() {
                attributes.unit = unit
                try fixture.add(
                    db, entity: "sensor.kitchen", state: state, attributes: attributes.json,
                    milliseconds: noon + Int64(offset))
            }
            // Home Assistant drops attributes that are too long. Such a row has the unit of the row before.
            attributes.unit = "°C"
            try fixture.add(
                db, entity: "sensor.kitchen", state: "23", attributes: attributes.json, milliseconds: noon + 10)
            try fixture.add(db, entity: "sensor.kitchen", state: "24", attributes: "{}", milliseconds: noon + 11)
        }
        #expect(imported.values("sensor.kitchen") == [20, 21, 22, 23, 24])
        #expect(imported.entities["sensor.kitchen"]?.leftOut == [.foreignUnit: 1])
    }

    @Test(arguments: RecorderFixture.SchemaVersion.allCases)
    func rowWithoutAMeasurementIsLeftOutWithItsReason(version: RecorderFixture.SchemaVersion) async throws {
        let imported = try await importHistory(version) { db, fixture in
            try fixture.add(
                db, entity: "light.hall", state: "on", attributes: Attributes(name: "Hall").json, milliseconds: noon)
            try fixture.add(
                db, entity: "input_number.goal", state: "21", attributes: Attributes.temperature.json,
                milliseconds: noon)
            let money = Attributes(unit: "EUR", deviceClass: "monetary").json
            try fixture.add(db, entity: "sensor.price", state: "0.3", attributes: money, milliseconds: noon)
            try fixture.add(db, entity: "sensor.bare", state: "3", attributes: "{}", milliseconds: noon)
            try fixture.add(
                db, entity: "sensor.broken", state: "3", attributes: "{\"unit_of_measurement\":", milliseconds: noon)
            try fixture.add(
                db, entity: "sensor.huge", state: String(repeating: "9", count: 200), attributes: money,
                milliseconds: noon)
            try fixture.add(db, entity: "sensor.gone", state: nil, attributes: nil, milliseconds: noon)
        }
        #expect(imported.readings.isEmpty)
        #expect(
            imported.entities.mapValues(\.leftOut) == [
                "light.hall": [.notASensor: 1], "input_number.goal": [.notASensor: 1],
                "sensor.price": [.noQuantity: 1], "sensor.bare": [.noQuantity: 1], "sensor.broken": [.noQuantity: 1],
                "sensor.huge": [.notANumber: 1], "sensor.gone": [.notANumber: 1],
            ])
    }

    /// A mean gets the time at which its hour starts; the state of a counter gets the time at which its hour ends.
    @Test(arguments: RecorderFixture.SchemaVersion.allCases)
    func hourlyStatisticsFillTheTimeBeforeTheFirstState(version: RecorderFixture.SchemaVersion) async throws {
        let imported = try await importHistory(version) { db, fixture in
            for (offset, value) in [(-3, 18.0), (-2, 19), (-1, 20), (0, 99), (1, 99)] {
                let start = noon + Int64(offset) * hour
                try fixture.addHour(db, statistic: "sensor.kitchen", unit: "°C", milliseconds: start, mean: value)
                try fixture.addHour(
                    db, statistic: "sensor.meter", unit: "kWh", milliseconds: start, state: value, sum: value - 10)
            }
            try fixture.add(
                db, entity: "sensor.kitchen", state: "21", attributes: Attributes.temperature.json, milliseconds: noon)
            try fixture.add(
                db, entity: "sensor.meter", state: "21", attributes: Attributes.energy.json, milliseconds: noon)
        }
        #expect(
            imported.readings["sensor.kitchen"] == [
                Timestamp(milliseconds: noon - 3 * hour): 18, Timestamp(milliseconds: noon - 2 * hour): 19,
                Timestamp(milliseconds: noon - hour): 20, Timestamp(milliseconds: noon): 21,
            ])
        #expect(
            imported.readings["sensor.meter"] == [
                Timestamp(milliseconds: noon - 2 * hour - 1): 18, Timestamp(milliseconds: noon - hour - 1): 19,
                Timestamp(milliseconds: noon - 1): 20, Timestamp(milliseconds: noon): 21,
            ])
        let meter = try #require(imported.entities["sensor.meter"])
        #expect((meter.states, meter.hours, meter.coveredHours) == (1, 3, 2))
    }

    @Test(arguments: RecorderFixture.SchemaVersion.allCases)
    func statisticsWithoutStatesAreImported(version: RecorderFixture.SchemaVersion) async throws {
        let imported = try await importHistory(version) { db, fixture in
            try fixture.addHour(db, statistic: "sensor.old", unit: "°F", milliseconds: noon, mean: 50)
            // Statistics from external sources have no state.
            try fixture.addHour(db, statistic: "tibber:grid", unit: "kWh", milliseconds: noon, sum: 7)
            try fixture.addHour(db, statistic: "sensor.share", unit: "%", milliseconds: noon, mean: 7)
            try fixture.addHour(db, statistic: "sensor.empty", unit: "°C", milliseconds: noon)
        }
        #expect(imported.values("sensor.old") == [10])
        #expect(imported.values("tibber:grid") == [7])
        #expect(imported.entities["sensor.share"]?.leftOut == [.noQuantity: 1])
        #expect(imported.entities["sensor.empty"]?.leftOut == [.noValue: 1])
    }

    @Test func selectedEntitiesAreReadAndOthersAreCounted() async throws {
        var selection = RecorderSelection(only: [EntityPattern("sensor.k*")], since: Timestamp(milliseconds: noon + 1))
        selection.quantities = ["sensor.soil": .humidity]
        let soil = Attributes(unit: "%", name: "Soil").json
        let imported = try await importHistory(.version51, choosing: selection) { db, fixture in
            for offset in 0...1 as ClosedRange<Int64> {
                let kitchen = Attributes.temperature.json
                try fixture.add(
                    db, entity: "sensor.kitchen", state: "20", attributes: kitchen, milliseconds: noon + offset)
                try fixture.add(
                    db, entity: "sensor.hall", state: "20", attributes: kitchen, milliseconds: noon + offset)
                try fixture.add(db, entity: "sensor.soil", state: "40", attributes: soil, milliseconds: noon + offset)
            }
        }
        #expect(imported.readings.mapValues(\.count) == ["sensor.kitchen": 1, "sensor.soil": 1])
        #expect(imported.entities["sensor.kitchen"]?.leftOut == [.beforeSince: 1])
        #expect(imported.entities["sensor.hall"]?.leftOut == [.notChosen: 2])
        #expect(imported.entities["sensor.soil"]?.quantity == .humidity)
    }

    /// The names come before the selected entity in every table of the file.
    @Test(arguments: RecorderFixture.SchemaVersion.allCases)
    func limitAppliesToSelectedEntities(version: RecorderFixture.SchemaVersion) async throws {
        let fixture = try RecorderFixture(version)
        defer { fixture.remove() }
        let others = 52_000
        try fixture.write { db in
            try fixture.addOtherEntities(db, count: others, milliseconds: noon)
            try fixture.add(
                db, entity: "sensor.kitchen", state: "21", attributes: Attributes.temperature.json, milliseconds: noon)
            try fixture.addHour(db, statistic: "sensor.kitchen", unit: "°C", milliseconds: noon - hour, mean: 20)
        }
        try fixture.close()
        let selection = RecorderSelection(only: [EntityPattern("sensor.*")])
        let history = try RecorderHistory(path: fixture.path, choosing: selection)
        #expect(try await history.preview(at: "sensor.kitchen") == .measures(.temperature))
        await history.close()
        let imported = try await ImportedHistory(fixture.path, choosing: selection)
        #expect(imported.values("sensor.kitchen") == [20, 21])
        #expect(imported.entities.values.reduce(0) { $0 + $1.leftOut[.notChosen, default: 0] } == 2 * others)
        #expect(imported.namelessRows == 0)
        await #expect(throws: RecorderFileError.tooManyEntities(50_000)) { _ = try await ImportedHistory(fixture.path) }
    }

    /// While Home Assistant migrates its database, a table contains rows in the old and in the new format.
    @Test func rowsOfTheOldAndTheNewFormatAreRead() async throws {
        let imported = try await importHistory(.version51) { db, fixture in
            let kitchen = Attributes.temperature.json
            try fixture.add(db, entity: "sensor.kitchen", state: "21", attributes: kitchen, milliseconds: noon + 1)
            try db.execute(
                sql: """
                    INSERT INTO states (entity_id, state, last_updated, attributes)
                    VALUES ('sensor.kitchen', '20', '2026-01-15 12:00:00', ?)
                    """, arguments: [kitchen])
        }
        #expect(imported.values("sensor.kitchen") == [20, 21])
    }

    @Test func rowOfAnUnknownEntityIsCounted() async throws {
        let imported = try await importHistory(.version51) { db, fixture in
            try fixture.add(
                db, entity: "sensor.kitchen", state: "21", attributes: Attributes.temperature.json, milliseconds: noon)
            try db.execute(sql: "INSERT INTO states (state, last_updated_ts, metadata_id) VALUES ('1', 1.5e9, 77)")
            try db.execute(sql: "INSERT INTO states (state, last_updated_ts) VALUES ('1', 1.5e9)")
        }
        #expect(imported.namelessRows == 2)
    }

    /// SQLite stores values of every type in every column.
    @Test func columnsOfUnexpectedTypesGiveNoReadings() async throws {
        let imported = try await importHistory(.version51) { db, fixture in
            let key = try fixture.entity("sensor.odd", in: db)
            let values = ["x'00ff'", "12", "1.5", "NULL", "'text'", "9223372036854775807", "9e999", "zeroblob(9999)"]
            for value in values {
                try db.execute(
                    sql: """
                        INSERT INTO states (state, last_updated_ts, attributes_id, metadata_id)
                        VALUES (\(value), \(value), \(value), \(key))
                        """)
                try db.execute(
                    sql: """
                        INSERT INTO states (state, last_updated_ts, attributes_id, metadata_id)
                        VALUES ('1', \(noon / 1000), 1, \(value))
                        """)
                try db.execute(
                    sql: """
                        INSERT INTO statistics (metadata_id, start_ts, mean, state, sum)
                        VALUES (\(value), \(value), \(value), \(value), \(value))
                        """)
            }
        }
        #expect(imported.readings.isEmpty)
    }

    private func importHistory(
        _ version: RecorderFixture.SchemaVersion, choosing selection: RecorderSelection = RecorderSelection(),
        fill: (Database, RecorderFixture) throws -> Void
    ) async throws -> ImportedHistory {
        let fixture = try RecorderFixture(version)
        defer { fixture.remove() }
        try fixture.write { db in try fill(db, fixture) }
        try fixture.close()
        return try await ImportedHistory(fixture.path, choosing: selection)
    }
}
