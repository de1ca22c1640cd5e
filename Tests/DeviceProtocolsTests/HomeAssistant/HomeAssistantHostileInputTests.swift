import SeededRandom
import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Invalid announcements and payloads never trap, and their results stay within the limits and below the root.
@Suite struct HomeAssistantHostileInputTests {
    private static let fixtures = DeviceFixture.all.filter {
        $0.file.hasPrefix("homeassistant/") || $0.file.hasPrefix("esphome/")
    }

    @Test(arguments: fixtures, [1, 2, 3] as [UInt64])
    func mutatedAnnouncementsAndPayloadsNeverTrap(fixture: DeviceFixture, seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var parser = HomeAssistantDiscoveryParser(root: fixture.root)
        for _ in 0..<4 {
            for message in fixture.announces {
                let bytes = generator.mutated(message.bytes(id: 1))
                let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
                guard HomeAssistantDiscoveryParser.matches(levels) else { continue }
                for (address, model, native) in parser.receive(levels, payload: bytes, isRetained: true).described {
                    Self.exercise(model, fixture: fixture, generator: &generator)
                    let again = DeviceFamilies.model(of: address, native: native)
                    #expect(again?.description == model.description, "seed \(seed), \(native)")
                }
            }
        }
    }

    private static func exercise(
        _ model: any DialectModel, fixture: DeviceFixture, generator: inout SeededGenerator
    ) {
        #expect(model.topics.allSatisfy { $0.topic.hasPrefix(fixture.root + "/") })
        #expect(Set(model.topics.map(\.topic)).count == model.topics.count)
        for topic in model.topics.prefix(8) {
            guard let report = fixture.says.randomElement(using: &generator) else { break }
            for lane in topic.lanes {
                _ = topic.decoder.decode(generator.mutated(report.message.bytes(id: 1)), on: lane)
            }
        }
        let values: [CapabilityValue] = [
            .boolean(true), .number(.infinity), .number(.nan), .number(1e300), .text("\u{0}{{ value }}"),
            .color(hue: .nan, saturation: -1),
        ]
        for part in model.description.parts.prefix(4) {
            for capability in part.capabilities.prefix(4) {
                let command = model.encodeCommand(
                    part.id, capability: capability.name, value: generator.pick(values), number: 1)
                #expect(command?.messages.allSatisfy { $0.topic.hasPrefix(fixture.root + "/") && !$0.retain } ?? true)
            }
        }
    }

    @Test func tenThousandEntitiesInOneDeviceAreRefused() {
        var sample = HomeAssistantSample()
        let components = (0..<10_000).map {
            JSONObject.Member(key: "\($0)", value: ["p": "tag", "t": "u/x"])
        }
        let events = sample.receive(
            "device/d1", payload: ["dev": ["ids": "d"], "cmps": .object(JSONObject(components))])
        #expect(events.findings.map(\.error.code) == ["tooLarge"] || events.findings.map(\.error.code) == ["tooMany"])
        #expect(events.described.isEmpty)
    }

    @Test func entitiesOfOneDeviceAreLimited() {
        var sample = HomeAssistantSample()
        var findings: [DiscoveryFinding] = []
        for number in 0..<300 {
            findings += sample.receive("sensor/d/e\(number)", payload: ["stat_t": "u/x", "dev": ["ids": "d"]]).findings
        }
        #expect(findings.map(\.error) == Array(repeating: .tooMany("entities", limit: 256), count: 44))
        #expect(sample.receive("sensor/d/e0", payload: ["stat_t": "u/y", "dev": ["ids": "d"]]).described.count == 1)
    }

    @Test func devicesAreLimited() {
        var sample = HomeAssistantSample()
        var findings: [DiscoveryFinding] = []
        for number in 0..<520 {
            findings +=
                sample.receive("sensor/e\(number)", payload: ["stat_t": "u/x", "dev": ["ids": .text("d\(number)")]])
                .findings
        }
        #expect(findings.map(\.error) == Array(repeating: .tooMany("devices", limit: 512), count: 8))
        _ = sample.clear("sensor/e0")
        #expect(sample.receive("sensor/e519", payload: ["stat_t": "u/x", "dev": ["ids": "d519"]]).described.count == 1)
    }

