import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// The power of a Tasmota lamp for any order of its reports, and the messages of a command to a lamp that is off.
@Suite struct TasmotaLampTests {
    private typealias Samples = TasmotaSamples

    private static func lamp(_ changes: JSONObject = [:]) throws -> TasmotaModel {
        try Samples.model(JSONObject([.init(key: "rl", value: [2]), .init(key: "lt_st", value: 1)] + changes.members))
    }

    /// The last reported power after `messages`. Acknowledgements of commands are not reports.
    private static func power(_ model: TasmotaModel, after messages: [(String, String)]) -> CapabilityValue? {
        messages.flatMap { model.receive("u/\($0.0)", payload: $0.1) }.reversed().lazy.compactMap { update in
            if case .state(_, CapabilityName(.switch), let value) = update { value } else { nil }
        }.first
    }

    /// After a restart the plain power topic and the state may disagree for a moment. The later report is used, on
    /// either topic and with either name that the firmware gives to the only output.
    @Test(arguments: ["POWER", "POWER1"], [(true, true), (true, false), (false, true), (false, false)])
    func laterPowerReportDecidesTheState(name: String, row: (isOn: Bool, stateComesLast: Bool)) throws {
        let (isOn, stateComesLast) = row
        let (said, other) = isOn ? ("ON", "OFF") : ("OFF", "ON")
        let plain = ("stat/plug/\(name)", stateComesLast ? other : said)
        let state = ("tele/plug/STATE", #"{"\#(name)":"\#(stateComesLast ? said : other)","Dimmer":40}"#)
        let messages = stateComesLast ? [plain, state] : [state, plain]
        #expect(Self.power(try Self.lamp(), after: messages) == .boolean(isOn))
        // A repeated report has the same result, also after an off.
        let off = ("stat/plug/\(name)", "OFF")
        #expect(Self.power(try Self.lamp(), after: [off] + messages) == .boolean(isOn))
        #expect(Self.power(try Self.lamp(), after: messages + messages) == .boolean(isOn))
    }

    /// Both equal states after an off are reports, and neither is only an acknowledgement.
    @Test func equalStatesAfterAnOffAreAllReports() throws {
        let model = try Self.lamp()
        _ = model.receive("u/stat/plug/POWER", payload: "OFF")
        let state = #"{"POWER":"ON","Dimmer":40}"#
        let expected: Set<DeviceUpdate> = [
            .state(.main, CapabilityName(.switch), .boolean(true)),
            .state(.main, CapabilityName(.brightness), .number(40)),
        ]
        for _ in 0..<2 { #expect(Set(model.receive("u/tele/plug/STATE", payload: state)) == expected) }
    }

    @Test(
        arguments: [
            ([:], 40, ["u/cmnd/plug/Dimmer 40"]), ([:], 0, ["u/cmnd/plug/POWER OFF"]),
            (["so": ["20": 1]], 40, ["u/cmnd/plug/Dimmer 40", "u/cmnd/plug/POWER ON"]),
            (["so": ["20": 1]], 0, ["u/cmnd/plug/POWER OFF"]),
        ] as [(JSONObject, Double, [String])])
    func brightnessSwitchesTheLamp(changes: JSONObject, level: Double, messages: [String]) throws {
        #expect(try Self.lamp(changes).told(.main, capability: "brightness", value: .number(level)) == messages)
    }
}
