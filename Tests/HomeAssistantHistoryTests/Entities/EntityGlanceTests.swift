import HomeAssistantHistory
import HomeModel
import Testing

/// What is known of an entity before its rows are read, at every age of the schema.
@Suite struct EntityGlanceTests {
    private typealias Attributes = RecorderFixture.Attributes

    @Test(arguments: RecorderFixture.Age.allCases)
    func entityIsKnownAtAGlance(age: RecorderFixture.Age) async throws {
        let fixture = try RecorderFixture(age)
        defer { fixture.remove() }
        try fixture.write { db in
            try fixture.add(db, "sensor.meter", "7", Attributes.energy.json, milliseconds: noon)
            try fixture.add(db, "sensor.meter", "unavailable", "{}", milliseconds: noon + 1)
            try fixture.add(db, "sensor.kitchen", "20", Attributes.temperature.json, milliseconds: noon)
            try fixture.add(db, "sensor.bare", "20", "{}", milliseconds: noon)
            try fixture.add(db, "light.hall", "on", "{}", milliseconds: noon)
            try fixture.add(db, "sensor.hall", "20", Attributes.temperature.json, milliseconds: noon)
            try fixture.addHour(db, "tibber:grid", unit: "kWh", milliseconds: noon, sum: 7)
        }
        try fixture.close()
        let patterns = ["sensor.[a-z]", "sensor.meter", "sensor.k*", "sensor.b*", "light.*", "tibber:*"]
        let history = try RecorderHistory(
            path: fixture.path, choosing: RecorderChoice(only: patterns.map(EntityPattern.init)))
        let expected: [String: EntityGlance] = [
            "sensor.meter": .measures(.energy), "tibber:grid": .measures(.energy),
            "sensor.kitchen": .measures(.temperature), "sensor.bare": .unclear, "light.hall": .leftOut(.notASensor),
            "sensor.hall": .leftOut(.notChosen), "sensor.METER": .unknown, "sensor.": .unknown, "": .unknown,
            "sensor.meter' OR '1": .unknown,
        ]
        for (entity, glance) in expected { #expect(try await history.glance(at: entity) == glance, "\(entity)") }
        await history.close()
    }
}
