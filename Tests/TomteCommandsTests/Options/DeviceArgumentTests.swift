import GatewayWire
import HomeModel
import Testing
@testable import TomteCommands

@Suite struct DeviceArgumentTests {
    @Test func partFollowsTheSlash() {
        #expect(DeviceArgument(argument: "plug-2/relay-1")?.part == PartID("relay-1" as String))
        #expect(DeviceArgument(argument: "Hall lamp")?.device == "Hall lamp")
        #expect(DeviceArgument(argument: "Hall lamp")?.part == nil)
    }

    @Test(arguments: ["", "/main", "a/", "a//b", "a/B", "a/b/c"])
    func invalidAddressesAreRefused(text: String) { #expect(DeviceArgument(argument: text) == nil) }
}

@Suite struct PurposeArgumentTests {
    private let one = PartID("relay-1" as StaticString)
    private let two = PartID("relay-2" as StaticString)

    @Test func purposeWithoutAPartIsForAllParts() throws {
        let light = try #require(PurposeArgument(argument: "light"))
        let pump = try #require(PurposeArgument(argument: "relay-2=drainPump"))
        #expect(PurposeArgument.byPart([pump, light], asking: [one, two]) == [one: .light, two: .drainPump])
        #expect(PurposeArgument.byPart([light], asking: []) == [.main: .light])
        #expect(PurposeArgument.byPart([], asking: [one]).isEmpty)
    }

    @Test func lettersOfAPurposeMayBeUpperOrLowerCase() {
        for text in ["foodCooling", "foodcooling", "FOODCOOLING"] {
            #expect(PurposeArgument(argument: text)?.purpose == .foodCooling)
        }
    }

    /// The help groups each purpose once, by what needs a PIN.
    @Test func helpExplainsEveryPurposeOnce() {
        let named = Purpose.explanation.split { !$0.isLetter }.compactMap { Purpose(rawValue: String($0)) }
        #expect(named.sorted { $0.rawValue < $1.rawValue } == Purpose.choices.sorted { $0.rawValue < $1.rawValue })
        #expect(Purpose.explanation.contains("A PIN to switch off: homeHeating, foodCooling"))
    }

    @Test(arguments: ["", "lamp", "=light", "Relay=light", "a=b=light", "heater", "main=pump", "appliance"])
    func invalidPurposesAreRefused(text: String) { #expect(PurposeArgument(argument: text) == nil) }
}

@Suite struct CommandTargetTests {
    private func device(_ parts: [String]) -> DeviceBody {
        let power = CapabilityBody(
            name: CapabilityName(.switch), type: .boolean, unit: nil, minimum: nil, maximum: nil, step: nil,
            options: [], isCommanded: true, mayCommand: true, isSensitive: false, flow: nil, state: nil)
        return DeviceBody(
            id: DeviceID("plug" as StaticString), name: "Plug", room: nil, link: "homie5", availability: .ready,
            manufacturer: nil, model: nil,
            parts: parts.compactMap { PartID($0) }.map {
                PartBody(id: $0, purpose: nil, asksForPurpose: false, capabilities: [power])
            })
    }

    @Test(
        arguments: [
            ("plug", ["main"], nil), ("plug", ["relay"], "relay"), ("plug", ["relay-1", "relay-2"], nil),
            ("plug/relay-2", ["relay-1", "relay-2"], "relay-2"), ("plug", ["main", "relay"], nil),
        ] as [(String, [String], String?)])
    func partIsTheGivenOneOrTheOnlyOne(address: String, parts: [String], part: String?) throws {
        let address = try #require(DeviceArgument(argument: address))
        #expect(try CommandTarget(address, text: "switch", in: device(parts)).part?.rawValue == part)
    }

    @Test func unknownCapabilityIsInvalid() throws {
        let address = try #require(DeviceArgument(argument: "plug"))
        #expect { try CommandTarget(address, text: "swich", in: device(["main"])) } throws: { error in
            (error as? CLIError)?.status == .invalid
        }
    }
}
