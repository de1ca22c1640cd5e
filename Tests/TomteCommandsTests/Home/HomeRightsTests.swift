import Foundation
import GatewayWire
import HomeModel
import Testing

@testable import TomteCommands

/// The table of a person's own grants.
struct HomeRightsTests {
    private func line(
        _ conditions: AccessConditions = AccessConditions(), capabilities: Set<CapabilityKind> = [],
        timing: GrantTiming, uses: Int = 0, zone: TimeZone = .gmt
    ) throws -> String {
        let grant = Grant(
            id: GrantID("allow-1"), person: PersonID("kim"), effect: .allow, permissions: [.controlDevices],
            selector: AccessSelector(devices: [DeviceID("front-door")], capabilities: capabilities),
            conditions: conditions, uses: uses)
        let body = OwnGrantBody(
            grant, permissions: [.controlDevices], timing: timing, rooms: [],
            devices: [DeviceNameBody(id: DeviceID("front-door"), name: "Front door")])
        let lines = HomeRights.table([body], zone: zone).lines(limit: nil).map(\.plain)
        return try #require(lines.last)
    }

    private let time = Timestamp(milliseconds: 1_800_000_000_000)

    @Test func lineNamesTheHoursAndTheNextStartInTheTimeOfTheHome() throws {
        let window = AccessConditions(windows: [try #require(WeeklyWindow("tue 08:00-18:00"))])
        let line = try line(
            window, capabilities: [.lock], timing: GrantTiming(appliesNow: false, end: nil, nextStart: time),
            zone: try #require(TimeZone(secondsFromGMT: 7200)))
        #expect(line.contains("Front door: lock"), "\(line)")
        #expect(line.contains("controlDevices") && line.contains("tue 08:00-18:00"), "\(line)")
        #expect(line.contains("from 2027-01-15 10:00"), "\(line)")
    }

    @Test func lineNamesTheEndAndTheUsesThatAreLeft() throws {
        let now = GrantTiming(appliesNow: true, end: time, nextStart: nil)
        #expect(
            try line(AccessConditions(maximumUses: 3), timing: now, uses: 2)
                .contains("any time  yes until 2027-01-15 08:00, 1 use left"))
        #expect(try line(timing: GrantTiming(appliesNow: true, end: nil, nextStart: nil)).contains("any time  yes"))
    }

    @Test(arguments: Role.allCases) func eachRoleSaysWhatItMayDo(role: Role) {
        #expect(HomeRights.rights(role, hasGrants: false).contains(" may "))
        #expect(HomeRights.rights(role, hasGrants: true).hasSuffix("These grants apply too:"))
    }

    @Test func guestWithoutGrantsLearnsThatThereIsNone() {
        #expect(HomeRights.rights(.guest, hasGrants: false).hasSuffix("There is none now."))
    }

    @Test func lineSaysThatTheClockIsNotKnown() throws {
        let unknown = GrantTiming(appliesNow: false, end: nil, nextStart: nil)
        #expect(try line(AccessConditions(notAfter: time), timing: unknown).contains("the clock is not known"))
    }
}
