import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct EventTextTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)
    private let lamp = DeviceID("lamp" as StaticString)

    private var text: EventText {
        var text = EventText(zone: .gmt)
        text.setDevices([
            DeviceBody(
                id: lamp, name: "Hall\u{1B}[2J lamp", room: nil, link: "homie5", availability: .ready,
                manufacturer: nil, model: nil, parts: [])
        ])
        return text
    }

    @Test func readingIsShownAsTimeDeviceQuantityAndValue() {
        let series = SeriesID(device: lamp, part: PartID("l-1" as StaticString), capability: CapabilityName(.power))
        let line = text.line(.reading(series, Reading(time: now, value: 4.25), unit: "W"), now: now)
        #expect(line?.plain == "08:00:00  Hall\\u{1b}[2J lamp/l-1      power               4.25 W")
    }

    @Test func gapIsShownAndDeviceChangeIsNot() {
        #expect(text.line(.gap(3), now: now)?.plain.contains("3 events were missed") == true)
        #expect(text.line(.gap(nil), now: now)?.plain.contains("Some events were missed") == true)
        #expect(text.line(.devices, now: now) == nil)
    }
}
