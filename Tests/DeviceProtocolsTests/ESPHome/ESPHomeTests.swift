import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct ESPHomeTests {
    private static let mac: JSONValue = "a1b2c3d4e5f6"

    @Test(
        arguments: [
            (["ids": mac, "sw": "esphome v2021.12.3 Jan 4 2022"], "whatever", LinkKind.esphome),
            (["ids": mac, "sw": "1.2 (ESPHome 2025.6.1)"], "whatever", .esphome),
            (["ids": mac, "sw": "2025.11.0 (config hash 0x1)"], "ESPsensorroom", .esphome),
            (["ids": mac, "sw": "2025.11.0 (config hash 0x1)"], "a1b2c3d4e5f6-sensor-1a2b3c4d", .esphome),
            (["ids": mac, "sw": "2025.11.0"], "room", .homeAssistant),
            (["ids": "other", "sw": "2025.11.0"], "ESPsensorroom", .homeAssistant),
            (["ids": ["a1b2c3d4e5f6", "more"]], "ESPsensorroom", .homeAssistant),
        ] as [(JSONValue, String, LinkKind)])
    func deviceIsRecognizedByFirmwareOrIDs(block: JSONValue, uniqueID: String, kind: LinkKind) {
        var sample = HomeAssistantSample()
        let events = sample.receive(
            "sensor/node/room",
            payload: ["name": "Room", "stat_t": "u/sensor/room/state", "uniq_id": .text(uniqueID), "dev": block])
        #expect(events.described.map(\.address.kind) == [kind])
    }

    @Test func lastWillSetsAvailabilityWithoutAnEntityTopic() throws {
        var sample = HomeAssistantSample()
        let events = sample.receive(
            "sensor/node/room",
            payload: ["stat_t": "u/sensor/room/state", "uniq_id": "ESPsensorroom", "dev": ["ids": Self.mac]])
        let model = try #require(events.described.last?.model)
        #expect(model.receive("u/status", payload: "online") == [.availability(.ready)])
        #expect(model.receive("u/status", payload: "offline") == [.availability(.lost)])
        #expect(events.availabilities.isEmpty)
    }

    @Test func hardwareIDIsTheMACAddress() throws {
        var sample = HomeAssistantSample()
        let events = sample.receive(
            "sensor/node/room", payload: ["stat_t": "u/s", "uniq_id": "ESPsensorroom", "dev": ["ids": Self.mac]])
        #expect(events.described.last?.model.description.hardware.map(\.description) == ["mac:a1b2c3d4e5f6"])
    }

    @Test(
        arguments: [
            ("zigbee2mqtt_0x00158d0001abcdef", "ieee:00158d0001abcdef"), ("A4C1380D0F2B", "mac:a4c1380d0f2b"),
            ("OMG_ESP32_24:6F:28:A1:B2:C3", "mac:246f28a1b2c3"), ("116180412345", nil), ("1A2B3C", nil),
            ("attic-1", nil), ("0x0000000000000000", nil),
        ] as [(String, String?)])
    func hardwareIDIsParsedFromIdentifiers(identifier: String, hardware: String?) throws {
        let block = try #require(try DeviceBlock(["ids": .text(identifier)]))
        #expect(block.hardware.map(\.description) == [hardware].compactMap(\.self))
    }
}
