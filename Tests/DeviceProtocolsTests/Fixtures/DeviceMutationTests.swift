import SeededRandom
import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Each test changes one value of a fixture. Parsers and decoders must not trap, results must stay within the limits,
/// and an invalid component must not hide the other components of its device.
@Suite struct DeviceMutationTests {
    private typealias Payload = (topic: String, payload: [UInt8])

    private static let number: UInt32 = 7

    @Test(arguments: DeviceFixture.all)
    func announcementWithWrongValueStaysWithinLimits(fixture: DeviceFixture) throws {
        var random = SeededGenerator(seed: fixture.file.utf8.reduce(0x7A11) { $0 &* 31 &+ UInt64($1) })
        for round in 0..<6 {
            let index = Int.random(in: fixture.announces.indices, using: &random)
            let messages = fixture.announces.enumerated().map { position, message -> Payload in
                guard position == index else { return (message.topic, message.bytes(id: Self.number)) }
                let wrong = JSONMutation.mutate(message.payload, strength: .document, using: &random)
                return (message.topic, wrong.text.map { Array($0.utf8) } ?? JSONMutation.bytes(wrong))
            }
            let events = Self.announce(messages, below: fixture.root)
            for device in events.described + events.partiallyDescribed {
                try Self.check(
                    device.model, address: device.address, native: device.native, in: fixture, round: round)
            }
        }
    }

    @Test(arguments: DeviceFixture.all) func reportWithWrongValueStaysWithinLimits(fixture: DeviceFixture) throws {
        var random = SeededGenerator(seed: 0x5EED)
        let whole = fixture.announces.map { ($0.topic, $0.bytes(id: Self.number)) }
        let model = try #require(Self.announce(whole, below: fixture.root).described.last?.model)
        let topics = model.topics
        guard !fixture.says.isEmpty, !topics.isEmpty else { return }
        for round in 0..<20 {
            let report = random.pick(fixture.says).message
            let wrong = JSONMutation.mutate(report.payload, strength: .document, using: &random)
            let payload = wrong.text.map { Array($0.utf8) } ?? JSONMutation.bytes(wrong)
            let own = topics.filter { $0.topic == report.topic }
            for topic in random.chance(0.8) && !own.isEmpty ? own : [random.pick(topics)] {
                for lane in MessageLane.allCases {
                    for update in topic.decoder.decode(payload, on: lane) {
                        switch update.value {
                        case .number(let number)?: #expect(number.isFinite, "\(fixture) round \(round)")
                        case .text(let text)?: #expect(text.utf8.count <= 1024, "\(fixture) round \(round)")
                        default: break
                        }
                    }
                }
            }
        }
    }

    /// The device keeps at least the capabilities that it has when the component is absent.
    @Test(arguments: DeviceFixture.all) func invalidComponentHidesNoOtherComponent(fixture: DeviceFixture) throws {
        let whole = fixture.announces.map { ($0.topic, $0.bytes(id: Self.number)) }
        let address = try #require(Self.announce(whole, below: fixture.root).described.last?.address)
        let components = Self.components(of: fixture)
        var random = SeededGenerator(seed: 0xC0DE)
        for round in 0..<min(8, 2 * components.count) {
            let component = random.pick(components)
            guard let least = Self.capabilityCount(of: address, in: fixture, component: component) else { continue }
            let wrong = Self.capabilityCount(of: address, in: fixture, component: component) {
                JSONMutation.mutate($0, strength: .value, using: &random)
            }
            #expect((wrong ?? -1) >= least, "\(fixture) round \(round): \(component) is invalid")
        }
    }

    // MARK: Components

    private struct Component: CustomStringConvertible {
        let message: Int
        let path: [JSONMutation.Step]

        var description: String { "message \(message) at \(path)" }
    }

    private static func components(of fixture: DeviceFixture) -> [Component] {
        fixture.announces.enumerated().flatMap { index, message -> [Component] in
            paths(of: message, in: fixture).map { Component(message: index, path: $0) }
        }
    }

