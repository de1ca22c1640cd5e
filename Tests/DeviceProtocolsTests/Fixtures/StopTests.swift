import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// In every dialect one message stops a moving device, and a stop never needs a PIN.
@Suite struct StopTests {
    private static let stopped = CapabilityValue.text("stopped")

    /// The message that stops each part of a fixture.
    private static let messages: [(file: String, part: String, message: String)] = [
        ("esphome/roller-shutter.json", "main", "STOP"), ("homeassistant/diy-garage.json", "main", "garage/cmd halt"),
        ("shelly/shelly-plus-2pm-cover.json", "main", "Cover.Stop"),
        ("shelly/shelly-plus-2pm-cover-uncalibrated.json", "main", "Cover.Stop"),
        ("tasmota/shelly-25-shutter.json", "main", "cmnd/bedroom/ShutterStop1 "),
        ("tasmota/sonoff-4ch-venetian.json", "shutter-1", "cmnd/venetian/ShutterStop1 "),
        ("tasmota/sonoff-4ch-venetian.json", "shutter-2", "cmnd/venetian/ShutterStop2 "),
        ("zigbee2mqtt/ikea-e1757.json", "main", #"{"state":"STOP"}"#),
        ("zigbee2mqtt/tuya-ts130f.json", "main", #"{"state":"STOP"}"#),
    ]

    @Test(arguments: messages.indices) func stopCommandSendsOneMessage(row: Int) throws {
        let (file, part, message) = Self.messages[row]
        let fixture = try #require(DeviceFixture.all.first { $0.file == file })
        let model = try Self.model(fixture)
        let id = try #require(PartID(part))
        let command = try #require(
            model.encodeCommand(id, capability: CapabilityName(.movement), value: Self.stopped, number: 7))
        #expect(command.messages.count == 1 && command.value == Self.stopped)
        let sent = command.messages.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
        #expect(sent.first?.contains(message) == true, "\(sent)")
    }

    /// The movement capability accepts only a stop, and no purpose of its part makes the stop need a PIN.
    @Test(arguments: DeviceFixture.all) func movementAcceptsOnlyStop(fixture: DeviceFixture) throws {
        let model = try Self.model(fixture)
        for part in model.description.parts {
            for movement in part.capabilities where movement.kind == .movement {
                for word in movement.options where word != "stopped" {
                    #expect(
                        model.encodeCommand(part.id, capability: movement.name, value: .text(word), number: 7) == nil)
                }
                #expect(movement.commandedOptions == ["stopped"])
                for purpose in [nil] + Purpose.allCases.map(Optional.some) {
                    var part = part
                    part.purpose = purpose
                    #expect(part.safetyClass(of: .movement, becoming: Self.stopped) == .routine)
                }
                let listed = Self.messages.contains { $0.file == fixture.file && $0.part == part.id.rawValue }
                #expect(listed == movement.isCommanded, "\(fixture) \(part.id): the table and the capability differ")
            }
        }
    }

    private static func model(_ fixture: DeviceFixture) throws -> any DialectModel {
        var parsers: [ObjectIdentifier: any DiscoveryParser] = [:]
        var events: [DiscoveryEvent] = []
        for message in fixture.announces {
            let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
            for dialect in DeviceFamilies.discoveryParsers where dialect.matches(levels) {
                let key = ObjectIdentifier(dialect)
                var parser = parsers[key] ?? dialect.init(root: fixture.root)
                events += parser.receive(levels, payload: message.bytes(id: 7), isRetained: true)
                parsers[key] = parser
            }
        }
        return try #require(events.described.last?.model)
    }
}
