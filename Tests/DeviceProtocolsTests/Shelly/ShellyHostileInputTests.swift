import SeededRandom
import DeviceFixtures
@testable import DeviceProtocols
import HomeModel
import Testing

/// Any input yields a finding or a value. No input traps, and no state grows without a limit.
@Suite struct ShellyHostileInputTests {
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func mutatedRepliesNeverTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var described = 0
        for _ in 0..<600 {
            let fixture = random.pick(ShellySamples.fixtures)
            var parser = ShellyDiscoveryParser(root: fixture.root)
            for message in fixture.announces {
                let payload =
                    random.chance(0.4)
                    ? random.mutated(message.bytes(id: 7), tokens: Self.tokens) : message.bytes(id: 7)
                let levels = message.topic.split(separator: "/")
                for event in parser.receive(levels, payload: payload, isRetained: false) {
                    guard case .described(let address, let model, let native) = event else { continue }
                    described += 1
                    Self.check(model, at: address, native: native, seed: seed)
                }
            }
        }
        #expect(described > 60, "seed \(seed): Too few mutations keep the JSON valid.")
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func anyPayloadYieldsFiniteNumbers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let fixtures = ShellySamples.fixtures
        for _ in 0..<40 {
            let fixture = random.pick(fixtures)
            var parser = ShellyDiscoveryParser(root: fixture.root)
            let events = fixture.announces.flatMap {
                parser.receive($0.topic, payload: String(decoding: $0.bytes(id: 7), as: UTF8.self))
            }
            let model = try #require(events.described.last?.model)
            let payloads = fixture.says.map { $0.message.bytes(id: 7) } + Self.frames.map { Array($0.utf8) }
            for topic in model.topics {
                for _ in 0..<20 {
                    let payload = random.mutated(random.pick(payloads), tokens: Self.tokens)
                    for lane in topic.lanes {
                        for case .reading(_, _, let value, _) in topic.decoder.decode(payload, on: lane) {
                            #expect(value.isFinite, "seed \(seed)")
                        }
                    }
                }
            }
        }
    }

    @Test(arguments: [
        "\"7\"", "-1", "9223372036854775807", "9223372036854775808", "1e300", "4294967296", "null", "[]", "{}", "true",
        "7.5",
    ])
    func invalidReplyIDsAreIgnored(id: String) throws {
        let model = try ShellySamples.model()
        let updates = model.receive("u/reply/rpc", payload: #"{"id":\#(id),"src":"s","result":null}"#)
        #expect(!updates.contains { if case .replied = $0 { true } else { false } }, "\(updates)")
        var parser = ShellyDiscoveryParser(root: "u")
        _ = parser.receive("u/online", payload: "true")
        #expect(parser.receive("u/reply/rpc", payload: #"{"id":\#(id),"result":{}}"#).described.isEmpty)
    }

    @Test func componentsBeyondTheLimitAreLeftOut() throws {
        var parser = ShellyDiscoveryParser(root: "u")
        _ = parser.receive("u/online", payload: "true")
        let many = (0..<500).map { #""switch:\#($0)":{"id":\#($0),"output":true}"# }.joined(separator: ",")
        let events = parser.receiveReplies(
            information: ShellySamples.information, configuration: "{}", status: "{\(many)}")
        let known = try #require(events.described.first)
        #expect(events.findings.isEmpty && known.model.description.parts.count == 128)
        #expect(
            known.model.description.others == ["components: 372 are left out, because there are too many to store"])
        #expect(DeviceFamilies.model(of: known.address, native: known.native)?.description == known.model.description)
    }

    /// The last of several members with one key is used, and the others cost no time.
    @Test func repeatedKeyIsDecodedOnce() throws {
        let many = [String](repeating: #""switch:0":{"output":true}"#, count: 2200).joined(separator: ",")
        let start = ContinuousClock.now
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: "{\(many)}",
            status: #"{\#(many),"switch:0":{"id":0,"output":false}}"#)
        #expect(model.description.parts.map(\.capabilities.count) == [1])
        let frame = ShellySamples.notification(#"{\#(many),"switch:0":{"output":false}}"#)
        #expect(
            model.receive("u/events/rpc", payload: frame) == [.state(.main, CapabilityName(.switch), .boolean(false))])
        #expect(ContinuousClock.now - start < .seconds(5))
    }

    @Test func endlessPagingStops() {
        var parser = ShellyDiscoveryParser(root: "u")
        _ = parser.receive("u/online", payload: "true")
        _ = parser.receiveReplies(
            information: ShellySamples.information, configuration: "{}", status: #"{"bthome":{},"sys":{"uptime":1}}"#)
        let page = #"{"components":[{"key":"media"}],"total":1000000}"#
        var queryCount = 0
        for _ in 0..<1000 {
            let events = parser.receive("u/reply/rpc", payload: ShellySamples.reply(1 << 31 + 3, result: page))
            queryCount += events.queries.count
            if !events.described.isEmpty { break }
        }
        #expect(queryCount == 63)
    }

    @Test func deepNestingIsAFindingOrIgnored() throws {
        let deep = String(repeating: #"{"a":"#, count: 60) + "1" + String(repeating: "}", count: 60)
        var parser = ShellyDiscoveryParser(root: "u")
        _ = parser.receive("u/online", payload: "true")
        let events = parser.receiveReplies(information: ShellySamples.information, configuration: deep)
        #expect(events.findings.map(\.error) == [.tooDeep(limit: 16)])
        let flat = try ShellySamples.model(
            information: ShellySamples.information, configuration: "{}",
            status: #"{"switch:0":{"a":{"b":{"c":{"d":{"e":1}}}},"output":true}}"#)
        #expect(flat.description[.main]?.capabilities.map(\.name) == [CapabilityName(.switch)])
    }

    @Test func fieldsBeyondTheLimitAreLeftOut() throws {
        let fields = (0..<2000).map { #""f\#($0)":1"# }.joined(separator: ",")
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: "{}",
            status: #"{"switch:0":{"output":true,\#(fields)}}"#)
        #expect(model.document.components.first?.fields.count == ShellyComponent.maximumFields)
        #expect(model.description.others.count < ShellyComponent.maximumFields)
    }

    @Test func sizeOfTheStoredDescriptionIsLimited() throws {
        var parser = ShellyDiscoveryParser(root: "u")
        _ = parser.receive("u/online", payload: "true")
        let fields = (0..<40).map { #""\#(String(repeating: "x", count: 20))\#($0)":1"# }.joined(separator: ",")
        let status = (0..<40).map { #""switch:\#($0)":{\#(fields)}"# }.joined(separator: ",")
        let events = parser.receiveReplies(
            information: ShellySamples.information, configuration: "{}", status: "{\(status)}")
        let known = try #require(events.described.first)
        #expect(events.findings.isEmpty && known.native.utf8.count <= ShellyDocument.maximumBytes + 256)
        #expect(known.model.description.others.first?.hasPrefix("components: ") == true)
    }

    @Test func controlCharactersOfNamesAreEscaped() throws {
        let model = try ShellySamples.model(
            information: ShellySamples.information, configuration: "{}",
            status: #"{"switch:0":{"x\u001b[31m":1,"output":true},"Ev\u001bil:0":{}}"#)
        #expect(model.description.others == ["switch:0/x\\u{1b}[31m: this value is not supported"])
    }

    private static let frames = [
        ShellySamples.notification(ShellySamples.status), ShellySamples.reply(7, result: ShellySamples.status),
        ShellySamples.refusal(7, code: -103, message: "no"), "true", "false",
        ShellySamples.notification(
            #"{"events":[{"component":"input:0","event":"single_push"}]}"#, method: "NotifyEvent"),
    ]

    private static func check(_ model: any DialectModel, at address: LinkAddress, native: String, seed: UInt64) {
        #expect(model.topics.allSatisfy { $0.topic.hasPrefix(address.root + "/") }, "seed \(seed)")
        #expect(DeviceFamilies.model(of: address, native: native)?.description == model.description, "seed \(seed)")
        for part in model.description.parts {
            #expect(Set(part.capabilities.map(\.name)).count == part.capabilities.count, "seed \(seed)")
            for capability in part.capabilities {
                _ = capability.range
                for value in [
                    CapabilityValue.number(1e308), .number(-.infinity), .text(""), .color(hue: 1e9, saturation: -1),
                ] {
                    _ = model.encodeCommand(part.id, capability: capability.name, value: value, number: .max)
                }
            }
        }
    }

    private static let tokens = [
        "{", "}", "[", "]", "\"", ",", ":", "null", "1e999", "-", "0", "99999999999999999999", "true", "\u{0}", "é",
        "\"switch:0\":", "\"id\":", "\"ct_range\":[6500,2700],", "\"has\":[\"x.y.z\"],", "1e308",
    ]
}
