import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct ZigbeeModelTests {
    private typealias Samples = ZigbeeSamples

    /// The capabilities of one expose, as `Capability.line` writes them.
    private func line(_ expose: JSONValue) throws -> String {
        let model = try #require(Samples.model([expose]))
        return model.description.parts.flatMap { part in part.capabilities.map { "\(part.id) \($0.line)" } }
            .joined(separator: "; ")
    }

    private static let exposes: [(JSONValue, String)] = [
        (Samples.numeric("local_temperature", unit: "°C"), "main temperature r"),
        (Samples.numeric("cpu_temperature", unit: "°F"), "main temperature.cpu-temperature r"),
        (
            Samples.numeric("external_temperature_input", access: 7, unit: "°C"),
            "main number.external-temperature-input rw in °C"
        ),
        (Samples.numeric("voc", unit: "ppb"), "main number.voc r in ppb"),
        (Samples.numeric("voc", unit: "µg/m³"), "main voc r"),
        (Samples.numeric("noise", unit: "dBA"), "main noise r"),
        (Samples.numeric("energy_produced", unit: "kWh"), "main energy r production"),
        (Samples.numeric("voltage_phase_b", unit: "V"), "phase-b voltage r"),
        (Samples.binary("presence", access: 1, on: true, off: false), "main occupancy r"),
        (Samples.binary("carbon_monoxide", access: 1, on: true, off: false), "main carbonMonoxide r"),
        (Samples.binary("vibration", access: 1, on: true, off: false), "main choice.vibration r off|on"),
        (Samples.binary("gas", access: 1, on: true, off: false), "main choice.gas r off|on"),
        (Samples.binary("valve", access: 3, on: "OPEN", off: "CLOSE"), "main valve.valve rw closed|open"),
        (Samples.binary("state", access: 3, on: true, off: false), "main switch rw"),
        (Samples.binary("unlock_door", access: 2, on: true, off: false), "main switch.unlock-door w"),
        (Samples.binary("child_lock", access: 3, on: "LOCK", off: "UNLOCK"), "main choice.child-lock rw UNLOCK|LOCK"),
        (
            ["type": "enum", "property": "door", "access": 3, "values": ["OPEN", "CLOSED"]],
            "main garageDoor.door rw open|closed"
        ),
        (
            ["type": "enum", "property": "arm_mode", "access": 3, "values": ["disarm", "arm_home", "arm_away"]],
            "main alarm.arm-mode rw disarmed|armedHome|armedAway"
        ),
        // One keyword among the options is enough, and no other option changes that.
        (choice("bolt", values: ["lock", "unlock", "unlatch"]), "main lock.bolt rw locked|unlocked|unlatch"),
        (
            choice("flap", values: ["open", "opened", "stop", "vent"]),
            "main garageDoor.flap rw open|opened|stopped|vent"
        ),
        (
            choice("guard", values: ["disarmed", "armed_home", "armed_night"]),
            "main alarm.guard rw disarmed|armedHome|armedNight"
        ),
        (
            choice("keypad_lockout", values: ["unlock", "lock1", "lock2"]),
            "main choice.keypad-lockout rw unlock|lock1|lock2"
        ),
        (choice("speed", values: ["slow", "fast"]), "main choice.speed rw slow|fast"),
        (lock("state", on: "ZU", off: "AUF"), "main lock rw unlocked|locked"),
        (lock("gate_lock", on: true, off: false), "main lock.gate-lock rw unlocked|locked"),
        (lock("child_lock", on: "LOCK", off: "UNLOCK"), "main choice.child-lock rw UNLOCK|LOCK"),
        (Samples.numeric("position", access: 3, unit: "%"), "main position rw"),
        (["type": "text", "property": "note", "access": 1], "main text.note r"),
    ]

    private static func choice(_ property: String, values: [JSONValue]) -> JSONValue {
        ["type": "enum", "property": .text(property), "access": 3, "values": .list(values)]
    }

    private static func lock(_ property: String, on: JSONValue, off: JSONValue) -> JSONValue {
        ["type": "lock", "features": [Samples.binary(property, access: 3, on: on, off: off)]]
    }

    @Test func exposeIsMappedToItsCapability() throws {
        for (expose, expected) in Self.exposes { #expect(try line(expose) == expected) }
    }

    private static let unreadable: [JSONValue] = [
        ["type": "list", "property": "schedule", "access": 1], ["type": "hologram", "property": "x", "access": 1],
        ["type": "enum", "property": "x", "access": 1, "values": []],
        ["type": "enum", "property": "x", "access": 1, "values": ["a", "a"]],
        ["type": "enum", "property": "x", "access": 1, "values": [["a"]]], ["type": "text", "access": 1],
        ["type": "binary", "property": "x", "access": 1, "value_on": "A", "value_off": "A"],
        ["type": "numeric", "property": "x", "access": 0], 7, ["type": "composite", "access": 1],
    ]

    @Test func unreadableExposeIsListed() throws {
        for expose in Self.unreadable {
            let model = try #require(Samples.model([expose, Samples.numeric("power", unit: "W")]), "\(expose)")
            #expect(model.description.parts.flatMap(\.capabilities).map(\.line) == ["power r"])
            #expect(model.description.others.count == 1, "\(expose)")
        }
    }

    @Test func commandIsRoundedToTheDeviceStep() throws {
        let model = try #require(
            Samples.model([
                [
                    "type": "climate",
                    "features": [
                        [
                            "type": "numeric", "property": "current_heating_setpoint", "access": 3, "unit": "°C",
                            "value_min": 5, "value_max": 30, "value_step": 0.5,
                        ]
                    ],
                ]
            ]))
        let name = CapabilityName(.targetTemperature)
        for (wanted, sent) in [(20.3, 20.5), (20.2, 20), (4, 5), (99, 30)] {
            let command = try #require(model.encodeCommand(.main, capability: name, value: .number(wanted), number: 7))
            #expect(command.value == .number(sent))
        }
        #expect(model.encodeCommand(.main, capability: name, value: .text("warm"), number: 7) == nil)
        #expect(model.encodeCommand(.main, capability: CapabilityName(.lock), value: .text("locked"), number: 7) == nil)
    }

    /// A step without a meaning does not change the value of a command.
    @Test(arguments: [JSONValue.number(1e-308), .number(.leastNonzeroMagnitude), 1e-9, 0, -1, .null])
    func meaninglessStepIsIgnored(step: JSONValue) throws {
        let level: JSONValue = [
            "type": "numeric", "property": "level", "access": 3, "value_min": 0, "value_max": 100, "value_step": step,
        ]
        let model = try #require(Samples.model([level]))
        let capability = try #require(model.description[.main]?.capabilities.first)
        #expect(capability.step == nil)
        let command = try #require(
            model.encodeCommand(.main, capability: capability.name, value: .number(20.5), number: 7))
        #expect(command.value == .number(20.5) && command.messages[0].payload == Array(#"{"level":20.5}"#.utf8))
    }

    /// Reports of the bolt are states of the lock where the values allow it, and otherwise a capability of their own.
    @Test func lockStateOfAnyTypeIsKept() throws {
        let state = Samples.binary("state", access: 7, on: "LOCK", off: "UNLOCK")
        let bolts: [(JSONValue, [String])] = [
            (["type": "enum", "property": "lock_state", "access": 1, "values": ["locked", "unlocked"]], ["lock rw"]),
            (["type": "text", "property": "lock_state", "access": 1], ["lock rw", "text.lock-state r"]),
            (
                Samples.binary("lock_state", access: 1, on: true, off: false),
                ["choice.lock-state r off|on", "lock rw"]
            ),
        ]
        for (bolt, expected) in bolts {
            let model = try #require(Samples.model([["type": "lock", "features": [state, bolt]]]))
            let lines = model.description[.main]?.capabilities.map(\.line) ?? []
            #expect(lines.count == expected.count && model.description.others.isEmpty, "\(lines)")
            for line in expected { #expect(lines.contains { $0.hasPrefix(line) }, "\(lines)") }
        }
    }

    @Test func optimisticBridgeIsConfirmedByAQueriedReport() throws {
        func confirmation(access: Int64, optimistic: Bool) throws -> ConfirmationMode? {
            let state = Samples.binary("state", access: access, on: "ON", off: "OFF")
            let model = try #require(
                Samples.model([["type": "switch", "features": [state]]], optimistic: optimistic))
            return model.encodeCommand(.main, capability: CapabilityName(.switch), value: .boolean(true), number: 7)?
                .confirmation
        }
        #expect(try confirmation(access: 7, optimistic: true) == .reportAfterQuery)
        #expect(try confirmation(access: 3, optimistic: true) == ConfirmationMode.none)
        #expect(try confirmation(access: 7, optimistic: false) == .report)
        #expect(try confirmation(access: 3, optimistic: false) == .report)
        #expect(try confirmation(access: 2, optimistic: false) == ConfirmationMode.none)
        #expect(try confirmation(access: 1, optimistic: false) == nil)
    }

    @Test func failedKeyNamesItsCapability() throws {
        let relays: [JSONValue] = ["l1", "l2"].map { endpoint in
            [
                "type": "switch", "endpoint": .text(endpoint),
                "features": [
                    [
                        "type": "binary", "name": "state", "property": .text("state_" + endpoint), "access": 7,
                        "value_on": "ON", "value_off": "OFF", "endpoint": .text(endpoint),
                    ]
                ],
            ]
        }
        let one = try #require(Samples.model(Array(relays.prefix(1))))
        #expect(one.capability(failing: "state")?.0 == PartID("l1"))
        // Zigbee2MQTT does not say which endpoint refused.
        #expect(try #require(Samples.model(relays)).capability(failing: "state") == nil)
    }

    @Test func nativeDescriptionIsShort() throws {
        var parser = Samples.bridge()
        let list = JSONValue.list([Samples.device(1, name: "a")]).description
        let native = try #require(parser.receive(Samples.topic("devices"), payload: list).described.first).native
        #expect(native.utf8.count < 600)
    }
}
