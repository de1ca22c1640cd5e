import HomeModel
import Testing

@testable import GatewayCore

/// The unit of a series in `GET …/readings`.
@Suite struct SeriesUnitTests {
    private static let device = DeviceID("meter" as StaticString)

    private static func home(_ capabilities: [Capability]) -> HomeSnapshot {
        let address = LinkAddress(kind: .homie5, foreignID: "meter", root: "u")
        let part = Part(id: .main, capabilities: capabilities)
        return HomeSnapshot(devices: [
            Device(
                id: device, name: DisplayName("Meter" as StaticString), room: nil, address: address,
                description: DeviceDescription(name: "Meter", parts: [part]),
                adoptedAt: Timestamp(milliseconds: 0))
        ])
    }

    @Test(arguments: ["rpm", "VA", "VOC Index points", "km/h"]) func numberHasTheUnitOfItsDevice(unit: String) throws {
        let name = try #require(CapabilityName("number.x"))
        let series = SeriesID(device: Self.device, part: .main, capability: name)
        #expect(Self.home([Capability(name, announcedUnit: unit)]).unit(of: series) == unit)
        #expect(Self.home([Capability(name)]).unit(of: series) == nil)
        #expect(Self.home([]).unit(of: series) == nil && HomeSnapshot().unit(of: series) == nil)
    }

    /// Every other kind has its canonical unit, also when the device or the capability was removed.
    @Test(arguments: CapabilityKind.allCases.filter { $0 != .number })
    func quantityHasItsCanonicalUnit(kind: CapabilityKind) {
        let series = SeriesID(device: Self.device, part: .main, capability: CapabilityName(kind))
        let unit = kind.facts.unit?.rawValue
        #expect(Self.home([Capability(CapabilityName(kind), announcedUnit: "furlong")]).unit(of: series) == unit)
        #expect(HomeSnapshot().unit(of: series) == unit)
    }
}
