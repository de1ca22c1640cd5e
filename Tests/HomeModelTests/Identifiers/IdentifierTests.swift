import SeededRandom
import Foundation
import HomeModel
import Testing

struct IdentifierTests {
    @Test(arguments: ["a", "0", "hall-lamp", "a-", "a--b", String(repeating: "z", count: 64)])
    func validIDsAreAccepted(_ text: String) {
        #expect(DeviceID(text)?.rawValue == text)
    }

    @Test(arguments: [
        "", "-a", "A", "a_b", "a b", "a/b", "a.b", "é", "a\n", "a\u{0}", "а", "a+", "#", "0x00158D",
        "AA:BB:CC", String(repeating: "z", count: 65),
    ])
    func invalidIDsAreRefused(_ text: String) {
        #expect(DeviceID(text) == nil)
    }

    @Test(arguments: [
        ("Hall Lamp", "hall-lamp"), ("  a//b  ", "a-b"), ("AA:BB:CC:DD", "aa-bb-cc-dd"), ("0x00158D", "0x00158d"),
        ("Åsa", "asa"), ("Øystein Strauß", "oystein-strauss"), ("नमस्ते", "namaste"), ("浴室", "yu-shi"),
        ("Lamp 🔥", "lamp"), ("--x--", "x"), ("../../etc", "etc"), ("🔥", "device"), ("", "device"), ("---", "device"),
    ])
    func slugIsDerivedFromTheText(_ text: String, expected: String) {
        #expect(DeviceID(slugging: text, fallback: DeviceID("device")).rawValue == expected)
    }

    @Test func usedSlugsGetANumber() {
        let used: Set<DeviceID> = [DeviceID("lamp"), DeviceID("lamp-2")]
        #expect(DeviceID(slugging: "Lamp", fallback: DeviceID("device"), notIn: used).rawValue == "lamp-3")
        #expect(DeviceID(slugging: "?", fallback: DeviceID("lamp"), notIn: used).rawValue == "lamp-3")
    }

    @Test func longSlugsAreLimitedTo64Characters() {
        let text = String(repeating: "long ", count: 1000)
        let first = DeviceID(slugging: text, fallback: DeviceID("device"))
        let second = DeviceID(slugging: text, fallback: DeviceID("device"), notIn: [first])
        #expect(first.rawValue.count == 64)
        #expect(second != first)
        #expect(second.rawValue.hasSuffix("-2") && second.rawValue.count <= 64)
    }

    @Test(arguments: 1...100)
    func everySlugIsAValidUnusedID(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var used: Set<DeviceID> = []
        for _ in 0..<20 {
            let id = DeviceID(slugging: random.text(upTo: 90), fallback: DeviceID("device"), notIn: used)
            #expect(DeviceID(id.rawValue) == id)
            #expect(used.insert(id).inserted)
        }
    }

    @Test func decodedIDsAreValidated() throws {
        let purposes: [PartID: Purpose] = [.main: .light]
        let json = try JSONEncoder().encode(purposes)
        #expect(String(decoding: json, as: UTF8.self) == #"{"main":"light"}"#)
        #expect(try JSONDecoder().decode([PartID: Purpose].self, from: json) == purposes)
        for bad in [#""A B""#, #""""#, "7", "null", #"["a"]"#] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(DeviceID.self, from: Data(bad.utf8)) }
        }
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([PartID: Purpose].self, from: Data(#"{"A B":"light"}"#.utf8))
        }
    }
}

@Suite struct MACAddressTests {
    @Test(arguments: ["a4:cf:12:00:1b:2c", "A4-CF-12-00-1B-2C", "a4cf12001b2c"])
    func everySpellingGivesTheSameAddress(text: String) {
        #expect(MACAddress(text)?.digits == "A4CF12001B2C")
        #expect(MACAddress(text)?.description == "A4:CF:12:00:1B:2C")
    }

    @Test(arguments: [
        "", "a4:cf:12:00:1b", "a4:cf:12:00:1b:2c:3d", "a4:cf:12:00:1b:2g", "00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff",
        "a4cf12001b2c/#", "a4:cf:12:00:1b:2c\n", "Ａ4cf12001b2c", "+", "#",
    ])
    func invalidAddressesAreRefused(text: String) { #expect(MACAddress(text) == nil) }
}

@Suite struct RootTopicTests {
    @Test(arguments: ["tomte", "tomte-probe", "tomte-"])
    func rootsOfTheGatewayAreReserved(root: String) { #expect(RootTopic.isOfTheGateway(root)) }

    @Test(arguments: ["plug", "tomten", "tasmota-1"])
    func otherRootsAreNotReserved(root: String) { #expect(!RootTopic.isOfTheGateway(root)) }
}
