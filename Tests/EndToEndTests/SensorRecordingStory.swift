import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// A climate sensor, a meter and a slow thermometer are discovered and adopted. They report readings and nonsense, and
/// one of them is lost and comes back.
@Suite struct SensorRecordingStory {
    private static let room = DisplayName("Room" as StaticString)

    /// The thermometer in the attic publishes its values when it connects, and then again after an hour.
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

    /// Payloads that no sensor should send, and the reasons for which the gateway rejects them.
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

    @Test(.timeLimit(.minutes(15))) func sensorsAreRecordedFromDiscoveryToRecovery() async throws {
        let publishLog = PublishLog()
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { devices in
                try await discoveredSensorsAreNotRecorded(home)
                try await home.adopt(Self.scenario)
                try await readingsAreStoredAndShown(home)
                try await retainedValuesAreNotReadings(home, devices: devices)
                try await vanishedSensorIsLost(home, devices: devices)
                try await nonsenseIsRejectedAndCounted(home, publishLog: publishLog)
                try await lostSensorIsRecordedAgain(home, devices: devices)
            }
        }
    }

    private func discoveredSensorsAreNotRecorded(_ home: HomeUnderTest) async throws {
        try await eventually("three sensors are discovered") {
            try await home.discovered().filter(\.isAdoptable).count == 3
        }
        #expect(try await home.devices().isEmpty)
        #expect(try await home.tomte("readings", "climate", "temperature", "--since", "1h").status == 3)
        #expect(try await home.tomte("send", "climate", "temperature", "21").status == 3)
        #expect(try await home.counters()["readings.stored"] == 0)
    }

    private func readingsAreStoredAndShown(_ home: HomeUnderTest) async throws {
        #expect(try await home.device("climate").room?.name == "Room")
        try await eventually("temperatures are stored") {
            try await home.readings("climate", quantity: .temperature).count >= 3
        }
        try await eventually("powers are stored") { try await !home.readings("grid-meter", quantity: .power).isEmpty }
        let readings = try await home.readings("climate", quantity: .temperature)
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

    /// The sensor in the attic published before it was adopted. The broker retains the value, but its time is unknown.
    private func retainedValuesAreNotReadings(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        let shown = try #require(await devices.observations(of: "attic")?.first)
        try await eventually("the attic has a state") { try await home.state("attic", capability: .temperature) != nil }
        guard case .number(let celsius) = try await home.state("attic", capability: .temperature)?.value else {
            Issue.record("the temperature of the attic is not a number")
            return
        }
        #expect((-60...60).contains(celsius) && shown.address.capability == CapabilityName(.temperature))
        #expect(try await home.readings("attic", quantity: .temperature).isEmpty)
    }

    private func vanishedSensorIsLost(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await devices.inject(Fault(.vanish), device: "climate")
        try await eventually("the last will is received") { try await home.device("climate").availability == .lost }
        #expect(try await home.state("climate", capability: .temperature)?.isStale == true)
        #expect(try await home.state("grid-meter", capability: .power)?.isStale == false)
    }

    /// Another program with the credential of the climate sensor publishes nonsense, like a faulty firmware.
    private func nonsenseIsRejectedAndCounted(_ home: HomeUnderTest, publishLog: PublishLog) async throws {
        let faulty = try await MosquittoToolClient("climate", in: home)
        for (property, payload, _) in Self.nonsense {
            try await faulty.publish(payload, to: "climate/5/climate/main/\(property)")
        }
        // This payload is larger than the broker accepts. It disconnects the publisher and has no other effect.
        try await faulty.publish([UInt8](repeating: 0x39, count: 18 << 20), to: "climate/5/climate/main/temperature")

        let expected = Dictionary(grouping: Self.nonsense, by: \.reason).mapValues(\.count)
        try await eventually("nonsense is counted as \(expected)") {
            let counters = try await home.counters()
            return expected.allSatisfy { counters["readings.rejected.\($0.key)"] == $0.value }
        }
        let published = await publishLog.entries.filter { $0.device == "climate" }.compactMap(\.value)
        let stored = try await home.readings("climate", quantity: .temperature).map(\.value)
        #expect(Set(stored).isSubset(of: published))
        let storedCount = try await home.readings("grid-meter", quantity: .power).count
        try await eventually("another power is stored") {
            try await home.readings("grid-meter", quantity: .power).count > storedCount
        }
        #expect(try await home.tomte("status").status == 0)
    }

    private func lostSensorIsRecordedAgain(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        let storedCount = try await home.readings("climate", quantity: .temperature).count
        await devices.clearFaults(device: "climate")
        try await eventually("the sensor is ready again") { try await home.device("climate").availability == .ready }
        try await eventually("another temperature is stored") {
            try await home.readings("climate", quantity: .temperature).count > storedCount
        }
        #expect(try await home.state("climate", capability: .temperature)?.isStale == false)
    }
}