    private static func paths(of message: DeviceFixture.Message, in fixture: DeviceFixture) -> [[JSONMutation.Step]] {
        func keys(_ path: [String]) -> [[JSONMutation.Step]] {
            (message.payload[path: path]?.members ?? []).map { path.map { .key($0) } + [.key($0.key)] }
        }
        switch fixture.file.split(separator: "/").first ?? "" {
        case "zigbee2mqtt" where message.topic.hasSuffix("bridge/devices"):
            return (message.payload.list ?? []).enumerated().flatMap { entry, device in
                (device[path: ["definition", "exposes"]]?.list ?? []).indices.map {
                    [.index(entry), .key("definition"), .key("exposes"), .index($0)]
                }
            }
        case "homeassistant", "esphome":
            guard message.topic.hasSuffix("/config") else { return [] }
            let inside = keys(["cmps"]) + keys(["components"])
            return inside.isEmpty ? [[]] : inside
        case "shelly": return keys(["result"]).filter { path in "\(path)".contains(":") }
        case "tasmota" where message.topic.hasSuffix("/sensors"): return keys(["sn"])
        case "homie5" where message.topic.hasSuffix("$description"):
            return keys(["nodes"])
                + (message.payload["nodes"]?.members ?? []).flatMap { keys(["nodes", $0.key, "properties"]) }
        default: return []
        }
    }

    /// Returns the number of capabilities of the device after `mutation` changes one of its components, or after the
    /// component is removed if there is no mutation. Returns nil if the parser does not describe the device. A Shelly
    /// names a component in several replies, and the function removes it from all of them.
    private static func capabilityCount(
        of address: LinkAddress, in fixture: DeviceFixture, component: Component,
        mutation: ((JSONValue) -> JSONValue)? = nil
    ) -> Int? {
        let isEverywhere = mutation == nil && fixture.file.hasPrefix("shelly/")
        let messages = fixture.announces.enumerated().compactMap { index, message -> Payload? in
            guard isEverywhere || index == component.message else {
                return (message.topic, message.bytes(id: number))
            }
            return JSONMutation.change(message.payload, at: component.path) { mutation?($0) }.map {
                let text = $0.text.map { Array($0.utf8) } ?? Array($0.description.utf8)
                return (message.topic, text)
            }
        }
        return announce(messages, below: fixture.root).described.last { $0.address == address }?.model.description
            .parts.reduce(0) { $0 + $1.capabilities.count }
    }

    // MARK: Limits

    private static func check(
        _ model: any DialectModel, address: LinkAddress, native: String, in fixture: DeviceFixture, round: Int
    ) throws {
        let comment: Comment = "\(fixture) round \(round)"
        let description = model.description
        let capabilities = description.parts.flatMap(\.capabilities)
        #expect(capabilities.count <= 1024 && description.others.count <= 1024, comment)
        #expect(native.utf8.count <= 256 << 10, comment)
        #expect(description.name.utf8.count <= 4096, comment)
        #expect(description.others.allSatisfy { $0.utf8.count <= 1024 }, comment)
        #expect(capabilities.allSatisfy { $0.options.count <= ZigbeeExpose.maximumOptions }, comment)
        #expect(capabilities.allSatisfy { $0.range.lowerBound.isFinite && $0.range.upperBound.isFinite }, comment)
        #expect(Set(description.parts.map(\.id)).count == description.parts.count, comment)
        #expect(
            description.parts.allSatisfy { Set($0.capabilities.map(\.name)).count == $0.capabilities.count }, comment)
        let topics = model.topics.map(\.topic) + model.commandTopics
        #expect(topics.allSatisfy { $0.hasPrefix(address.root + "/") && !$0.contains(where: "+#".contains) }, comment)
        let again = try #require(DeviceFamilies.model(of: address, native: native), comment)
        #expect(again.description == description, comment)
    }

    private static func announce(_ messages: [Payload], below root: String) -> [DiscoveryEvent] {
        var parsers: [ObjectIdentifier: any DiscoveryParser] = [:]
        return messages.flatMap { message -> [DiscoveryEvent] in
            let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
            return DeviceFamilies.discoveryParsers.filter { $0.matches(levels) }.flatMap {
                dialect -> [DiscoveryEvent] in
                let key = ObjectIdentifier(dialect)
                var parser = parsers[key] ?? dialect.init(root: root)
                defer { parsers[key] = parser }
                return parser.receive(levels, payload: message.payload, isRetained: true)
            }
        }
    }
}
