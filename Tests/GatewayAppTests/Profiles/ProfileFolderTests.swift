import DeviceProtocols
import Foundation
import HomeModel
import Testing

@testable import GatewayApp

@Suite struct ProfileFolderTests {
    private static let devices = ProfileReaderTests.root.appending(path: "devices").path
    static let shipped = ProfileFolder(path: devices).entries()

    @Test func programFindsTheShippedProfiles() {
        #expect(ProfileFolder.shipped?.path == Self.devices)
        #expect(Self.shipped.count >= 8)
    }

    @Test(arguments: shipped.map(\.path)) func everyShippedProfileIsValid(path: String) throws {
        _ = try ProfileFolder.entry(path).profile.get()
    }

    /// Manufacturers and models are those that the devices publish.
    @Test(
        arguments: [
            (.zigbee2mqtt, "Tuya", "TS0601_garage_door_opener", "Tuya garage door openers"),
            (.zigbee2mqtt, "Moes", "ZM-102-M", "Tuya garage door openers"),
            (.homeAssistant, "rstrouse", "ESPSomfy-RTS MQTT", "ESPSomfy RTS"),
            (.homeAssistant, "OpenDTU", "HM-800", "OpenDTU (Hoymiles inverters)"),
            (.homeAssistant, "Hoymiles", "Roof", "AhoyDTU (Hoymiles inverters)"),
            (.zigbee2mqtt, "Develco", "EMIZB-132", "frient and Develco meter interfaces"),
            (.zigbee2mqtt, "Tuya", "PJ-1203A", "Tuya bidirectional clamp meters"),
            (.zigbee2mqtt, "IKEA", "E1757", "IKEA blinds"),
            (.zigbee2mqtt, "SONOFF", "SWV-ZFE", "SONOFF SWV water valve"),
            (.esphome, "zuidwijk", "slimmelezer-mini", "SlimmeLezer (DSMR P1)"),
            (.zigbee2mqtt, "Tuya", "TS011F_plug_1", nil), (.tasmota, "OpenDTU", "HM-800", nil),
            (.shelly, "Shelly", "Plus1PM", nil),
        ] as [(LinkKind, String, String, String?)])
    func deviceMatchesTheProfileOfItsFamily(kind: LinkKind, maker: String, model: String, family: String?) throws {
        let profiles = DeviceProfiles(shipped: try Self.shipped.map { try $0.profile.get() })
        let description = DeviceDescription(name: "d", manufacturer: maker, model: model, parts: [])
        #expect(profiles.profile(for: kind, description)?.family == family)
    }

    @Test func readmeExampleIsValid() throws {
        let readme = try String(contentsOf: URL(filePath: Self.devices).appending(path: "README.md"), encoding: .utf8)
        let example = try #require(readme.split(separator: "```yaml\n").last?.split(separator: "\n```").first)
        #expect(try ProfileReader.read(String(example)).family == "Acme meters")
    }

    @Test func unreadableProfilesAreReportedAndOthersAreRead() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "profiles-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = [
            "b.yaml": "family: Mine\nmatch: { model: X }\nnote: n", "a.yaml": "family: [", "c.txt": "family: C",
            ".d.yaml": "family: D",
        ]
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        try Data([0xFF, 0xFE]).write(to: folder.appending(path: "e.yaml"))
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "f.yaml"), withDestinationURL: URL(filePath: "/dev/zero"))
        try FileManager.default.createDirectory(
            at: folder.appending(path: "g.yaml"), withIntermediateDirectories: true)
        var unreadable: [String] = []
        let profiles = DeviceProfiles(own: ProfileFolder(path: folder.path), shipped: nil) { entry in
            unreadable.append(String(entry.path.split(separator: "/").last ?? ""))
        }
        #expect(unreadable == ["a.yaml", "e.yaml", "f.yaml", "g.yaml"])
        let description = DeviceDescription(name: "d", model: "X", parts: [])
        #expect(profiles.profile(for: .shelly, description)?.family == "Mine")
    }

    @Test func missingFolderHasNoProfiles() { #expect(ProfileFolder(path: "/nowhere/at/all").entries().isEmpty) }

    /// Editors complete words from the schema, so it must contain exactly the words of the model.
    @Test func schemaListsTheWordsOfTheModel() throws {
        let data = try Data(contentsOf: URL(filePath: Self.devices).appending(path: "schema.json"))
        let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let definitions = try #require(schema["$defs"] as? [String: Any])
        func words(_ path: String...) -> Set<String> {
            let node = path.reduce(definitions as Any?) { ($0 as? [String: Any])?[$1] } as? [String: Any]
            return Set(node?["enum"] as? [String] ?? [])
        }
        #expect(words("match", "properties", "dialect") == Set(LinkKind.allCases.map(\.rawValue)))
        #expect(words("part", "properties", "suggestedPurpose") == Set(Purpose.choices.map(\.rawValue)))
        #expect(words("part", "properties", "purpose") == Set(PartProfile.decidedPurposes.map(\.rawValue)))
        #expect(words("flow") == Set(EnergyFlow.allCases.map(\.rawValue)))
        let quantities = CapabilityKind.allCases.filter { kind in
            kind.facts.unit.flatMap { CapabilityProfile.Quantity(kind, in: $0) } != nil
        }
        #expect(words("kind") == Set(quantities.map(\.rawValue)))
        let part = (definitions["part"] as? [String: Any])?["properties"] as? [String: Any]
        let named = (part?["capabilities"] as? [String: Any])?["patternProperties"] as? [String: Any]
        for kind in CapabilityKind.allCases {
            let covering = try (named ?? [:]).keys.filter { pattern in
                try Regex(pattern).wholeMatch(in: kind.rawValue) != nil
            }
            #expect(covering.count == 1, "\(kind) matches the patterns \(covering).")
        }
    }
}
