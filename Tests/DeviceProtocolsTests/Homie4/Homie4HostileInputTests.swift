import DeviceFixtures
import SeededRandom
import HomeModel
import Testing

@testable import DeviceProtocols

@Suite struct Homie4HostileInputTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func mutatedAttributesNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var described = 0
        for _ in 0..<300 {
            var parser = Homie4DiscoveryParser(root: "u")
            for message in Homie4Samples.thermometer {
                var (topic, payload) = message
                if random.chance(0.1) { topic = Self.mutate(topic, using: &random) }
                if random.chance(0.1) { payload = Self.mutate(payload, using: &random) }
                for (_, model, _) in parser.receive(topic, payload: payload).described {
                    described += 1
                    Self.exercise(model, using: &random)
                }
            }
        }
        #expect(described > 50, "seed \(seed)")
    }

    @Test func storedAttributesOfARootAreLimited() {
        var parser = Homie4DiscoveryParser(root: "u")
        let long = String(repeating: "x", count: 1000)
        var codes: Set<String> = []
        for device in 0..<400 {
            for node in 0..<10 {
                let findings = parser.receive("u/d\(device)/n\(node)/$name", payload: long).findings
                codes.formUnion(findings.map(\.error.code))
            }
        }
        #expect(codes == ["tooLarge"])
        // Existing attributes can still change, and a removed device frees its share of the limit.
        #expect(parser.receive("u/d0/n0/$name", payload: "short").findings.isEmpty)
        _ = parser.receive("u/d1/$state", payload: "")
        #expect(parser.receive("u/d399/n9/$name", payload: long).findings.isEmpty)
    }

    @Test func removedDeviceFreesItsStorage() {
        var parser = Homie4DiscoveryParser(root: "u")
        let long = String(repeating: "x", count: 1000)
        for _ in 0..<5000 {
            #expect(parser.receive("u/box/$name", payload: long).findings.isEmpty)
            _ = parser.receive("u/box/$homie", payload: "")
        }
    }

    @Test(arguments: 1...2 as ClosedRange<UInt64>)
    func mutatedStoredDescriptionNeverTraps(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (address, _, native) = try #require(Homie4Samples.receive(Homie4Samples.thermometer).described.last)
        for _ in 0..<1000 {
            guard let model = DeviceFamilies.model(of: address, native: Self.mutate(native, using: &random)) else {
                continue
            }
            Self.exercise(model, using: &random)
        }
    }

    private static func exercise(_ model: any DialectModel, using random: inout SeededGenerator) {
        #expect(model.topics.allSatisfy { $0.topic.hasPrefix("u/") })
        #expect(model.commandTopics.allSatisfy { $0.hasPrefix("u/") && $0.hasSuffix("/set") })
        for topic in model.topics {
            let payload = mutate(random.pick(["21.5", "true", "255,0,0", "", "NaN"]), using: &random)
            _ = model.receive(topic.topic, payload: payload)
        }
    }

    private static let tokens = ["/", "$", ",", ",,", "[]", ":", "+", "\u{0}", "é", "1e999", "-", "settable", "x/y"]

    private static func mutate(_ text: String, using random: inout SeededGenerator) -> String {
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let index = text.index(text.startIndex, offsetBy: Int.random(in: 0...text.count, using: &random))
            switch Int.random(in: 0...2, using: &random) {
            case 0: text.insert(contentsOf: random.pick(tokens), at: index)
            case 1 where index < text.endIndex: text.remove(at: index)
            default: text = String(text[..<index])
            }
        }
        return text
    }
}
