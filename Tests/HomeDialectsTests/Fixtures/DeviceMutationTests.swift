import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

/// Every fixture with one wrong value somewhere: nothing traps, nothing exceeds the limits, and one bad component never
/// hides the others of its device.
@Suite struct DeviceMutationTests {
    private typealias Payload = (topic: String, payload: [UInt8])

    private static let number: UInt32 = 7

    @Test(arguments: DeviceFixture.all) func wrongValueStaysWithinTheLimits(fixture: DeviceFixture) throws {
        var random = SeededGenerator(seed: fixture.file.utf8.reduce(0x7A11) { $0 &* 31 &+ UInt64($1) })
        for round in 0..<6 {
            let index = Int.random(in: fixture.announces.indices, using: &random)
            let messages = fixture.announces.enumerated().map { position, message -> Payload in
                guard position == index else { return (message.topic, message.bytes(id: Self.number)) }
                let wrong = JSONMutation.mutate(message.payload, .document, using: &random)
                return (message.topic, wrong.text.map { Array($0.utf8) } ?? JSONMutation.bytes(wrong))
            }
            let news = Self.announce(messages, below: fixture.root)
            for device in news.described + news.sketched {
                try Self.check(device.model, device.address, device.native, in: fixture, round: round)
            }
        }
    }

    @Test(arguments: DeviceFixture.all) func wrongReportStaysWithinTheLimits(fixture: DeviceFixture) throws {
        var random = SeededGenerator(seed: 0x5EED)
        let whole = fixture.announces.map { ($0.topic, $0.bytes(id: Self.number)) }
        let model = try #require(Self.announce(whole, below: fixture.root).described.last?.model)
        let topics = model.topics
        guard !fixture.says.isEmpty, !topics.isEmpty else { return }
        for round in 0..<20 {
            let said = random.pick(fixture.says).message
            let wrong = JSONMutation.mutate(said.payload, .document, using: &random)
            let payload = wrong.text.map { Array($0.utf8) } ?? JSONMutation.bytes(wrong)
            let own = topics.filter { $0.topic == said.topic }
            for topic in random.chance(0.8) && !own.isEmpty ? own : [random.pick(topics)] {
                for lane in MessageLane.allCases {
                    for statement in topic.reader.read(payload, on: lane) {
                        switch statement.value {
                        case .number(let number)?: #expect(number.isFinite, "\(fixture) round \(round)")
                        case .text(let text)?: #expect(text.utf8.count <= 1024, "\(fixture) round \(round)")
                        default: break
                        }
                    }
                }
            }
        }
    }

    /// The device has at least what it has without the component that is wrong.
    @Test(arguments: DeviceFixture.all) func wrongComponentHidesNoOther(fixture: DeviceFixture) throws {
        let whole = fixture.announces.map { ($0.topic, $0.bytes(id: Self.number)) }
        let address = try #require(Self.announce(whole, below: fixture.root).described.last?.address)
        let components = Self.components(of: fixture)
        var random = SeededGenerator(seed: 0xC0DE)
        for round in 0..<min(8, 2 * components.count) {
            let component = random.pick(components)
            guard let least = Self.count(of: address, in: fixture, component) else { continue }
            let wrong = Self.count(of: address, in: fixture, component) {
                JSONMutation.mutate($0, .value, using: &random)
            }
            #expect((wrong ?? -1) >= least, "\(fixture) round \(round): \(component) is wrong")
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

    /// How many capabilities the device has when one of its components is changed, or removed; nil when the device is not
    /// described at all. A Shelly names a component in several answers, and it is removed from all of them.
    private static func count(
        of address: LinkAddress, in fixture: DeviceFixture, _ component: Component,
        _ mutation: ((JSONValue) -> JSONValue)? = nil
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
        _ model: any DialectModel, _ address: LinkAddress, _ native: String, in fixture: DeviceFixture, round: Int
    ) throws {
        let place: Comment = "\(fixture) round \(round)"
        let description = model.description
        let capabilities = description.parts.flatMap(\.capabilities)
        #expect(capabilities.count <= 1024 && description.others.count <= 1024, place)
        #expect(native.utf8.count <= 256 << 10, place)
        #expect(description.name.utf8.count <= 4096, place)
        #expect(description.others.allSatisfy { $0.utf8.count <= 1024 }, place)
        #expect(capabilities.allSatisfy { $0.options.count <= ZigbeeExpose.maximumOptions }, place)
        #expect(capabilities.allSatisfy { $0.range.lowerBound.isFinite && $0.range.upperBound.isFinite }, place)
        #expect(Set(description.parts.map(\.id)).count == description.parts.count, place)
        #expect(
            description.parts.allSatisfy { Set($0.capabilities.map(\.name)).count == $0.capabilities.count }, place)
        let topics = model.topics.map(\.topic) + model.commandTopics
        #expect(topics.allSatisfy { $0.hasPrefix(address.root + "/") && !$0.contains(where: "+#".contains) }, place)
        let again = try #require(Dialects.model(of: address, native: native), place)
        #expect(again.description == description, place)
    }

    private static func announce(_ messages: [Payload], below root: String) -> [Announcement] {
        var heard: [ObjectIdentifier: any DialectAnnouncements] = [:]
        return messages.flatMap { message -> [Announcement] in
            let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
            return Dialects.announcements.filter { $0.hears(levels) }.flatMap { dialect -> [Announcement] in
                let key = ObjectIdentifier(dialect)
                var announcements = heard[key] ?? dialect.init(root: root)
                defer { heard[key] = announcements }
                return announcements.hear(levels, message.payload, isRetained: true)
            }
        }
    }
}
