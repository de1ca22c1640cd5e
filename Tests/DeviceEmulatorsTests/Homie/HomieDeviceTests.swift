import DeviceEmulators
import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

@Suite struct HomieDeviceTests {
    private static let device = EmulatedHomieDevice(
        domain: "plug-7", id: "plug",
        description: DeviceDescription(
            name: "Plug", model: "example.plug",
            parts: [
                Part(
                    id: .main,
                    capabilities: [
                        Capability(CapabilityName(.switch), isCommanded: true),
                        Capability(CapabilityName(.power), minimum: 0, maximum: 3680),
                        Capability(
                            CapabilityName(.targetTemperature), minimum: 5, maximum: 30, step: 0.5, roundsToStep: true,
                            isCommanded: true),
                        Capability(CapabilityName(.button)),
                    ])
            ]),
        version: 4)

    private func text(_ message: DialectMessage?) -> String? {
        message.map { "\($0.topic) \(String(decoding: $0.payload, as: UTF8.self)) \($0.qos) \($0.retain)" }
    }

    @Test func lifecycleMessagesFollowTheConvention() {
        let device = Self.device
        #expect(text(device.will) == "plug-7/5/plug/$state lost 1 true")
        #expect(device.announcement().map(\.topic) == ["plug-7/5/plug/$state", "plug-7/5/plug/$description"])
        #expect(text(device.announcement().first) == "plug-7/5/plug/$state init 1 true")
        #expect(text(device.state(.ready)) == "plug-7/5/plug/$state ready 1 true")
        #expect(device.state(.unknown) == nil)
        #expect(device.disconnectMessages().map { text($0) } == ["plug-7/5/plug/$state disconnected 1 true"])
        #expect(device.commandFilter == "plug-7/5/plug/+/+/set")
    }

    @Test func descriptionIsEncodedAsTheConventionRequires() {
        let json = #"""
            {"homie":"5.0","version":4,"name":"Plug","type":"example.plug","nodes":{"main":{"properties":{"button":{"datatype":"string","retained":false},"power":{"datatype":"float","format":"0:3680","unit":"W"},"switch":{"datatype":"boolean","settable":true},"target-temperature":{"datatype":"float","format":"5:30:0.5","settable":true,"unit":"°C"}}}}}
            """#
        #expect(Self.device.announcement().last.map { String(decoding: $0.payload, as: UTF8.self) } == json)
    }

    @Test func valuesAndTargetsAreEncoded() {
        let device = Self.device
        #expect(
            text(device.value(.main, capability: CapabilityName(.power), value: .number(12.5)))
                == "plug-7/5/plug/main/power 12.5 1 true")
        #expect(
            text(device.target(.main, capability: CapabilityName(.switch), value: .boolean(true)))
                == "plug-7/5/plug/main/switch/$target true 1 true")
        #expect(
            text(device.value(.main, capability: CapabilityName(.button), value: .text("hold")))
                == "plug-7/5/plug/main/button hold 0 false")
        #expect(device.value(.main, capability: CapabilityName(.power), value: .boolean(true)) == nil)
        #expect(device.value(.main, capability: CapabilityName(.power), value: .number(.nan)) == nil)
        #expect(device.value(.main, capability: CapabilityName(.energy), value: .number(1)) == nil)
    }

    @Test func commandIsRoundedBeforeTheRangeCheck() throws {
        let device = Self.device
        let topic = "plug-7/5/plug/main/target-temperature/set"
        #expect(try device.command(topic: topic, payload: Array("21.3".utf8)).value == .number(21.5))
        #expect(try device.command(topic: topic, payload: Array("30.2".utf8)).value == .number(30))
        #expect(throws: DialectError.outOfRange(30.5, 5...30)) {
            try device.command(topic: topic, payload: Array("30.3".utf8))
        }
        #expect(
            text(device.acceptance(topic: topic, payload: Array("2.13e1".utf8)))
                == "plug-7/5/plug/main/target-temperature/$target 2.13e1 1 true")
    }

    @Test(arguments: [
        ("plug-7/5/plug/main/power/set", "notSettable"), ("plug-7/5/plug/main/none/set", "notDescribed"),
        ("plug-8/5/plug/main/switch/set", "notDescribed"), ("plug-7/5/plug/main/switch", "notDescribed"),
        ("homie", "foreignTopic"), ("plug-7/5/plug/main/switch/set", "badPayload"),
    ])
    func invalidCommandIsRefused(topic: String, code: String) {
        let error = #expect(throws: DialectError.self) {
            try Self.device.command(topic: topic, payload: Array("maybe".utf8))
        }
        #expect(error?.code == code)
    }
}
