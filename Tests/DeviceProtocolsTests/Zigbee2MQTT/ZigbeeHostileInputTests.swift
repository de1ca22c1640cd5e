import SeededRandom
import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct ZigbeeHostileInputTests {
    private typealias Samples = ZigbeeSamples

    private func receive(_ bytes: [UInt8], on name: String) -> [DiscoveryEvent] {
        var parser = Samples.bridge()
        return parser.receive(Samples.topic(name).split(separator: "/"), payload: bytes, isRetained: true)
    }

    private func receive(_ list: JSONValue) -> [DiscoveryEvent] { receive(list.bytes, on: "devices") }

    private static func nested(_ depth: Int) -> JSONValue {
        (0..<depth).reduce(Samples.numeric("power", unit: "W")) { inner, _ in
            ["type": "composite", "name": "c", "property": "c", "access": 1, "features": [inner]]
        }
    }

    @Test func listOf16MegabytesIsRefusedUnparsed() {
        let start = ContinuousClock.now
        let events = receive([UInt8](repeating: UInt8(ascii: "["), count: 16 << 20), on: "devices")
        #expect(events.findings.map(\.error) == [.tooLarge(bytes: 16 << 20, limit: 4 << 20)])
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test func deepExposesAreAFindingAndSpareOtherDevices() {
        let deep = Samples.device(1, name: "deep", exposes: [Self.nested(50)])
        let events = receive([deep, Samples.device(2, name: "good")])
        #expect(events.findings.map(\.error) == [.tooDeep(limit: 32)])
        #expect(events.described.map(\.model.description.name) == ["good"])
    }

    @Test func compositesBeyondTheLimitAreListed() {
        let events = receive([Samples.device(1, name: "deep", exposes: [Self.nested(8)])])
        #expect(events.described.first?.model.description.others.count == 1)
        #expect(
            receive([Samples.device(1, name: "flat", exposes: [Self.nested(3)])]).described.first?.model.description
                .others
                == []
        )
    }

    @Test func millionRepeatedKeysAreAFinding() {
        let keys = (0..<1_000_000).map { _ in "\"k\":1" }.joined(separator: ",")
        let text = "[{\(keys)},\(Samples.device(1, name: "good"))]"
        let events = receive(Array(text.utf8), on: "devices")
        #expect(
            events.described.map(\.model.description.name) == ["good"]
                || events.findings.map(\.error.code) == ["tooLarge"])
        #expect(events.findings.count == 1)
    }

    @Test func entriesAndExposesAreLimited() throws {
        #expect(
            receive(.list((0..<1025).map { Samples.device($0, name: "d\($0)") })).findings.map(\.error.code) == [
                "tooMany"
            ])
        let exposes = (0..<600).map { Samples.numeric("n\($0)", unit: "x") }
        let wide = receive([Samples.device(1, name: "wide", exposes: exposes)])
        let description = try #require(wide.described.first?.model.description)
        #expect(wide.findings.isEmpty && description.parts.first?.capabilities.count == 512)
        #expect(description.others == ["exposes: at most 512 are read, 88 more are left out"])
        let broken = (0..<500).map { JSONValue.object(["type": "list", "property": .text("l\($0)")]) }
        let other = receive([Samples.device(1, name: "odd", exposes: broken + [Samples.numeric("power", unit: "W")])])
        #expect(other.described.first?.model.description.parts.first?.capabilities.count == 1)
        #expect(other.described.first?.model.description.others.count == ZigbeeExposes.maximumReasons - 1)
        let wordy: [JSONValue] = (0..<160).map { number in
            let values = (0..<64).map { JSONValue.text("option \($0) of a very long list") }
            return ["type": "enum", "property": .text("e\(number)"), "access": 1, "values": .list(values)]
        }
        let long = try #require(receive([Samples.device(1, name: "wordy", exposes: wordy)]).described.first)
        #expect(long.native.utf8.count <= ZigbeeEntity.maximumBytes)
        #expect(long.model.description.others.count == 1 && !long.model.description.parts.isEmpty)
        #expect(DeviceFamilies.model(of: long.address, native: long.native)?.description == long.model.description)
    }

    @Test(arguments: [
        "", "null", "{}", "[", "[{]", "[1,]", "[,1]", "]", "[]]", "[}", "[{]}", "[] x", "[\"", "\"[]\"", "[\"\\", "7",
        "\u{0}",
    ])
    func brokenListDescribesNoDevice(text: String) {
        let events = receive(Array(text.utf8), on: "devices")
        #expect(events.described.isEmpty && events.removed.isEmpty)
        #expect(events.findings.isEmpty == text.isEmpty)
        #expect(receive(Array(text.utf8), on: "groups").described.isEmpty)
        #expect(receive(Array(text.utf8), on: "info").described.isEmpty)
        #expect(receive(Array(text.utf8), on: "logging").isEmpty)
    }

    @Test func unreadableEntriesYieldOneFindingEach() {
        let entries = JSONValue.list((0..<1000).map { .text("\($0)" + String(repeating: "j", count: 2000)) })
        #expect(receive(entries.bytes, on: "devices").findings.count == 1000)
    }

    /// The parser refuses each of these lists within a few seconds and returns few findings.
    @Test func listsOfNumbersAreRefused() {
        let ones = Array(("[" + String(repeating: "1,", count: (2 << 20) - 1).dropLast() + "]").utf8)
        let inner = "[" + String(repeating: "1,", count: 19_000).dropLast() + "]"
        let wide = Array(("[" + String(repeating: inner + ",", count: 100).dropLast() + "]").utf8)
        let start = ContinuousClock.now
        for name in ["devices", "groups"] {
            #expect(receive(ones, on: name).findings.map(\.error) == [.tooMany("entries", limit: 1024)])
            let findings = receive(wide, on: name).findings
            #expect(findings.last?.error == .tooMany("values", limit: 400_000) && findings.count < 25, "\(name)")
        }
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    /// A list of 4 MB, in which every group names the same big device many times.
    @Test func repeatedMembersOfABigGroupAreProcessedOnce() {
        var parser = Samples.bridge()
        let many = (0..<200).map { number in Samples.numeric("quite_a_long_name_of_a_quantity_\(number)", unit: "W") }
        _ = parser.receive(
            Samples.topic("devices"),
            payload: JSONValue.list([Samples.device(1, name: "big", exposes: Samples.plug + many)]).description)
        let member: JSONValue = ["ieee_address": .text(Samples.ieee(1))]
        let groups = JSONValue.list(
            (1...190).map { number in
                [
                    "id": .integer(number), "friendly_name": .text("g\(number)"),
                    "members": .list([JSONValue](repeating: member, count: 512)),
                ]
            })
        #expect(groups.bytes.count > 3 << 20)
        let start = ContinuousClock.now
        let events = parser.receive(Samples.topic("groups"), payload: groups.description)
        #expect(events.described.count == 190 && events.findings.isEmpty)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func repeatedGroupMemberIsStoredOnce() throws {
        let member: JSONValue = ["ieee_address": .text(Samples.ieee(1)), "endpoint": 1]
        let group = try ZigbeeGroup(listed: ["id": 1, "friendly_name": "g", "members": [member, member, member]])
        #expect(group?.members == [Samples.ieee(1)])
    }

    /// A list with an entry without an address removes no device, so new addresses could accumulate without a limit.
    @Test func numberOfKnownDevicesIsLimited() {
        var parser = Samples.bridge()
        var codes: [String] = []
        var described = 0
        for round in 0..<3 {
            let list = (0..<1023).map { Samples.device(round * 1023 + $0, name: "d\(round)-\($0)", exposes: []) }
            let events = parser.receive(Samples.topic("devices"), payload: JSONValue.list(list + [[:]]).description)
            described += events.described.count
            codes += Set(events.findings.map(\.error.code)).sorted()
        }
        #expect(
            described == ZigbeeDeviceTable.maximumDevices
                && parser.known.entries.count == ZigbeeDeviceTable.maximumDevices)
        #expect(codes == ["badField", "tooMany", "tooMany"])
        // A list without broken entries removes the devices that it does not name.
        let complete = JSONValue.list([Samples.device(9000, name: "new")]).description
        #expect(
            parser.receive(Samples.topic("devices"), payload: complete).removed.count
                == ZigbeeDeviceTable.maximumDevices)
        #expect(parser.receive(Samples.topic("devices"), payload: complete).described.count == 1)
    }

    @Test func sizeOfKnownDevicesIsLimited() {
        var parser = Samples.bridge()
        let values = (0..<120).map { JSONValue.text("\($0) " + String(repeating: "x", count: 100)) }
        let wordy: JSONValue = ["type": "enum", "property": "e", "access": 1, "values": .list(values)]
        var errors: Set<String> = []
        for round in 0..<2 {
            let list = (0..<100).map {
                Samples.device(round * 100 + $0, name: "d\(round)-\($0)", exposes: [wordy, wordy.renamed])
            }
            let events = parser.receive(Samples.topic("devices"), payload: JSONValue.list(list + [[:]]).description)
            errors.formUnion(events.findings.map(\.error.code))
        }
        let bytes = parser.known.entries.values.reduce(0) { $0 + $1.native.utf8.count }
        #expect(
            bytes <= ZigbeeDeviceTable.maximumBytes && bytes > ZigbeeDeviceTable.maximumBytes / 2
                && errors == ["badField", "tooLarge"])
    }

    /// Mutated announcements and payloads never trap, and all topics and commands stay below the root.
    @Test(arguments: [UInt64(1), 2, 3]) func mutatedMessagesNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let fixtures = DeviceFixture.all.filter { $0.file.hasPrefix("zigbee2mqtt/") }
        #expect(fixtures.count >= 14)
        for fixture in fixtures {
            for _ in 0..<12 {
                var parser = Zigbee2MQTTDiscoveryParser(root: fixture.root)
                for message in fixture.announces {
                    let bytes = Self.mutated(message.bytes(id: 7), using: &random)
                    let events = parser.receive(message.topic.split(separator: "/"), payload: bytes, isRetained: true)
                    for (address, model, native) in events.described {
                        check(model, root: fixture.root, comment: "seed \(seed)")
                        #expect(
                            DeviceFamilies.model(of: address, native: native)?.description == model.description,
                            "seed \(seed)")
                        for report in fixture.says {
                            let payload = Self.mutated(report.message.bytes(id: 7), using: &random)
                            for topic in model.topics {
                                _ = MessageLane.allCases.map { topic.decoder.decode(payload, on: $0) }
                            }
                        }
                    }
                }
            }
        }
    }

    private func check(_ model: any DialectModel, root: String, comment: Comment) {
        #expect(model.topics.allSatisfy { $0.topic.hasPrefix(root + "/z2m/") }, comment)
        for part in model.description.parts {
            #expect(Set(part.capabilities.map(\.name)).count == part.capabilities.count, comment)
            for capability in part.capabilities where capability.isCommanded {
                for value: CapabilityValue in [.boolean(true), .number(50), .text("on"), .color(hue: 1, saturation: 2)]
                {
                    let command = model.encodeCommand(part.id, capability: capability.name, value: value, number: 7)
                    #expect(
                        command?.messages.allSatisfy { $0.topic.hasPrefix(root + "/z2m/") && !$0.retain } ?? true,
                        comment
                    )
                }
            }
        }
    }

    private static func mutated(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(random.pick(Array("[]{}\",:0-9eE/+#$".utf8)), at: index)
            default: bytes.replaceSubrange(index..<min(bytes.count, index + 3), with: Array("1e99".utf8))
            }
        }
        return bytes
    }
}

extension JSONValue {
    /// The same expose with another property name.
    fileprivate var renamed: JSONValue {
        .object(JSONObject((members ?? []).map { $0.key == "property" ? .init(key: $0.key, value: "f") : $0 }))
    }
}
