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
        let item = KeyRotationPlan.Item(
            kind: .device, id: "plug", name: nil, effect: .setUpAgain, isDone: false, isIssued: false, isCutOff: true)
        let cutOff = DeviceSheet(plug, cutOff: item, now: now).lines(part: nil, limit: nil).map(\.plain)
        #expect(cutOff.contains { $0.contains("its certificate is not valid any more") })
        #expect(cutOff.contains("    tomte devices provision plug --certificate"))
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

    private func part(
        _ capability: CapabilityName, type: ValueType, options: [String] = [], access: CapabilityAccess,
        purpose: Purpose? = .light
    ) -> PartBody {
        let isNumber = type == .number
        let body = CapabilityBody(
            name: capability, type: type, unit: isNumber ? "°C" : nil, minimum: isNumber ? 5 : nil,
            maximum: isNumber ? 35 : nil, step: nil, options: options, isCommanded: true, mayCommand: true,
            isSensitive: true, access: CapabilityAccessBody(access), flow: nil, state: nil)
        return PartBody(id: .main, purpose: purpose, asksForPurpose: purpose?.isOutdated ?? true, capabilities: [body])
    }

    private func lines(_ part: PartBody) -> [String] {
        let device = DeviceBody(
            id: DeviceID("thing" as StaticString), name: "Thing", room: nil, link: "homie5", availability: .ready,
            manufacturer: nil, model: nil, parts: [part])
        return DeviceSheet(device, now: now).lines(part: nil, limit: nil).map(\.plain)
    }

    @Test func sheetShowsWhichCommandsNeedAPIN() {
        let fridge = part(CapabilityName(.switch), type: .boolean, access: .switching(on: .direct, off: .stepUp))
        #expect(lines(fridge).last?.hasSuffix("  on, off (PIN)") == true)
        let door = part(
            CapabilityName(.lock), type: .choice, options: ["locked", "unlocked"],
            access: .choosing(["locked": .direct, "unlocked": .refused]))
        #expect(lines(door).last?.hasSuffix("  locked, unlocked (not allowed)") == true)
        let heating = part(
            CapabilityName(.targetTemperature), type: .number,
            access: .setting(best: .direct, range: 5...30, beyond: .stepUp))
        #expect(lines(heating).last?.hasSuffix("  5 to 35 °C; outside 5 to 30 (PIN)") == true)
        let level = part(CapabilityName(.fanSpeed), type: .number, access: .switching(on: .stepUp, off: .direct))
        #expect(lines(level).last?.hasSuffix("  5 to 35 °C (PIN); 0 (no PIN)") == true)
    }

    @Test func imprecisePurposeIsNamedInTheSheetAndBelowTheTable() {
        let heater = part(
            CapabilityName(.switch), type: .boolean, access: .switching(on: .stepUp, off: .stepUp), purpose: .heater)
        #expect(lines(heater).contains { $0.contains("Its purpose “heater” is of an earlier version") })
        #expect(DeviceTable.questions([plug], limit: nil).map(\.plain).last == "  → tomte devices purpose plug PURPOSE")
        #expect(DeviceTable.questions([], limit: nil).isEmpty)
    }

    @Test(arguments: [60, 80])
    func sheetAndTableFitTheTerminal(columns: Int) {
        let sheet = DeviceSheet(plug, now: now).lines(part: nil, limit: columns)
        let table = DeviceTable.table(Array(repeating: plug, count: 3)).lines(limit: columns)
        let questions = DeviceTable.questions(Array(repeating: plug, count: 30), limit: columns)
        #expect((sheet + table + questions).allSatisfy { $0.width <= columns })
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
