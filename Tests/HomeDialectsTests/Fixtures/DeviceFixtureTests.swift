import DeviceFixtures
import HomeModel
import Testing

@testable import HomeDialects

/// Every device of `Tests/Fixtures/devices` is taken for what a person would take it for, understood, and told.
@Suite struct DeviceFixtureTests {
    private static let number: UInt32 = 7

    @Test func thereAreManyAndEachHasARootOfItsOwn() {
        #expect(DeviceFixture.all.count >= 60)
        let byRoot = Dictionary(grouping: DeviceFixture.all, by: \.root)
        #expect(byRoot.values.filter { $0.count > 1 }.isEmpty)
    }

    @Test(arguments: DeviceFixture.all) func isTakenForWhatItIs(fixture: DeviceFixture) throws {
        let (address, model, _, findings) = try Self.announced(fixture)
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

    @Test(arguments: DeviceFixture.all) func isUnderstood(fixture: DeviceFixture) throws {
        let (_, model, _, _) = try Self.announced(fixture)
        for saying in fixture.says {
            let payload = String(decoding: saying.message.bytes(id: Self.number), as: UTF8.self)
            let lines = model.hear(saying.message.topic, payload).map(\.line)
            #expect(lines.sorted() == saying.means.sorted(), "\(saying.message.topic) \(payload)")
        }
    }

    @Test(arguments: DeviceFixture.all) func isTold(fixture: DeviceFixture) throws {
        let (_, model, _, _) = try Self.announced(fixture)
        for command in fixture.commands {
            let (part, capability, value) = try Self.wanted(command, of: model)
            let order = try #require(model.order(part, capability.name, value, number: Self.number), "\(command)")
            let isAsMeant = zip(command.sends, order.messages).allSatisfy { Self.isSame($0, $1) }
            #expect(command.sends.count == order.messages.count && isAsMeant, "\(command) sends \(order.messages)")
            #expect(order.messages.allSatisfy { !$0.retain && $0.topic.hasPrefix(fixture.root + "/") })
            let question = model.question(part, capability.name, number: Self.number)
            #expect(command.asks.map { asks in question.map { Self.isSame(asks, $0) } ?? false } ?? true)
            Self.check(command, order, part, capability.name, model)
        }
    }

    @Test(arguments: DeviceFixture.all) func isTheSameAfterARestart(fixture: DeviceFixture) throws {
        let (address, model, native, _) = try Self.announced(fixture)
        let again = try #require(Dialects.model(of: address, native: native))
        #expect(again.description == model.description)
        #expect(again.topics.map(\.topic).sorted() == model.topics.map(\.topic).sorted())
        for command in fixture.commands {
            let (part, capability, value) = try Self.wanted(command, of: model)
            #expect(
                again.order(part, capability.name, value, number: Self.number)
                    == model.order(part, capability.name, value, number: Self.number))
        }
    }

    /// What the device answers ends the command as the fixture says.
    private static func check(
        _ command: DeviceFixture.Command, _ order: DialectOrder, _ part: PartID, _ name: CapabilityName,
        _ model: any DialectModel
    ) {
        func statements(_ messages: [DeviceFixture.Message]) -> [DeviceStatement] {
            messages.flatMap { model.hear($0.topic, String(decoding: $0.bytes(id: number), as: UTF8.self)) }
        }
        let confirming = order.proof == .answer ? command.replies : command.answers + command.replies
        let effects = model.description[part]?.effects(of: name, becoming: order.value) ?? [:]
        let isConfirmed = effects.allSatisfy { effect in
            statements(confirming).contains { $0 == .state(part, effect.key, effect.value) }
        }
        let isRefused = statements(command.answers).contains { statement in
            switch statement {
            case .failed, .answered(number, .some): true
            default: false
            }
        }
        switch command.outcome {
        case .confirmed: #expect(isConfirmed && !isRefused && order.proof != .none, "\(command)")
        case .sent: #expect(order.proof == .none || order.proof == .answer && !isConfirmed, "\(command)")
        case .failed: #expect(isRefused, "\(command)")
        default: #expect(!isConfirmed && !isRefused, "\(command)")
        }
    }

    private static func wanted(
        _ command: DeviceFixture.Command, of model: any DialectModel
    ) throws -> (PartID, Capability, CapabilityValue) {
        let capability = try #require(
            model.description[command.part]?[command.capability], "\(command): there is no such capability")
        return (command.part, capability, try #require(command.value(of: capability.valueType)))
    }

    private static func isSame(_ expected: DeviceFixture.Message, _ message: DialectMessage) -> Bool {
        expected.isSame(as: message.topic, message.payload, id: number)
    }

    private static func announced(
        _ fixture: DeviceFixture
    ) throws -> (address: LinkAddress, model: any DialectModel, native: String, findings: [DialectFinding]) {
        var heard: [ObjectIdentifier: any DialectAnnouncements] = [:]
        var news: [Announcement] = []
        for message in fixture.announces {
            let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false)
            for dialect in Dialects.announcements where dialect.hears(levels) {
                let key = ObjectIdentifier(dialect)
                var announcements = heard[key] ?? dialect.init(root: fixture.root)
                news += announcements.hear(levels, message.bytes(id: number), isRetained: true)
                heard[key] = announcements
            }
        }
        let last = try #require(news.described.last, "\(fixture.file) describes no device: \(news)")
        return (last.address, last.model, last.native, news.findings)
    }
}
