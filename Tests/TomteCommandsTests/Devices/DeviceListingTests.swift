import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

@Suite struct DeviceListingTests {
    private let now = Timestamp(milliseconds: 1_800_000_000_000)

    private var plug: DeviceBody {
        let power = CapabilityBody(
            name: CapabilityName(.power), type: .number, unit: "W", minimum: nil, maximum: nil, step: nil, options: [],
            isCommanded: false, mayCommand: false, isSensitive: false, flow: .consumption,
            state: StateBody(value: .number(4.25), time: now - .seconds(12), isStale: true))
        let brightness = CapabilityBody(
            name: CapabilityName(.brightness), type: .number, unit: "%", minimum: 0, maximum: 100, step: 5, options: [],
            isCommanded: true, mayCommand: true, isSensitive: false, flow: nil, state: nil)
        return DeviceBody(
            id: DeviceID("plug" as StaticString), name: "\u{1B}[2J\u{202E}Plug", room: nil, link: "homie5",
            availability: .lost, manufacturer: nil, model: nil,
            parts: [PartBody(id: .main, purpose: nil, asksForPurpose: true, capabilities: [power, brightness])])
    }

    @Test func sheetShowsValuesAgesRangesAndMissingPurposes() {
        let lines = DeviceSheet(plug, now: now).lines(part: nil, limit: nil).map(\.plain)
        #expect(lines.first == "\\u{1b}[2J\\u{202e}Plug  plug")
        #expect(lines.contains("  power       4.25 W  12 s ago, stale  consumption"))
        #expect(lines.contains("  brightness  –       never            0 to 100 %, step 5"))
        #expect(lines.contains("    → tomte devices purpose plug/main PURPOSE"))
    }

    /// A movement reports more values than a command may contain.
    @Test func sheetShowsOnlyTheOptionsOfCommands() {
        let movement = CapabilityBody(
            name: CapabilityName(.movement), type: .choice, unit: nil, minimum: nil, maximum: nil, step: nil,
            options: ["opening", "closing", "stopped"], commandOptions: ["stopped"], isCommanded: true,
            mayCommand: true, isSensitive: false, flow: nil, state: nil)
        let blind = DeviceBody(
            id: DeviceID("blind" as StaticString), name: "Blind", room: nil, link: "homie5", availability: .ready,
            manufacturer: nil, model: nil,
            parts: [PartBody(id: .main, purpose: .blind, asksForPurpose: false, capabilities: [movement])])
        let lines = DeviceSheet(blind, now: now).lines(part: nil, limit: nil).map(\.plain)
        #expect(lines.contains("  movement    –      never  stopped"), "\(lines)")
    }

    @Test(arguments: [60, 80])
    func sheetAndTableFitTheTerminal(columns: Int) {
        let sheet = DeviceSheet(plug, now: now).lines(part: nil, limit: columns)
        let table = DeviceTable.table(Array(repeating: plug, count: 3)).lines(limit: columns)
        #expect((sheet + table).allSatisfy { $0.width <= columns })
    }

    @Test func discoveredDeviceIsShownWithTheCommandThatAdoptsIt() {
        let found = DiscoveredBody(
            id: DeviceID("hk-1" as StaticString), link: "_hap._tcp", address: nil, name: "Eve\n", manufacturer: nil,
            model: "Eve 20", category: "outlet", isPaired: false, availability: nil,
            addresses: ["192.168.1.20 (eth0)"], firstSeen: now - .hours(3), lastSeen: now, isAdoptable: true,
            asksForPurpose: [.main])
        #expect(
            DiscoveredListing(now: now).lines([found], limit: nil).map(\.plain) == [
                "hk-1  Eve\\u{a}", "  _hap._tcp · Eve 20 · outlet · not paired", "  192.168.1.20 (eth0)",
                "  first seen 3 h ago, last seen now", "  → tomte devices adopt hk-1 --purpose main=…",
            ])
    }
}
