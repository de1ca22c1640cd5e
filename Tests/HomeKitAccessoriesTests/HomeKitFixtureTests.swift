import Foundation
import HomeKitAccessories
import SeededRandom
import Testing

/// One database for each oddity that accessories of different makers have.
struct HomeKitFixtureTests {
    @Test(arguments: HomeKitFixture.all) func databaseBecomesTheExpectedDevices(_ fixture: HomeKitFixture) throws {
        let found = try fixture.summary()
        #expect(found == fixture.expected)
        // Set HOMEKIT_RECORD=1 to write the summaries again, and read the difference.
        guard ProcessInfo.processInfo.environment["HOMEKIT_RECORD"] != nil, found != fixture.expected else { return }
        let file = HomeKitFixture.folder.appending(path: fixture.name + ".txt")
        try (found.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }

    @Test(arguments: HomeKitFixture.all) func modelFollowsTheInvariantsInAnyOrder(_ fixture: HomeKitFixture) throws {
        for accessory in try fixture.database().accessories {
            for seed in UInt64(1)...8 { ModelInvariants.check(AccessoryModel(accessory), of: accessory, seed: seed) }
        }
    }

    @Test func everyFixtureIsFound() { #expect(HomeKitFixture.all.count >= 30) }
}
