import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A climate sensor, a meter and a slow thermometer: found, adopted, measured, mad, lost and back.
@Suite struct SensorDayStory {
    private static let room = DisplayName("Room" as StaticString)

    /// The thermometer in the attic says its values once, when it connects, and then for an hour nothing.
    private static let scenario = Scenario(
        name: "Sensors", seed: 7, residents: 1,
        rooms: [ScenarioRoom(name: room, use: .living, areaSquareMetres: 24)],
        devices: [
            ScenarioDevice(
                id: "climate", kind: .climate, name: DisplayName("Climate" as StaticString), room: room,
                interval: .milliseconds(250)),
            ScenarioDevice(
                id: "grid-meter", kind: .gridMeter, name: DisplayName("Grid meter" as StaticString),
                interval: .milliseconds(250)),
            ScenarioDevice(
                id: "attic", kind: .thermometer, name: DisplayName("Attic" as StaticString), room: room,
                interval: .seconds(3600)),
        ])

    /// What no sensor should say, and why it is not believed.
    private static let nonsense: [(property: String, payload: [UInt8], reason: String)] = [
        ("temperature", Array("NaN".utf8), "badPayload"),
        ("temperature", Array("1e999".utf8), "badPayload"),
        ("temperature", Array("1_000".utf8), "badPayload"),
        ("temperature", Array("<script>alert(21)</script>".utf8), "badPayload"),
        ("temperature", [0xFF, 0xFE, 0x00], "badPayload"),
        ("temperature", Array("-500".utf8), "outOfRange"),
        ("humidity", Array("250".utf8), "outOfRange"),
        ("humidity", [UInt8](repeating: UInt8(ascii: "9"), count: 200_000), "badPayload"),
    ]

    @Test(.timeLimit(.minutes(15))) func aSensorsDay() async throws {
        let ledger = PublishLedger()
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home, ledger: ledger) { devices in
                try await waitingSensorsAreNobodys(home)
                try await home.adopt(Self.scenario)
                try await readingsAreStoredAndShown(home)
                try await rememberedValuesAreNoReadings(home, devices)
                try await vanishedSensorIsLost(home, devices)
                try await nonsenseIsRejectedAndCounted(home, ledger)
                try await sensorComesBack(home, devices)
            }
        }
    }

    private func waitingSensorsAreNobodys(_ home: HomeUnderTest) async throws {
        try await eventually("three sensors wait") { try await home.discovered().filter(\.isAdoptable).count == 3 }
        #expect(try await home.devices().isEmpty)
        #expect(try await home.tomte("readings", "climate", "temperature", "--since", "1h").status == 3)
        #expect(try await home.tomte("send", "climate", "temperature", "21").status == 3)
        #expect(try await home.counters()["readings.stored"] == 0)
    }

    private func readingsAreStoredAndShown(_ home: HomeUnderTest) async throws {
        #expect(try await home.device("climate").room?.name == "Room")
        try await eventually("the climate is measured") { try await home.readings("climate", .temperature).count >= 3 }
        try await eventually("the grid is measured") { try await !home.readings("grid-meter", .power).isEmpty }
        let readings = try await home.readings("climate", .temperature)
        #expect(readings.allSatisfy { (-60...60).contains($0.value) })
        #expect(zip(readings, readings.dropFirst()).allSatisfy { $0.time < $1.time })

        let watched = try await home.tomte("watch", "climate", "--json", "--count", "4")
        #expect(watched.status == 0)
        let events = try watched.lines(of: EventBody.self)
        let series = events.compactMap { event in
            if case .reading(let series, _, _) = event { series } else { nil }
        }
        #expect(events.count == 4 && !series.isEmpty)
        #expect(series.allSatisfy { $0.device.rawValue == "climate" })
    }

    /// The attic spoke before it was adopted: the broker remembers what, and nobody knows when.
    private func rememberedValuesAreNoReadings(_ home: HomeUnderTest, _ devices: SimulatedHome) async throws {
        let shown = try #require(await devices.observations(of: "attic")?.first)
        try await eventually("the attic has a state") { try await home.state("attic", .temperature) != nil }
        guard case .number(let celsius) = try await home.state("attic", .temperature)?.value else {
            Issue.record("the attic's temperature is a number")
            return
        }
        #expect((-60...60).contains(celsius) && shown.address.capability == CapabilityName(.temperature))
        #expect(try await home.readings("attic", .temperature).isEmpty)
    }

    private func vanishedSensorIsLost(_ home: HomeUnderTest, _ devices: SimulatedHome) async throws {
        try await devices.inject(Fault(.vanish), device: "climate")
        try await eventually("the will is heard") { try await home.device("climate").availability == .lost }
        #expect(try await home.state("climate", .temperature)?.isStale == true)
        #expect(try await home.state("grid-meter", .power)?.isStale == false)
    }

    /// Its firmware goes mad: what it says comes from another program with its credential.
    private func nonsenseIsRejectedAndCounted(_ home: HomeUnderTest, _ ledger: PublishLedger) async throws {
        let mad = try await ForeignClient("climate", in: home)
        for (property, payload, _) in Self.nonsense {
            try await mad.publish(payload, to: "climate/5/climate/main/\(property)")
        }
        // More than the broker takes: the publisher is cut, and that is all.
        try await mad.publish([UInt8](repeating: 0x39, count: 18 << 20), to: "climate/5/climate/main/temperature")

        let expected = Dictionary(grouping: Self.nonsense, by: \.reason).mapValues(\.count)
        try await eventually("nonsense is counted as \(expected)") {
            let counters = try await home.counters()
            return expected.allSatisfy { counters["readings.rejected.\($0.key)"] == $0.value }
        }
        let said = await ledger.entries.filter { $0.device == "climate" }.compactMap(\.value)
        let stored = try await home.readings("climate", .temperature).map(\.value)
        #expect(Set(stored).isSubset(of: said))
        let measured = try await home.readings("grid-meter", .power).count
        try await eventually("the meter is not disturbed") {
            try await home.readings("grid-meter", .power).count > measured
        }
        #expect(try await home.tomte("status").status == 0)
    }

    private func sensorComesBack(_ home: HomeUnderTest, _ devices: SimulatedHome) async throws {
        let known = try await home.readings("climate", .temperature).count
        await devices.clearFaults(device: "climate")
        try await eventually("the sensor is back") { try await home.device("climate").availability == .ready }
        try await eventually("it is measured again") { try await home.readings("climate", .temperature).count > known }
        #expect(try await home.state("climate", .temperature)?.isStale == false)
    }
}
