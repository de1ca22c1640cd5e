import DeviceProtocols
import Foundation
import HomeModel
import Testing
import YAMLFields
import Yams

@testable import GatewayApp

@Suite struct ProfileReaderTests {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    struct Case: Sendable, CustomTestStringConvertible {
        let mistake: String
        let line: Int
        let says: String
        let profile: String

        var testDescription: String { mistake }
    }

    /// The cases that the tests of the JSON schema use too.
    static let cases: [Case] = {
        let path = root.appending(path: "Tests/Fixtures/profile-mistakes.yaml").path
        let yaml = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let nodes = (try? Yams.compose(yaml: yaml))?.sequence.map(Array.init) ?? []
        return nodes.compactMap { node in
            guard let mistake = node["mistake"]?.string, let line = node["line"]?.int, let says = node["says"]?.string,
                let profile = node["profile"]?.string
            else { return nil }
            return Case(mistake: mistake, line: line, says: says, profile: profile)
        }
    }()

    @Test func mistakeCasesAreLoaded() { #expect(Self.cases.count > 20) }

    @Test(arguments: cases) func everyMistakeIsNamedWithItsLine(of wrong: Case) {
        let error = #expect(throws: ProfileMistakes.self) { try ProfileReader.read(wrong.profile) }
        let mistakes = error?.all ?? []
        #expect(mistakes.map(\.line) == [wrong.line], "\(mistakes)")
        #expect(mistakes.first?.message.contains(wrong.says) == true, "\(mistakes)")
    }

    @Test func allMistakesAreReportedInLineOrder() {
        let yaml = """
            family: F
            match: { dialect: zigbee, model: X }
            optimistic: perhaps
            parts:
              main:
                purpose: light
                capabilities:
                  voltage: { flow: production }
                  watts: {}
            colour: red
            """
        let error = #expect(throws: ProfileMistakes.self) { try ProfileReader.read(yaml) }
        #expect(error?.all.map(\.line) == [2, 3, 6, 8, 9, 10])
    }

    @Test func completeProfileIsRead() throws {
        let profile = try ProfileReader.read(
            """
            family: Test meters
            match:
              - { dialect: tasmota, manufacturer: Acme, model: "M*" }
              - { model: N1 }
            note: Read me.
            optimistic: true
            parts:
              "*":
                suggestedPurpose: pump
                capabilities:
                  energy.*: { flow: gridImport, rollover: 100000 }
              relay-1:
                purpose: garage
                capabilities:
                  power: { bidirectional: true, flow: gridImport }
                  number.air: { kind: temperature, unit: F }
                  voltage: { ignore: true }
            """)
        #expect(profile.family == "Test meters" && profile.note == "Read me." && profile.isOptimistic == true)
        #expect(profile.matches.map(\.dialect) == [.tasmota, nil] && profile.matches[0].model?.text == "M*")
        #expect(profile.everyPart.suggestedPurpose == .pump)
        #expect(profile.everyPart.kinds == [.energy: CapabilityProfile(flow: .gridImport, rollover: 100_000)])
        let relay = try #require(profile.parts[PartID("relay-1")])
        #expect(relay.purpose == .garage)
        let air = try #require(CapabilityName("number.air"))
        #expect(relay.capabilities[CapabilityName(.power)]?.isBidirectional == true)
        #expect(relay.capabilities[air]?.quantity == CapabilityProfile.Quantity(.temperature, in: .fahrenheit))
        #expect(relay.capabilities[CapabilityName(.voltage)]?.isIgnored == true)
    }

    @Test(arguments: ["", "- a", "a: [", "family: F\nfamily: G", "{}", "\u{0}", "a: &x [*x]"])
    func invalidProfileIsRefusedWithALine(yaml: String) {
        let error = #expect(throws: ProfileMistakes.self) { try ProfileReader.read(yaml) }
        #expect(error?.all.allSatisfy { $0.line >= 1 } == true)
    }

    @Test func tooLargeProfileIsRefused() {
        let yaml = "family: F\nmatch: { model: X }\nnote: " + String(repeating: "n", count: 70_000)
        #expect(throws: ProfileMistakes.self) { try ProfileReader.read(yaml) }
    }

    /// Each alias expands to ten copies of the previous one, so a reader that expands all of them does not end.
    @Test func multiplyingAliasesAreRefused() {
        let lines = (1...9).map { level in
            "l\(level): &l\(level) {" + (0..<10).map { "k\($0): *l\(level - 1)" }.joined(separator: ", ") + "}"
        }
        let yaml =
            "l0: &l0 { a: b }\n" + lines.joined(separator: "\n") + "\nfamily: F\nmatch: { model: X }\nparts: *l9\n"
        #expect(throws: ProfileMistakes.self) { try ProfileReader.read(yaml) }
    }
}
