import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

@Suite struct ZigbeeHostileInputTests {
    private typealias Samples = ZigbeeSamples

    private func hear(_ name: String, _ bytes: [UInt8]) -> [Announcement] {
        var heard = Samples.bridge()
        return heard.hear(Samples.topic(name).split(separator: "/"), bytes, isRetained: true)
    }

    private func hear(_ list: JSONValue) -> [Announcement] { hear("devices", list.bytes) }

    private static func nested(_ depth: Int) -> JSONValue {
        (0..<depth).reduce(Samples.numeric("power", unit: "W")) { inner, _ in
            ["type": "composite", "name": "c", "property": "c", "access": 1, "features": [inner]]
        }
    }

    @Test func listOf16MegabytesIsRefusedUnread() {
        let start = ContinuousClock.now
        let news = hear("devices", [UInt8](repeating: UInt8(ascii: "["), count: 16 << 20))
        #expect(news.findings.map(\.error) == [.tooLarge(bytes: 16 << 20, limit: 4 << 20)])
        #expect(ContinuousClock.now - start < .seconds(2))
    }

    @Test func deepExposesAreAFindingAndOthersUndisturbed() {
        let deep = Samples.device(1, "deep", exposes: [Self.nested(50)])
        let news = hear([deep, Samples.device(2, "good")])
        #expect(news.findings.map(\.error) == [.tooDeep(limit: 32)])
        #expect(news.described.map(\.model.description.name) == ["good"])
    }

