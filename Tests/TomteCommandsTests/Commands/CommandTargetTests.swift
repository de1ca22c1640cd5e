import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

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
