import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

/// Composites that are written as a whole: those of sirens, as zigbee-herdsman-converters announces them, and others.
@Suite struct ZigbeeSirenTests {
    private static func warning(_ modes: [JSONValue], access: Int64 = 2, maximum: JSONValue? = nil) -> JSONValue {
        var duration: JSONObject = [
            "type": "numeric", "name": "duration", "property": "duration", "access": 2, "unit": "s",
        ]
        if let maximum { duration = JSONObject(duration.members + [.init(key: "value_max", value: maximum)]) }
        return [
            "type": "composite", "name": "warning", "property": "warning", "access": .integer(access),
            "features": [
                ["type": "enum", "name": "mode", "property": "mode", "access": 2, "values": .list(modes)],
                [
                    "type": "enum", "name": "level", "property": "level", "access": 2,
                    "values": ["low", "medium", "high", "very_high"],
                ],
                ZigbeeSamples.binary("strobe", access: 2, on: true, off: false), .object(duration),
            ],
        ]
    }

    private static let usual = warning(["stop", "burglar", "fire", "emergency", "police_panic"])

    /// What is sent, and the same after a restart from what is kept.
    private static func told(
        _ exposes: [JSONValue], _ capability: String, _ value: CapabilityValue
    ) throws -> [String]? {
        let model = try #require(ZigbeeSamples.model(exposes))
        let kept = try Zigbee2MQTTModel(
            address: ZigbeeSamples.address(model.entity.id), native: model.entity.native)
        #expect(kept.description == model.description)
        let told = model.told(.main, capability, value)
        #expect(kept.told(.main, capability, value) == told)
        return told?.map { $0.replacing("house/z2m/thing/set ", with: "") }
    }

