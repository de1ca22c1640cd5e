import Foundation
import MatterNodes
import Testing

/// One node for each oddity that nodes of different makers have.
struct MatterFixtureTests {
    @Test(arguments: MatterFixture.all) func nodeBecomesTheExpectedDevices(_ fixture: MatterFixture) throws {
        let found = try fixture.summary()
        #expect(found == fixture.expected)
        // Set MATTER_RECORD=1 to write the summaries again, and read the difference.
        guard ProcessInfo.processInfo.environment["MATTER_RECORD"] != nil, found != fixture.expected else { return }
        let file = MatterFixture.folder.appending(path: fixture.name + ".txt")
        try (found.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }

    @Test(arguments: MatterFixture.all) func modelFollowsTheInvariantsInAnyOrder(_ fixture: MatterFixture) throws {
        let values = try fixture.values()
        for seed in UInt64(1)...4 { ModelInvariants.check(NodeModel(values), of: values, seed: seed) }
    }

    @Test func everyFixtureIsFound() { #expect(MatterFixture.all.count >= 30) }
}
