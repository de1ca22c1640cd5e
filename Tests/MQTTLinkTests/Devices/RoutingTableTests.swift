import HomeModel
import Testing

@testable import MQTTLink

/// The stored description of a device is updated if this version of the program understands more of the same announcement.
@Suite struct RoutingTableTests {
    private static func table(_ devices: [Device]) -> RoutingTable {
        RoutingTable(devices, after: RoutingTable())
    }

    @Test func storedDescriptionOfAnEarlierProgramIsReplaced() throws {
        let device = Device.sample(sensor)
        let new = try #require(Self.table([device]).changedDescriptions(of: [device]).first)
        #expect(new.address == device.address && new.native == device.nativeDescription)
        let names = new.description[.main]?.capabilities.map(\.name)
        #expect(names?.contains(temperature.capability) == true && names?.contains(contact.capability) == true)
        let stored = device.described(as: new.description, native: new.native)
        #expect(
            Self.table([stored]).changedDescriptions(of: [stored]).isEmpty,
            "the updated description needs no second update")
    }

    /// A purpose that a person assigned is part of the stored description. It is no reason to update the description.
    @Test(arguments: Purpose.allCases) func assignedPurposeDoesNotChangeTheDescription(purpose: Purpose) throws {
        var device = Device.sample(sensor)
        let new = try #require(Self.table([device]).changedDescriptions(of: [device]).first)
        device = device.described(as: new.description, native: new.native)
        device.setPurposes([.main: purpose])
        #expect(device.description[.main]?.purpose == purpose)
        #expect(Self.table([device]).changedDescriptions(of: [device]).isEmpty)
    }

    @Test func undecodableOrNewerDescriptionIsKept() {
        let followed = Device.sample(sensor)
        let newer = followed.described(as: followed.description, native: #"{"homie":"5.0","version":2,"nodes":{}}"#)
        let undecodable = Device.sample(sensor, native: "no JSON")
        #expect(Self.table([followed]).changedDescriptions(of: [newer]).isEmpty)
        #expect(Self.table([undecodable]).changedDescriptions(of: [undecodable]).isEmpty)
        #expect(RoutingTable().changedDescriptions(of: [followed]).isEmpty)
    }
}
