import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Composites whose commands contain all members: those of sirens, as zigbee-herdsman-converters announces them, and
/// others.
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

    /// The messages of a command. The model that is restored after a restart must send the same messages.
    private static func messages(
        _ exposes: [JSONValue], capability: String, value: CapabilityValue
    ) throws -> [String]? {
        let model = try #require(ZigbeeSamples.model(exposes))
        let restored = try Zigbee2MQTTModel(
            address: ZigbeeSamples.address(model.entity.id), native: model.entity.native)
        #expect(restored.description == model.description)
        let messages = model.told(.main, capability: capability, value: value)
        #expect(restored.told(.main, capability: capability, value: value) == messages)
        return messages?.map { $0.replacing("house/z2m/thing/set ", with: "") }
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
    func sirenCommandContainsTheWholeWarning(capability: String, value: CapabilityValue, sent: String) throws {
        #expect(try Self.messages([Self.usual], capability: capability, value: value) == [sent])
    }

    /// Off never starts a siren, for any names and any order of its modes.
    @Test(
        arguments: [
            (["stop", "emergency"], "stop", "emergency"), (["emergency", "stop"], "stop", "emergency"),
            (["fire", "Stop", "burglar"], "Stop", "fire"), (["off", "beep"], "off", "beep"),
        ] as [([JSONValue], String, String)])
    func offSendsTheStopMode(modes: [JSONValue], stop: String, sounding: String) throws {
        let exposes = [Self.warning(modes)]
        let off = try #require(try Self.messages(exposes, capability: "siren", value: .boolean(false))?.first)
        let on = try #require(try Self.messages(exposes, capability: "siren", value: .boolean(true))?.first)
        #expect(off.contains(#""mode":"\#(stop)""#) && on.contains(#""mode":"\#(sounding)""#))
        #expect(try Self.messages(exposes, capability: "choice.tone", value: .text(stop)) == nil)
    }

    /// A siren without a mode that stops it is not offered.
    @Test(arguments: [["burglar", "fire"], ["stop"], []] as [[JSONValue]])
    func sirenWithoutStopIsNotOffered(modes: [JSONValue]) throws {
        let model = try #require(ZigbeeSamples.model([Self.warning(modes)] + ZigbeeSamples.plug))
        #expect(!model.description.parts.flatMap(\.capabilities).contains { $0.kind == .siren })
        #expect(model.description.others.contains { $0.hasPrefix("warning:") })
        #expect(model.description[.main]?[CapabilityName(.switch)] != nil)
    }

    @Test func durationIsClampedToTheAnnouncedMaximum() throws {
        let exposes = [Self.warning(["stop", "fire"], maximum: 60)]
        #expect(
            try Self.messages(exposes, capability: "siren", value: .boolean(true))
                == [#"{"warning":{"mode":"fire","duration":60}}"#])
    }

    /// A siren does not report its state, so no report confirms a command.
    @Test(arguments: [false, true]) func sirenCommandIsNotConfirmed(isOptimistic: Bool) throws {
        let model = try #require(ZigbeeSamples.model([Self.usual], optimistic: isOptimistic))
        let command = try #require(
            model.encodeCommand(.main, capability: CapabilityName(.siren), value: .boolean(true), number: 1))
        #expect(command.confirmation == .none && command.value == .boolean(true))
        #expect(model.stateQuery(.main, capability: CapabilityName(.siren), number: 1) == nil)
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
            try Self.messages([squawk], capability: "button.squawk", value: .text("system_is_armed"))
                == [#"{"squawk":{"state":"system_is_armed"}}"#])
    }

    /// The required members of other composites are unknown, so these composites are read and not written.
    @Test(arguments: ["level_config", "weekly_schedule", "pin_code", "inching_control_set"])
    func otherCompositeIsReadOnly(name: String) throws {
        let composite: JSONValue = [
            "type": "composite", "name": .text(name), "property": .text(name), "access": 7,
            "features": [ZigbeeSamples.numeric("amount", access: 7), ZigbeeSamples.numeric("hidden", access: 2)],
        ]
        let model = try #require(ZigbeeSamples.model([composite]))
        let capabilities = model.description.parts.flatMap(\.capabilities)
        #expect(capabilities.count == 1 && capabilities.allSatisfy { $0.isReported && !$0.isCommanded })
        #expect(model.description.others == ["\(name): it accepts commands only as a whole"])
        let updates = model.receive("house/z2m/thing", payload: #"{"\#(name)":{"amount":3}}"#)
        #expect(updates.compactMap(\.value) == [.number(3)])
    }

    /// A light sensor in the motor of a blind: lux is an illuminance, and any other unit is a number in that unit.
    @Test(
        arguments: [
            ("illuminance", "lx", "main illuminance r"), ("illuminance", nil, "main number.illuminance r"),
            ("illuminance", "%", "main number.illuminance r in %"), ("illuminance_lux", "lx", "main illuminance r"),
        ] as [(String, String?, String)])
    func illuminanceOfACoverKeepsItsUnit(key: String, unit: String?, line: String) throws {
        let blind: JSONValue = [
            "type": "cover", "features": [ZigbeeSamples.numeric("position", access: 7, unit: "%")],
        ]
        let model = try #require(ZigbeeSamples.model([blind, ZigbeeSamples.numeric(key, unit: unit)]))
        #expect(model.capabilityLines.contains(line), "\(model.capabilityLines)")
        #expect(model.receive("house/z2m/thing", payload: #"{"\#(key)":40,"position":7}"#).map(\.line).count == 2)
    }
}
