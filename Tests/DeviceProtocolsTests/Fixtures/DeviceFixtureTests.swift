import DeviceFixtures
import HomeModel
import Testing

@testable import DeviceProtocols

/// Each fixture of `Tests/Fixtures/devices` gives the expected description, updates and command messages.
@Suite struct DeviceFixtureTests {
    private static let number: UInt32 = 7

    @Test func fixturesAreNumerousAndHaveUniqueRoots() {
        #expect(DeviceFixture.all.count >= 60)
        let byRoot = Dictionary(grouping: DeviceFixture.all, by: \.root)
        #expect(byRoot.values.filter { $0.count > 1 }.isEmpty)
    }

    @Test(arguments: DeviceFixture.all) func descriptionMatchesTheFixture(fixture: DeviceFixture) throws {
        let (address, model, _, findings) = try Self.discover(fixture)
        let (expects, description) = (fixture.expects, model.description)
        #expect(address.kind.rawValue == expects["dialect"]?.text && address.root == fixture.root)
        #expect(description.name == expects["name"]?.text)
        #expect(description.manufacturer == expects["manufacturer"]?.text)
        #expect(description.model == expects["model"]?.text)
        #expect(description.hardware.map(\.description).sorted() == expects["hardware"]?.texts?.sorted() ?? [])
        let parts = Dictionary(
            uniqueKeysWithValues: description.parts.map { ($0.id.rawValue, $0.capabilities.map(\.line).sorted()) })
        let expected = Dictionary(
            uniqueKeysWithValues: (expects["parts"]?.members ?? []).map { ($0.key, ($0.value.texts ?? []).sorted()) })
        #expect(parts == expected)
        let others = expects["others"]?.texts ?? []
        #expect(description.others.count == others.count, "\(description.others)")
        for other in others { #expect(description.others.contains { $0.hasPrefix(other) }, "\(description.others)") }
        #expect(findings.map(\.topic.description).sorted() == (expects["findings"]?.texts ?? []).sorted())
        #expect(model.topics.allSatisfy { $0.topic.hasPrefix(fixture.root + "/") })
    }

    @Test(arguments: DeviceFixture.all) func reportsAreDecodedAsExpected(fixture: DeviceFixture) throws {
        let (_, model, _, _) = try Self.discover(fixture)
        for report in fixture.says {
            let payload = String(decoding: report.message.bytes(id: Self.number), as: UTF8.self)
            let lines = model.receive(report.message.topic, payload: payload).map(\.line)
            #expect(lines.sorted() == report.means.sorted(), "\(report.message.topic) \(payload)")
        }
    }

    @Test(arguments: DeviceFixture.all) func commandsAreEncodedAsExpected(fixture: DeviceFixture) throws {
        let (_, model, _, _) = try Self.discover(fixture)
        for command in fixture.commands {
            let (part, capability, value) = try Self.target(command, of: model)
            let encoded = try #require(
                model.encodeCommand(part, capability: capability.name, value: value, number: Self.number), "\(command)")
            let isExpected = zip(command.sends, encoded.messages).allSatisfy { Self.isSame($0, message: $1) }
            #expect(command.sends.count == encoded.messages.count && isExpected, "\(command) sends \(encoded.messages)")
            #expect(encoded.messages.allSatisfy { !$0.retain && $0.topic.hasPrefix(fixture.root + "/") })
            let stateQuery = model.stateQuery(part, capability: capability.name, number: Self.number)
            #expect(command.asks.map { asks in stateQuery.map { Self.isSame(asks, message: $0) } ?? false } ?? true)
            Self.check(command, encoded: encoded, part: part, capability: capability.name, model: model)
        }
    }

    @Test(arguments: DeviceFixture.all) func storedDescriptionRestoresTheDevice(fixture: DeviceFixture) throws {
        let (address, model, native, _) = try Self.discover(fixture)
        let again = try #require(DeviceFamilies.model(of: address, native: native))
        #expect(again.description == model.description)
        #expect(again.topics.map(\.topic).sorted() == model.topics.map(\.topic).sorted())
        for command in fixture.commands {
            let (part, capability, value) = try Self.target(command, of: model)
            #expect(
                again.encodeCommand(part, capability: capability.name, value: value, number: Self.number)
                    == model.encodeCommand(part, capability: capability.name, value: value, number: Self.number))
        }
    }

    /// The replies of the device give the command the outcome that the fixture states.
    private static func check(
        _ command: DeviceFixture.Command, encoded: DialectCommand, part: PartID, capability name: CapabilityName,
        model: any DialectModel
    ) {
        func updates(_ messages: [DeviceFixture.Message]) -> [DeviceUpdate] {
            messages.flatMap { model.receive($0.topic, payload: String(decoding: $0.bytes(id: number), as: UTF8.self)) }
        }
        let confirming = encoded.confirmation == .reportAfterQuery ? command.replies : command.answers + command.replies
        let effects = model.description[part]?.effects(of: name, becoming: encoded.value) ?? [:]
        let isConfirmed = effects.allSatisfy { effect in
            updates(confirming).contains { $0 == .state(part, effect.key, effect.value) }
        }
        let isRefused = updates(command.answers).contains { update in
            switch update {
            case .failed, .replied(number, .some): true
            default: false
            }
        }
        switch command.outcome {
        case .confirmed: #expect(isConfirmed && !isRefused && encoded.confirmation != .none, "\(command)")
        case .sent:
            #expect(
                encoded.confirmation == .none || encoded.confirmation == .reportAfterQuery && !isConfirmed, "\(command)"
            )
        case .failed: #expect(isRefused, "\(command)")
        default: #expect(!isConfirmed && !isRefused, "\(command)")
        }
    }

    private static func target(
        _ command: DeviceFixture.Command, of model: any DialectModel
    ) throws -> (PartID, Capability, CapabilityValue) {
        let capability = try #require(
            model.description[command.part]?[command.capability], "\(command): the device has no such capability")
        return (command.part, capability, try #require(command.value(of: capability.valueType)))
    }

    private static func isSame(_ expected: DeviceFixture.Message, message: DialectMessage) -> Bool {
        expected.isSame(as: message.topic, message.payload, id: number)
    }

    private static func discover(
        _ fixture: DeviceFixture
    ) throws -> (address: LinkAddress, model: any DialectModel, native: String, findings: [DiscoveryFinding]) {
        var parsers: [ObjectIdentifier: any DiscoveryParser] = [:]
        var events: [DiscoveryEvent] = []
        for message in fixture.announces {
            let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
            for dialect in DeviceFamilies.discoveryParsers where dialect.matches(levels) {
                let key = ObjectIdentifier(dialect)
                var parser = parsers[key] ?? dialect.init(root: fixture.root)
                events += parser.receive(levels, payload: message.bytes(id: number), isRetained: true)
                parsers[key] = parser
            }
        }
        let last = try #require(events.described.last, "\(fixture.file) describes no device: \(events)")
        return (last.address, last.model, last.native, events.findings)
    }
}
