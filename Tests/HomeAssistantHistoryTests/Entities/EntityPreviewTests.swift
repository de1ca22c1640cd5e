import HomeAssistantHistory
import HomeModel
import Testing

/// The preview of an entity before its rows are read, in every supported schema version.
@Suite struct EntityPreviewTests {
    private typealias Attributes = RecorderFixture.Attributes

    @Test(arguments: RecorderFixture.SchemaVersion.allCases)
    func previewIsAvailableBeforeTheRowsAreRead(version: RecorderFixture.SchemaVersion) async throws {
        let fixture = try RecorderFixture(version)
        defer { fixture.remove() }
        try fixture.write { db in
            try fixture.add(
                db, entity: "sensor.meter", state: "7", attributes: Attributes.energy.json, milliseconds: noon)
            try fixture.add(db, entity: "sensor.meter", state: "unavailable", attributes: "{}", milliseconds: noon + 1)
            try fixture.add(
                db, entity: "sensor.kitchen", state: "20", attributes: Attributes.temperature.json, milliseconds: noon)
            try fixture.add(db, entity: "sensor.bare", state: "20", attributes: "{}", milliseconds: noon)
            try fixture.add(db, entity: "light.hall", state: "on", attributes: "{}", milliseconds: noon)
            try fixture.add(
                db, entity: "sensor.hall", state: "20", attributes: Attributes.temperature.json, milliseconds: noon)
            try fixture.addHour(db, statistic: "tibber:grid", unit: "kWh", milliseconds: noon, sum: 7)
        }
        try fixture.close()
        let patterns = ["sensor.[a-z]", "sensor.meter", "sensor.k*", "sensor.b*", "light.*", "tibber:*"]
        let history = try RecorderHistory(
            path: fixture.path, choosing: RecorderSelection(only: patterns.map(EntityPattern.init)))
        let expected: [String: EntityPreview] = [
            "sensor.meter": .measures(.energy), "tibber:grid": .measures(.energy),
            "sensor.kitchen": .measures(.temperature), "sensor.bare": .unclear, "light.hall": .leftOut(.notASensor),
            "sensor.hall": .leftOut(.notChosen), "sensor.METER": .unknown, "sensor.": .unknown, "": .unknown,
            "sensor.meter' OR '1": .unknown,
        ]
        for (entity, preview) in expected { #expect(try await history.preview(at: entity) == preview, "\(entity)") }
        await history.close()
    }
}
