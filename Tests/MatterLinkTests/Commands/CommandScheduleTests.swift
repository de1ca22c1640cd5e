import HomeModel
import MatterEmulator
import MatterFixtures
import MatterProtocol
import StorageFixtures
import Testing

@testable import MatterLink

/// What the gateway said about many commands agrees with what the node did.
@Suite(.timeLimit(.minutes(10))) struct CommandScheduleTests {
    @Test(arguments: [UInt64(1)]) func outcomesAreTrue(seed: UInt64) async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run(CommandSchedule.endpoints, timing: .quick) { node in
                try await AnnouncementFeed.run(of: node) { feed in
                    var schedule = CommandSchedule(of: node, seenBy: feed, in: folder, seed: seed)
                    try await schedule.run(steps: 200)
                    let carriedOut = await node.server.carriedOut.filter { $0.path.cluster == ClusterID.levelControl }
                    var outcomes: [CommandOutcome: Int] = [:]
                    for command in schedule.commands {
                        let outcome = await command.record?.outcome
                        if let outcome { outcomes[outcome, default: 0] += 1 }
                        let count = carriedOut.count {
                            $0.path.endpoint == command.endpoint && $0.fields[0] == .unsigned(command.level)
                        }
                        #expect(
                            OutcomeTruth.agrees(outcome, count: count),
                            "\(command.percent) % at \(command.endpoint): \(String(describing: outcome)), \(count) times"
                        )
                    }
                    // The schedule was worth its time.
                    #expect(outcomes[.confirmed] ?? 0 > 20, "\(outcomes)")
                    #expect(schedule.restarts.node > 0 && schedule.restarts.gateway > 0)
                }
            }
        }
    }
}