    @Test func compositesBeyondTheLimitAreListed() {
        let news = hear([Samples.device(1, "deep", exposes: [Self.nested(8)])])
        #expect(news.described.first?.model.description.others.count == 1)
        #expect(
            hear([Samples.device(1, "flat", exposes: [Self.nested(3)])]).described.first?.model.description.others == []
        )
    }

    @Test func millionKeysAreRefused() {
        let keys = (0..<1_000_000).map { _ in "\"k\":1" }.joined(separator: ",")
        let text = "[{\(keys)},\(Samples.device(1, "good"))]"
        let news = hear("devices", Array(text.utf8))
        #expect(
            news.described.map(\.model.description.name) == ["good"] || news.findings.map(\.error.code) == ["tooLarge"])
        #expect(news.findings.count == 1)
    }

    @Test func tooManyEntriesAreRefusedAndTooManyExposesCut() throws {
        #expect(hear(.list((0..<1025).map { Samples.device($0, "d\($0)") })).findings.map(\.error.code) == ["tooMany"])
        let exposes = (0..<600).map { Samples.numeric("n\($0)", unit: "x") }
        let wide = hear([Samples.device(1, "wide", exposes: exposes)])
        let description = try #require(wide.described.first?.model.description)
        #expect(wide.findings.isEmpty && description.parts.first?.capabilities.count == 512)
        #expect(description.others == ["exposes: at most 512 are read, 88 more are left out"])
        let broken = (0..<500).map { JSONValue.object(["type": "list", "property": .text("l\($0)")]) }
        let other = hear([Samples.device(1, "odd", exposes: broken + [Samples.numeric("power", unit: "W")])])
        #expect(other.described.first?.model.description.parts.first?.capabilities.count == 1)
        #expect(other.described.first?.model.description.others.count == ZigbeeExposes.maximumReasons - 1)
        let wordy: [JSONValue] = (0..<160).map { number in
            let values = (0..<64).map { JSONValue.text("option \($0) of a very long list") }
            return ["type": "enum", "property": .text("e\(number)"), "access": 1, "values": .list(values)]
        }
        let long = try #require(hear([Samples.device(1, "wordy", exposes: wordy)]).described.first)
        #expect(long.native.utf8.count <= ZigbeeEntity.maximumBytes)
        #expect(long.model.description.others.count == 1 && !long.model.description.parts.isEmpty)
        #expect(Dialects.model(of: long.address, native: long.native)?.description == long.model.description)
    }

    @Test(arguments: [
        "", "null", "{}", "[", "[{]", "[1,]", "[,1]", "]", "[]]", "[}", "[{]}", "[] x", "[\"", "\"[]\"", "[\"\\", "7",
        "\u{0}",
    ])
    func brokenListIsAFindingOrNothing(text: String) {
        let news = hear("devices", Array(text.utf8))
        #expect(news.described.isEmpty && news.removed.isEmpty)
        #expect(news.findings.isEmpty == text.isEmpty)
        #expect(hear("groups", Array(text.utf8)).described.isEmpty)
        #expect(hear("info", Array(text.utf8)).described.isEmpty)
        #expect(hear("logging", Array(text.utf8)).isEmpty)
    }

    @Test func twoMegabytesOfUnreadableEntriesStayBounded() {
        let junk = JSONValue.list((0..<1000).map { .text("\($0)" + String(repeating: "j", count: 2000)) })
        #expect(hear("devices", junk.bytes).findings.count == 1000)
    }

    /// Everything that a bridge may send for ever stays small and is dealt with at once.
    @Test func listsOfNothingButNumbersAreRefused() {
        let ones = Array(("[" + String(repeating: "1,", count: (2 << 20) - 1).dropLast() + "]").utf8)
        let inner = "[" + String(repeating: "1,", count: 19_000).dropLast() + "]"
        let wide = Array(("[" + String(repeating: inner + ",", count: 100).dropLast() + "]").utf8)
        let start = ContinuousClock.now
        for name in ["devices", "groups"] {
            #expect(hear(name, ones).findings.map(\.error) == [.tooMany("entries", limit: 1024)])
            let findings = hear(name, wide).findings
            #expect(findings.last?.error == .tooMany("values", limit: 400_000) && findings.count < 25, "\(name)")
        }
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    /// Every group with the same big device in it, many times over: 4 MB.
    @Test func groupsThatRepeatABigDeviceAreDealtWithOnce() {
        var heard = Samples.bridge()
        let many = (0..<200).map { number in Samples.numeric("quite_a_long_name_of_a_quantity_\(number)", unit: "W") }
        _ = heard.hear(
            Samples.topic("devices"),
            JSONValue.list([Samples.device(1, "big", exposes: Samples.plug + many)]).description)
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
        let news = heard.hear(Samples.topic("groups"), groups.description)
        #expect(news.described.count == 190 && news.findings.isEmpty)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test func membersAreCountedOnce() throws {
        let member: JSONValue = ["ieee_address": .text(Samples.ieee(1)), "endpoint": 1]
        let group = try ZigbeeGroup(listed: ["id": 1, "friendly_name": "g", "members": [member, member, member]])
        #expect(group?.members == [Samples.ieee(1)])
    }

    /// An entry without address removes nobody, so that new addresses would add up.
    @Test func newAddressesDoNotAddUpForEver() {
        var heard = Samples.bridge()
        var codes: [String] = []
        var described = 0
        for round in 0..<3 {
            let list = (0..<1023).map { Samples.device(round * 1023 + $0, "d\(round)-\($0)", exposes: []) }
            let news = heard.hear(Samples.topic("devices"), JSONValue.list(list + [[:]]).description)
            described += news.described.count
            codes += Set(news.findings.map(\.error.code)).sorted()
        }
        #expect(described == ZigbeeRoster.maximumDevices && heard.known.entries.count == ZigbeeRoster.maximumDevices)
        #expect(codes == ["badField", "tooMany", "tooMany"])
        // Once the list is whole again, what it does not name is gone.
        let whole = JSONValue.list([Samples.device(9000, "new")]).description
        #expect(heard.hear(Samples.topic("devices"), whole).removed.count == ZigbeeRoster.maximumDevices)
        #expect(heard.hear(Samples.topic("devices"), whole).described.count == 1)
    }

    @Test func bigDevicesDoNotAddUpForEver() {
        var heard = Samples.bridge()
        let values = (0..<120).map { JSONValue.text("\($0) " + String(repeating: "x", count: 100)) }
        let wordy: JSONValue = ["type": "enum", "property": "e", "access": 1, "values": .list(values)]
        var errors: Set<String> = []
        for round in 0..<2 {
            let list = (0..<100).map {
                Samples.device(round * 100 + $0, "d\(round)-\($0)", exposes: [wordy, wordy.renamed])
            }
            let news = heard.hear(Samples.topic("devices"), JSONValue.list(list + [[:]]).description)
            errors.formUnion(news.findings.map(\.error.code))
        }
        let bytes = heard.known.entries.values.reduce(0) { $0 + $1.native.utf8.count }
        #expect(
            bytes <= ZigbeeRoster.maximumBytes && bytes > ZigbeeRoster.maximumBytes / 2
                && errors == ["badField", "tooLarge"])
    }

    /// Whatever becomes of a fixture's announcements and payloads, nothing traps, leaves the root or is told elsewhere.
    @Test(arguments: [UInt64(1), 2, 3]) func mutatedMessagesStayWithinTheRules(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let fixtures = DeviceFixture.all.filter { $0.file.hasPrefix("zigbee2mqtt/") }
        #expect(fixtures.count >= 14)
        for fixture in fixtures {
            for _ in 0..<12 {
                var heard = Zigbee2MQTTAnnouncements(root: fixture.root)
                for message in fixture.announces {
                    let bytes = Self.mutated(message.bytes(id: 7), &random)
                    let news = heard.hear(message.topic.split(separator: "/"), bytes, isRetained: true)
                    for (address, model, native) in news.described {
                        check(model, root: fixture.root, "seed \(seed)")
                        #expect(
                            Dialects.model(of: address, native: native)?.description == model.description,
                            "seed \(seed)")
                        for saying in fixture.says {
                            let payload = Self.mutated(saying.message.bytes(id: 7), &random)
                            for topic in model.topics {
                                _ = MessageLane.allCases.map { topic.reader.read(payload, on: $0) }
                            }
                        }
                    }
                }
            }
        }
    }

    private func check(_ model: any DialectModel, root: String, _ comment: Comment) {
        #expect(model.topics.allSatisfy { $0.topic.hasPrefix(root + "/z2m/") }, comment)
        for part in model.description.parts {
            #expect(Set(part.capabilities.map(\.name)).count == part.capabilities.count, comment)
            for capability in part.capabilities where capability.isCommanded {
                for value: CapabilityValue in [.boolean(true), .number(50), .text("on"), .color(hue: 1, saturation: 2)]
                {
                    let order = model.order(part.id, capability.name, value, number: 7)
                    #expect(
                        order?.messages.allSatisfy { $0.topic.hasPrefix(root + "/z2m/") && !$0.retain } ?? true, comment
                    )
                }
            }
        }
    }

    private static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: bytes.indices, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.remove(at: place)
            case 2: bytes.insert(random.pick(Array("[]{}\",:0-9eE/+#$".utf8)), at: place)
            default: bytes.replaceSubrange(place..<min(bytes.count, place + 3), with: Array("1e99".utf8))
            }
        }
        return bytes
    }
}

extension JSONValue {
    /// The same expose once more, under another name.
    fileprivate var renamed: JSONValue {
        .object(JSONObject((members ?? []).map { $0.key == "property" ? .init(key: $0.key, value: "f") : $0 }))
    }
}
