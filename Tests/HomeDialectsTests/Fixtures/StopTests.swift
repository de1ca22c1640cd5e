import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

/// Everything that travels and has a stop is stopped by one message, in every dialect, and a stop is always safe.
@Suite struct StopTests {
    private static let stopped = CapabilityValue.text("stopped")

    /// The messages that stop each fixture, by part.
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

    @Test(arguments: messages.indices) func stopIsOneMessage(row: Int) throws {
        let (file, part, message) = Self.messages[row]
        let fixture = try #require(DeviceFixture.all.first { $0.file == file })
        let model = try Self.model(fixture)
        let id = try #require(PartID(part))
        let order = try #require(model.order(id, CapabilityName(.movement), Self.stopped, number: 7))
        #expect(order.messages.count == 1 && order.value == Self.stopped)
        let sent = order.messages.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self))" }
        #expect(sent.first?.contains(message) == true, "\(sent)")
    }

    /// A movement takes nothing but a stop, for which no purpose makes a person give a PIN.
    @Test(arguments: DeviceFixture.all) func movementOnlyStops(fixture: DeviceFixture) throws {
        let model = try Self.model(fixture)
        for part in model.description.parts {
            for movement in part.capabilities where movement.kind == .movement {
                for word in movement.options where word != "stopped" {
                    #expect(model.order(part.id, movement.name, .text(word), number: 7) == nil)
                }
                #expect(movement.commandedOptions == ["stopped"])
                for purpose in [nil] + Purpose.allCases.map(Optional.some) {
                    var part = part
                    part.purpose = purpose
                    #expect(part.safetyClass(of: .movement, becoming: Self.stopped) == .routine)
                }
                let listed = Self.messages.contains { $0.file == fixture.file && $0.part == part.id.rawValue }
                #expect(listed == movement.isCommanded, "\(fixture) \(part.id) is missing in the table, or never stops")
            }
        }
    }

    private static func model(_ fixture: DeviceFixture) throws -> any DialectModel {
        var heard: [ObjectIdentifier: any DialectAnnouncements] = [:]
        var news: [Announcement] = []
        for message in fixture.announces {
            let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
            for dialect in Dialects.announcements where dialect.hears(levels) {
                let key = ObjectIdentifier(dialect)
                var announcements = heard[key] ?? dialect.init(root: fixture.root)
                news += announcements.hear(levels, message.bytes(id: 7), isRetained: true)
                heard[key] = announcements
            }
        }
        return try #require(news.described.last?.model)
    }
}
