import HomeAssistantHistory
import HomeModel
import Testing

@Suite struct QuantityMappingTests {
    @Test(
        arguments: [
            ("temperature", "°C", CapabilityKind.temperature), ("temperature", "°F", .temperature),
            ("humidity", "%", .humidity), ("battery", "%", .battery), ("pressure", "inHg", .pressure),
            ("atmospheric_pressure", "hPa", .pressure), ("carbon_dioxide", "ppm", .co2), ("pm25", "µg/m³", .pm25),
            ("pm25", "μg/m³", .pm25), ("power", "kW", .power), ("energy", "MWh", .energy), ("gas", "ft³", .gas),
            ("water", "L", .water), ("volume_flow_rate", "L/min", .flow), ("sound_pressure", "dB", .noise),
            ("illuminance", "lx", .illuminance), ("voltage", "mV", .voltage), ("current", "mA", .current),
        ] as [(String, String, CapabilityKind)])
    func deviceClassAndUnitDetermineTheQuantity(_ deviceClass: String, unit: String, kind: CapabilityKind) {
        #expect(QuantityMapping.quantity(of: EntityAttributes(unit: unit, deviceClass: deviceClass)) == kind)
    }

    @Test(
        arguments: [
            ("°C", CapabilityKind.temperature), ("W", .power), ("hPa", .pressure), ("lx", .illuminance),
            ("V", .voltage),
            ("A", .current), ("m³/h", .flow),
            // Several quantities have each of these units; colour temperature also has the unit kelvin.
            ("%", nil), ("ppm", nil), ("µg/m³", nil), ("m³", nil), ("K", nil), ("dB", nil), ("kWh", nil), ("EUR", nil),
        ] as [(String, CapabilityKind?)])
    func unitSufficesIfOnlyOneQuantityHasIt(_ unit: String, kind: CapabilityKind?) {
        #expect(QuantityMapping.quantity(of: EntityAttributes(unit: unit, stateClass: "measurement")) == kind)
    }

    @Test(arguments: [
        ("temperature", "%"), ("power", "kWh"), ("signal_strength", "dBm"), ("monetary", "EUR"),
        ("energy_storage", "kWh"),
        ("temperature", "furlong"),
    ])
    func unknownOrMismatchedUnitGivesNoQuantity(_ deviceClass: String, unit: String) {
        #expect(QuantityMapping.quantity(of: EntityAttributes(unit: unit, deviceClass: deviceClass)) == nil)
    }

    @Test func missingUnitGivesNoQuantity() {
        #expect(QuantityMapping.quantity(of: EntityAttributes(deviceClass: "temperature")) == nil)
    }

    @Test func totalInKilowattHoursIsEnergy() {
        #expect(QuantityMapping.quantity(of: EntityAttributes(unit: "kWh", stateClass: "total")) == .energy)
    }

    @Test(
        arguments: [
            ("°F", 71.6, Unit.celsius, 22.0), ("MWh", 1.5, .kilowattHour, 1500), ("MJ", 3.6, .kilowattHour, 1),
            ("bar", 1.013, .hectopascal, 1013), ("gal", 1, .cubicMetre, 0.003785), ("L/s", 1, .cubicMetrePerHour, 3.6),
            ("Wh", 1, .kilowattHour, 0.001), ("°C", 20.123456789, .celsius, 20.123456789),
        ] as [(String, Double, Unit, Double)])
    func unitsAreConvertedWithMillionthPrecision(_ symbol: String, value: Double, unit: Unit, expected: Double)
        throws
    {
        #expect(try #require(HomeAssistantUnit(symbol: symbol)).convert(value, to: unit) == expected)
    }

    @Test(arguments: [
        ("sensor.kitchen_*", "sensor.kitchen_temperature", true), ("sensor.kitchen_*", "sensor.hall", false),
        ("*", "", true), ("*power*", "sensor.fridge_power_2", true), ("sensor.?", "sensor.a", true),
        ("sensor.?", "sensor.ab", false), ("SENSOR.A", "sensor.a", true), ("a*b*c", "aXbYbZc", true),
        ("a*b*c", "aXbYbZ", false), ("", "a", false), ("", "", true),
    ])
    func patternMatchesEntityIDs(_ pattern: String, id: String, matches: Bool) {
        #expect(EntityPattern(pattern).matches(id) == matches)
    }

    @Test(.timeLimit(.minutes(10))) func patternWithManyWildcardsIsMatchedQuickly() {
        let pattern = EntityPattern(String(repeating: "*a", count: 100) + "b")
        #expect(!pattern.matches(String(repeating: "a", count: 255)))
    }
}

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
