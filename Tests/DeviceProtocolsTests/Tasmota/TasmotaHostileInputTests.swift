import SeededRandom
import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

/// Any input yields a device, a finding or no event. No input traps, and all topics stay below the root.
@Suite struct TasmotaHostileInputTests {
    private typealias Samples = TasmotaSamples

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func mutatedAnnouncementsNeverTrap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixtures = DeviceFixture.all.filter { $0.file.hasPrefix("tasmota/") }
        var described = 0
        for _ in 0..<300 {
            let fixture = random.pick(fixtures)
            var parser = TasmotaDiscoveryParser(root: "tasmota")
            for message in fixture.announces {
                let payload = random.mutated(message.bytes(id: 1), tokens: Self.tokens)
                let levels = message.topic.split(separator: "/")
                for device in parser.receive(levels, payload: payload, isRetained: true).described {
                    described += 1
                    try Self.check(device, using: &random)
                }
            }
        }
        #expect(described > 100, "seed \(seed): Too few mutations keep the JSON valid.")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>) func anyPayloadYieldsFiniteNumbers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixtures = DeviceFixture.all.filter { $0.file.hasPrefix("tasmota/") }
        for fixture in fixtures {
            var parser = TasmotaDiscoveryParser(root: "tasmota")
            let events = fixture.announces.flatMap { message in
                parser.receive(message.topic.split(separator: "/"), payload: message.bytes(id: 1), isRetained: true)
            }
            let model = try #require(events.described.last?.model)
            for _ in 0..<150 {
                let payload = random.mutated(random.pick(fixture.says).message.bytes(id: 1), tokens: Self.tokens)
                let topic = random.pick(model.topics)
                for lane in MessageLane.allCases {
                    for update in topic.decoder.decode(payload, on: lane) {
                        if case .number(let number) = update.value { #expect(number.isFinite, "seed \(seed)") }
                    }
                }
            }
        }
    }

    @Test func sensorsBeyondTheLimitAreCutAndListed() throws {
        let members = (0..<2000).map { JSONObject.Member(key: "S\($0)", value: ["Temperature": 1]) }
        let model = try Samples.model(sensors: JSONObject(members))
        #expect(model.description.parts.flatMap(\.capabilities).count == TasmotaSensors.maximumValues / 2 + 2)
        #expect(model.description.others.contains { $0.hasPrefix("sensors: ") })
        #expect(model.native.utf8.count < 8192)
    }

    @Test func storedDescriptionsAreShort() throws {
        for fixture in DeviceFixture.all where fixture.file.hasPrefix("tasmota/") {
            var parser = TasmotaDiscoveryParser(root: "tasmota")
            let events = fixture.announces.flatMap { message in
                parser.receive(message.topic.split(separator: "/"), payload: message.bytes(id: 1), isRetained: true)
            }
            #expect(try #require(events.described.last).native.utf8.count < 1200, "\(fixture.file)")
        }
    }

    @Test func tooLargeOrTooDeepMessageIsAFinding() {
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        let large = Samples.sensors(["A": .text(String(repeating: "x", count: 70_000))])
        #expect(parser.receive(Samples.sensorsTopic, payload: large).findings.map(\.error.code) == ["tooLarge"])
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(
            parser.receive(Samples.sensorsTopic, payload: "{\"sn\":\(deep)}").findings.map(\.error.code) == ["tooDeep"])
    }

    @Test func deeplyNestedSensorsAreListedAsOther() throws {
        let model = try Samples.model(
            sensors: ["A": ["B": ["C": ["D": 1], "E": 2]], "L": ["M": [[1, 2], 3]], "N": .null])
        #expect(model.lines["main"]?.contains("number.b-e r") == true)
        #expect(model.lines["main"]?.contains("number.m-2 r") == true)
        #expect(model.description.others.contains { $0.hasPrefix("A.B.C: ") })
        #expect(model.description.others.contains { $0.hasPrefix("sensors: ") })
    }

    @Test func invisibleCharactersOfNamesAreRemoved() throws {
        let name = "Pump\u{1B}[31m\u{202E}x\u{0}"
        let model = try Samples.model(
            [
                "dn": .text(name), "md": .text(name), "fn": [.text(name), .text(name + "2")], "rl": [1, 1],
                "swc": [1], "swn": [.text(name)],
            ], sensors: [name: ["Id\u{7}": "x", "Temperature": 3]])
        let description = model.description
        let texts = [description.name, description.model ?? ""] + description.others
        #expect(description.name == "Pump[31mx" && !description.others.isEmpty)
        #expect(texts.allSatisfy { EscapedText($0, limit: 1000).description == $0 })
        let long = try Samples.model(["dn": .text(String(repeating: "é", count: 5000))])
        #expect(long.description.name.count == 64 && long.native.utf8.count < 4096)
    }

    @Test func numberOfKnownDevicesIsLimited() {
        var parser = TasmotaDiscoveryParser(root: "tasmota")
        var refused = 0
        for number in 0..<1100 as Range<UInt64> {
            let mac = String(number.hexadecimal.suffix(12)).uppercased()
            refused += parser.receive("tasmota/discovery/\(mac)/sensors", payload: Samples.sensors()).findings.count
        }
        #expect(refused == 76)
    }

    /// Checks the properties that every described device must have.
    private static func check(
        _ device: (address: LinkAddress, model: any DialectModel, native: String),
        using random: inout SeededGenerator
    ) throws {
        let (address, model, native) = device
        let topics = model.topics.map(\.topic)
        #expect(Set(topics).count == topics.count && topics.allSatisfy { $0.hasPrefix(address.root + "/") })
        #expect(topics.allSatisfy { !$0.contains("+") && !$0.contains("#") })
        #expect(model.description.others.count <= TasmotaMapping.maximumOthers && native.utf8.count < 32_768)
        let restored = try #require(DeviceFamilies.model(of: address, native: native), "\(native)")
        #expect(restored.description == model.description, "\(native)")
        for part in model.description.parts {
            let names = part.capabilities.map(\.name)
            #expect(Set(names).count == names.count)
            for capability in part.capabilities {
                _ = capability.range
                for value in [CapabilityValue.number(1e308), .number(.nan), .text(""), .boolean(true)] {
                    let command = model.encodeCommand(part.id, capability: capability.name, value: value, number: 1)
                    #expect(command?.messages.allSatisfy { $0.topic.hasPrefix(address.root + "/") } ?? true)
                }
            }
        }
    }

    private static let tokens = [
        "{", "}", "[", "]", "\"", "\\", ",", ":", "null", "1e308", "-", "0", "99999999999999999999", "true", "/", "+",
        "#", "%prefix%", "\\u0000", "é", "[3,3,3]", "{\"a\":{}}", "\"ON\"", "Switch1", "Shutter1", "ENERGY", "-9e9",
    ]
}