    @Test func sirenHasPowerToneLevelAndDuration() throws {
        let model = try #require(ZigbeeSamples.model([Self.usual]))
        #expect(
            model.capabilityLines == [
                "main choice.level w low|medium|high|very_high",
                "main choice.tone w burglar|fire|emergency|police_panic", "main number.duration w in s", "main siren w",
            ])
        #expect(model.description.others.isEmpty)
    }

    @Test(
        arguments: [
            ("siren", .boolean(true), #"{"warning":{"mode":"emergency","duration":180}}"#),
            ("siren", .boolean(false), #"{"warning":{"mode":"stop","strobe":false}}"#),
            ("choice.tone", .text("fire"), #"{"warning":{"mode":"fire","duration":180}}"#),
            ("choice.tone", .text("emergency"), #"{"warning":{"mode":"emergency","duration":180}}"#),
            ("choice.level", .text("low"), #"{"warning":{"level":"low","mode":"emergency","duration":180}}"#),
            ("number.duration", .number(30), #"{"warning":{"duration":30,"mode":"emergency"}}"#),
        ] as [(String, CapabilityValue, String)])
    func sirenIsWrittenAsAWhole(capability: String, value: CapabilityValue, sent: String) throws {
        #expect(try Self.told([Self.usual], capability, value) == [sent])
    }

    /// Off never sounds a siren, whatever its modes are called and in whatever order they come.
    @Test(
        arguments: [
            (["stop", "emergency"], "stop", "emergency"), (["emergency", "stop"], "stop", "emergency"),
            (["fire", "Stop", "burglar"], "Stop", "fire"), (["off", "beep"], "off", "beep"),
        ] as [([JSONValue], String, String)])
    func offStops(modes: [JSONValue], stop: String, sounding: String) throws {
        let exposes = [Self.warning(modes)]
        let off = try #require(try Self.told(exposes, "siren", .boolean(false))?.first)
        let on = try #require(try Self.told(exposes, "siren", .boolean(true))?.first)
        #expect(off.contains(#""mode":"\#(stop)""#) && on.contains(#""mode":"\#(sounding)""#))
        #expect(try Self.told(exposes, "choice.tone", .text(stop)) == nil)
    }

    /// A siren that could not be silenced is not offered.
    @Test(arguments: [["burglar", "fire"], ["stop"], []] as [[JSONValue]])
    func sirenWithoutStopIsNotOffered(modes: [JSONValue]) throws {
        let model = try #require(ZigbeeSamples.model([Self.warning(modes)] + ZigbeeSamples.plug))
        #expect(!model.description.parts.flatMap(\.capabilities).contains { $0.kind == .siren })
        #expect(model.description.others.contains { $0.hasPrefix("warning:") })
        #expect(model.description[.main]?[CapabilityName(.switch)] != nil)
    }

    @Test func durationStaysWithinTheAnnouncedOne() throws {
        let exposes = [Self.warning(["stop", "fire"], maximum: 60)]
        #expect(
            try Self.told(exposes, "siren", .boolean(true)) == [#"{"warning":{"mode":"fire","duration":60}}"#])
    }

    /// Nothing reports what a siren does, so a command to it is sent and never confirmed.
    @Test(arguments: [false, true]) func sirenIsSentAndNotConfirmed(isOptimistic: Bool) throws {
        let model = try #require(ZigbeeSamples.model([Self.usual], optimistic: isOptimistic))
        let order = try #require(model.order(.main, CapabilityName(.siren), .boolean(true), number: 1))
        #expect(order.proof == .none && order.value == .boolean(true))
        #expect(model.question(.main, CapabilityName(.siren), number: 1) == nil)
    }

    @Test func squawkIsAButton() throws {
        let squawk: JSONValue = [
            "type": "composite", "name": "squawk", "property": "squawk", "access": 2,
            "features": [
                [
                    "type": "enum", "name": "state", "property": "state", "access": 2,
                    "values": ["system_is_armed", "system_is_disarmed"],
                ]
            ],
        ]
        #expect(
            try Self.told([squawk], "button.squawk", .text("system_is_armed"))
                == [#"{"squawk":{"state":"system_is_armed"}}"#])
    }

    /// A composite of which this program does not know which members matter is read, and not written.
    @Test(arguments: ["level_config", "weekly_schedule", "pin_code", "inching_control_set"])
    func otherCompositeIsOnlyRead(name: String) throws {
        let composite: JSONValue = [
            "type": "composite", "name": .text(name), "property": .text(name), "access": 7,
            "features": [ZigbeeSamples.numeric("amount", access: 7), ZigbeeSamples.numeric("hidden", access: 2)],
        ]
        let model = try #require(ZigbeeSamples.model([composite]))
        let capabilities = model.description.parts.flatMap(\.capabilities)
        #expect(capabilities.count == 1 && capabilities.allSatisfy { $0.isReported && !$0.isCommanded })
        #expect(model.description.others == ["\(name): it takes commands only as a whole"])
        let said = model.hear("house/z2m/thing", #"{"\#(name)":{"amount":3}}"#)
        #expect(said.compactMap(\.value) == [.number(3)])
    }

    /// A light sensor in a blind's motor: lux is an illuminance, anything else is a number in its own unit.
    @Test(
        arguments: [
            ("illuminance", "lx", "main illuminance r"), ("illuminance", nil, "main number.illuminance r"),
            ("illuminance", "%", "main number.illuminance r in %"), ("illuminance_lux", "lx", "main illuminance r"),
        ] as [(String, String?, String)])
    func coverMayMeasureLight(key: String, unit: String?, line: String) throws {
        let blind: JSONValue = [
            "type": "cover", "features": [ZigbeeSamples.numeric("position", access: 7, unit: "%")],
        ]
        let model = try #require(ZigbeeSamples.model([blind, ZigbeeSamples.numeric(key, unit: unit)]))
        #expect(model.capabilityLines.contains(line), "\(model.capabilityLines)")
        #expect(model.hear("house/z2m/thing", #"{"\#(key)":40,"position":7}"#).map(\.line).count == 2)
    }
}
