import HomeModel
import Testing

@testable import MQTTLink

/// A description that an earlier program stored follows what this program understands of the same announcement.
@Suite struct RedescriptionTests {
    private static func snapshot(_ devices: [Device]) -> FollowedSnapshot {
        FollowedSnapshot(devices, after: FollowedSnapshot())
    }

    @Test func storedDescriptionOfAnEarlierProgramIsReplaced() throws {
        let device = Device.sample(sensor)
        let new = try #require(Self.snapshot([device]).redescriptions(of: [device]).first)
        #expect(new.address == device.address && new.native == device.nativeDescription)
        let names = new.description[.main]?.capabilities.map(\.name)
        #expect(names?.contains(temperature.capability) == true && names?.contains(contact.capability) == true)
        let stored = device.described(as: new.description, native: new.native)
        #expect(Self.snapshot([stored]).redescriptions(of: [stored]).isEmpty, "once is enough")
    }

    /// A purpose that a person gave is part of the stored description, and no reason to describe the device again.
    @Test(arguments: Purpose.allCases) func answersAboutPurposesAreNoDifference(purpose: Purpose) throws {
        var device = Device.sample(sensor)
        let new = try #require(Self.snapshot([device]).redescriptions(of: [device]).first)
        device = device.described(as: new.description, native: new.native)
        device.answer([.main: purpose])
        #expect(device.description[.main]?.purpose == purpose)
        #expect(Self.snapshot([device]).redescriptions(of: [device]).isEmpty)
    }

    @Test func deviceThatIsNotUnderstoodOrIsNewerStaysAsItIs() {
        let followed = Device.sample(sensor)
        let newer = followed.described(as: followed.description, native: #"{"homie":"5.0","version":2,"nodes":{}}"#)
        let unread = Device.sample(sensor, native: "no JSON")
        #expect(Self.snapshot([followed]).redescriptions(of: [newer]).isEmpty)
        #expect(Self.snapshot([unread]).redescriptions(of: [unread]).isEmpty)
        #expect(FollowedSnapshot().redescriptions(of: [followed]).isEmpty)
    }
}
