import GatewayCore
import HomeModel
import HomeStore
import LinkFixtures
import MatterEmulator
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing
import TimeSeriesStore

@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct PressTests {
    /// The presses that the home has stored, in their order.
    private func presses(of button: Device, in home: MatterHome) async throws -> [CapabilityValue] {
        let part = try #require(button.description.parts.first { $0[CapabilityName(.button)] != nil })
        return try await home.database.readings.stateChanges(
            of: SeriesID(device: button.id, part: part.id, capability: CapabilityName(.button)),
            from: Timestamp(milliseconds: .min), to: Timestamp(milliseconds: .max),
            notBefore: Timestamp(milliseconds: .min), limit: .max
        ).map(\.value)
    }

    /// Waits until the home has stored so many presses, and checks which.
    private func expectPresses(_ expected: [CapabilityValue], of button: Device, in home: MatterHome) async throws {
        try await eventually("\(expected.count) presses are stored") {
            try await presses(of: button, in: home).count >= expected.count
        }
        #expect(try await presses(of: button, in: home) == expected)
    }

    @Test func eachPressIsStoredOnce() async throws {
        try await EmulatedNode.run([.button()]) { node in
            let button = try await node.adopt(try await node.commission())
            await node.server.press(endpoint: 1)
            await node.server.press(endpoint: 1, times: 2)
            await node.server.hold(endpoint: 1)
            try await expectPresses([.text("single"), .text("double"), .text("long")], of: button, in: node.home)
            // The node reports the same event again.
            await node.server.changeFaults { $0.repeatedReports = 2 }
            await node.server.press(endpoint: 1)
            let repeated: [CapabilityValue] = [.text("single"), .text("double"), .text("long"), .text("single")]
            try await expectPresses(repeated, of: button, in: node.home)
            await node.server.changeFaults { $0.repeatedReports = 0 }
            await node.server.press(endpoint: 1, times: 3)
            try await expectPresses(repeated + [.text("triple")], of: button, in: node.home)
        }
    }

    /// An event of the first report has happened at an unknown time before: it must switch nothing now.
    @Test func pressWhileTheNodeIsAwayIsNoPress() async throws {
        try await EmulatedNode.run([.button()]) { node in
            let button = try await node.adopt(try await node.commission())
            await node.server.press(endpoint: 1)
            try await expectPresses([.text("single")], of: button, in: node.home)
            let held = HeldRequest(.certificateSession(offersResumption: true))
            await node.server.changeFaults { $0.gate = { await held.admits($0) } }
            await node.server.endSessions()
            try await held.arrive()
            await node.server.press(endpoint: 1, times: 2)
            held.release(carryingOut: true)
            try await eventually("the node is subscribed again, without the events before") {
                let filter = await node.server.lastEventFilter ?? 0
                let isSubscribed = await node.server.subscriptionCount == 1
                return await node.home.link.pairings().first?.trouble == nil && isSubscribed && filter > 0
            }
            await node.server.press(endpoint: 1, times: 3)
            try await expectPresses([.text("single"), .text("triple")], of: button, in: node.home)
        }
    }

    @Test func restartedGatewayKnowsTheLastEvent() async throws {
        try await withFolder { folder in
            try await NodeUnderTest.run([.button()]) { node in
                try await AnnouncementFeed.run(of: node) { feed in
                    let button = try await MatterHome.run(in: folder) { home in
                        try await feed.show(to: home)
                        let emulated = EmulatedNode(node: node, home: home)
                        let button = try await emulated.adopt(try await emulated.commission())
                        await node.server.press(endpoint: 1)
                        try await expectPresses([.text("single")], of: button, in: home)
                        await feed.hide()
                        return button
                    }
                    let next = await node.server.nextEventNumber
                    try await MatterHome.run(in: folder) { home in
                        try await feed.show(to: home)
                        try await eventually("the node is subscribed again") {
                            await home.core.deviceStates.snapshot[button.id].availability?.isReachable == true
                        }
                        #expect(await node.server.lastEventFilter == next)
                        await node.server.press(endpoint: 1, times: 2)
                        try await expectPresses([.text("single"), .text("double")], of: button, in: home)
                    }
                }
            }
        }
    }
}