    @Test func entitiesOfAllDevicesAreLimited() {
        var sample = HomeAssistantSample()
        let components = JSONObject((0..<250).map { JSONObject.Member(key: "\($0)", value: ["p": "tag", "t": "u/x"]) })
        func device(_ number: Int) -> [DiscoveryEvent] {
            sample.receive(
                "device/d\(number)", payload: ["dev": ["ids": .text("d\(number)")], "cmps": .object(components)])
        }
        for number in 0..<32 { #expect(device(number).described.count == 1) }
        #expect(device(32).findings.map(\.error) == [.tooMany("entities", limit: 8192)])
        _ = sample.clear("device/d0")
        #expect(device(32).described.count == 1)
    }

    @Test func oversizedPayloadIsUnreadable() throws {
        let model = try HomeAssistantSample.device(
            "sensor", fields: ["stat_t": "u/x", "name": "X", "unit_of_meas": "W"])
        let long = String(repeating: " ", count: 1 << 16) + "1"
        #expect(model.receive("u/x", payload: long) == [.unreadable(nil, nil, .tooLarge(bytes: 65_537, limit: 65_536))])
    }

    @Test func templatesOfOneMessageShareABudget() throws {
        var sample = HomeAssistantSample()
        var model: (any DialectModel)?
        let search = Array(repeating: "value[:60] in value", count: 30).joined(separator: " and ")
        for number in 0..<20 {
            let fields: JSONValue = [
                "name": .text("E\(number)"), "stat_t": "u/x", "val_tpl": .text("{{ \(number) if \(search) }}"),
                "unit_of_meas": "W", "dev": ["ids": "d"],
            ]
            model = sample.receive("sensor/e\(number)", payload: fields).described.last?.model
        }
        let device = try #require(model)
        let shortUpdates = device.receive("u/x", payload: String(repeating: "a", count: 100))
        #expect(shortUpdates.compactMap(\.value).count == 20)
        let longUpdates = device.receive("u/x", payload: String(repeating: "a", count: 60_000))
        #expect(longUpdates.count == 20 && longUpdates.allSatisfy { $0.error == .failed("too much work") })
    }

    @Test func storedDescriptionSizeIsLimited() {
        var sample = HomeAssistantSample()
        var (largest, refused) = (0, 0)
        let options = JSONValue.list((0..<250).map { .text(String(repeating: "x", count: 200) + "\($0)") })
        for number in 0..<10 {
            let events = sample.receive(
                "select/e\(number)", payload: ["cmd_t": "u/x", "ops": options, "dev": ["ids": "d"]])
            largest = max(largest, events.described.last?.native.utf8.count ?? 0)
            refused += events.findings.count
        }
        #expect(largest <= AnnouncedDevice.maximumSize && refused == 8)
    }

    @Test(
        arguments: [
            "", " ", "null", "[]", "7", "\"x\"", "{", #"{"stat_t":"u/x""#, #"{"stat_t":["u/x"]}"#, #"{"dev":7}"#,
            #"{"dev":{"ids":[{}]},"avty":7}"#, #"{"avty":[[]]}"#, #"{"stat_t":"u/x","val_tpl":7}"#,
            String(repeating: "[", count: 100_000), String(repeating: #"{"dev":"#, count: 1000), "\u{FEFF}{}",
        ]) func invalidPayloadsGiveAtMostOneFinding(payload: String)
    {
        for path in ["sensor/a", "light/n/a", "device/a", "climate/a"] {
            var parser = HomeAssistantDiscoveryParser(root: "u")
            let events = parser.receive("u/ha/\(path)/config", payload: payload)
            #expect(events.described.flatMap { $0.model.topics }.allSatisfy { $0.topic == "u/x" })
            #expect(events.findings.count <= 1)
        }
    }

    @Test func deviceFormAllowsLargerPayloads() {
        var sample = HomeAssistantSample()
        let long = JSONValue.text(String(repeating: "x", count: 70_000))
        #expect(
            sample.receive("sensor/a", payload: ["stat_t": "u/x", "name": long]).findings.map(\.error.code) == [
                "tooLarge"
            ])
        #expect(sample.receive("device/a", payload: ["dev": ["ids": "d"], "o": long, "cmps": [:]]).findings.isEmpty)
    }

    @Test func unboundedTemplatesGiveNoValue() throws {
        for template in [
            String(repeating: "{{ value }}", count: 5000), "{{ " + String(repeating: "(", count: 5000) + " }}",
            "{% for i in range(10**9) %}x{% endfor %}", "{{ 'x' * 10 ** 9 }}", "{{ 10 ** 10 ** 10 ** 10 }}", "{{",
        ] {
            let model = try HomeAssistantSample.device("sensor", fields: ["stat_t": "u/x", "val_tpl": .text(template)])
            #expect(model.receive("u/x", payload: "1").allSatisfy { $0.error != nil })
        }
    }

    @Test func controlCharactersInNamesAreEscaped() throws {
        var sample = HomeAssistantSample()
        let events = sample.receive(
            "camera/a",
            payload: [
                "name": "\u{1B}[31mred\u{202E}", "t": "u/x",
                "dev": ["ids": "i\u{7}d", "name": "n\u{0}\u{1B}]0;x", "mf": "\u{2028}m"],
            ])
        let (address, model, _) = try #require(events.described.last)
        let texts =
            [
                address.foreignID, model.description.name, model.description.manufacturer ?? "",
            ] + model.description.others
        #expect(
            texts.allSatisfy { text in
                text.unicodeScalars.allSatisfy { !$0.properties.isDefaultIgnorableCodePoint && $0.value >= 0x20 }
            })
    }
}

extension SeededGenerator {
    /// Returns `bytes` after one to four random edits, each of which replaces, removes, inserts or repeats bytes.
    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &self)
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &self)
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(pick(Array(#"{}[]":,~0-9eE+.#/"#.utf8)), at: index)
            default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 12)], at: index)
            }
        }
        return bytes
    }
}
