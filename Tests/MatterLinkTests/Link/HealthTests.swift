import GatewayCore
import HomeCertificates
import HomeModel
import LinkFixtures
import MatterEmulator
import MatterFixtures
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink

@Suite(.timeLimit(.minutes(5))) struct HealthTests {
    /// The node restarts in mid-commissioning, so that the gateway cannot tell it to undo what was done.
    @Test func failSafeThatStaysArmedIsAFinding() async throws {
        try await EmulatedNode.run { node in
            let fault = NodeFaults.Command(cluster: 0x3E, command: 0x00)
            await node.server.changeFaults { $0.restarts[fault] = .beforeCommand }
            let before = node.home.core.clock.now()
            await #expect(throws: ActionRefusal.self) { try await node.commission() }
            let finding = try #require(await node.home.link.findings().first)
            #expect(finding.code == "matter.failSafe")
            guard case .text(let text)? = finding.values["time"] else {
                Issue.record("the finding has no time")
                return
            }
            let end = try #require(Timestamp(rfc3339: text))
            #expect(end > before && end <= node.home.core.clock.now() + .seconds(90))
            // The next attempt succeeds, and ends the finding.
            try await node.commission()
            #expect(await node.home.link.findings().isEmpty)
        }
    }

    /// A wrong code arms nothing.
    @Test func refusedCodeIsNoFinding() async throws {
        try await EmulatedNode.run { node in
            await #expect(throws: ActionRefusal.self) { try await node.commission(code: "3497-0112-332") }
            #expect(await node.home.link.findings().isEmpty)
        }
    }

    @Test func unreadableRecordIsAFinding() async throws {
        try await withFolder { folder in
            try await MatterHome.run(in: folder) { home in
                #expect(await home.link.findings().isEmpty)
                try home.secrets.write(Secret("no record"), as: "matter-node-00000000000000aa")
            }
            try await MatterHome.run(in: folder) { home in
                let findings = await home.link.findings()
                #expect(findings.map(\.code) == ["matter.unreadableRecord"])
                #expect(findings.first?.values == ["count": .number(1)])
                #expect(findings.first?.message.contains("00000000000000aa") == true)
            }
        }
    }

    /// The other home removes this one from the node, which then announces itself only for the other home.
    @Test func nodeThatWasRemovedByAnotherHomeIsExplained() async throws {
        try await EmulatedNode.run { node in
            let pairing = try await node.commission()
            try await eventually("the node is connected") { await node.home.link.pairings().first?.trouble == nil }
            let code = try await node.home.link.openPairing(pairing.root, for: .seconds(300))
            try await withFolder { folder in
                try await MatterHome.run(in: folder) { other in
                    try await EmulatedNode(node: node.node, home: other).announced { emulated in
                        let theirs = try await emulated.commission(code: code.digits.exposedText)
                        try await eventually("the node is connected to the other home") {
                            await other.link.pairings().first?.trouble == nil
                        }
                        let controllers = try await other.link.controllers(of: theirs.root)
                        let first = try #require(controllers.first { !$0.isOwn })
                        try await other.link.unshare(theirs.root, from: first.identifier)
                        // Both homes read one stream of announcements, so that the first one may have missed this.
                        _ = try await node.home.announce(
                            await node.server.announcements(port: node.node.port), besides: [pairing.service])
                        try await eventually("the first home says that the node is another home's") {
                            await node.home.link.pairings().first?.trouble?.code == "otherHomesOnly"
                        }
                    }
                }
            }
            let trouble = try #require(await node.home.link.pairings().first?.trouble)
            #expect(trouble.since.map { $0 <= node.home.core.clock.now() } == true)
        }
    }

    /// It is said since when a node is not connected, also after further attempts.
    @Test func timeOfTheLossStaysUntilTheNodeIsBack() async throws {
        try await EmulatedNode.run { node in
            try await node.commission()
            try await eventually("the node is connected") { await node.home.link.pairings().first?.trouble == nil }
            let before = node.home.core.clock.now()
            await node.server.changeFaults { $0.lostArrivals = .max }
            await node.server.endSessions()
            try await eventually("the node is lost") {
                let trouble = await node.home.link.pairings().first?.trouble
                return trouble?.code == "unreachable" && trouble?.since.map { $0 >= before } == true
            }
            let since = try #require(await node.home.link.pairings().first?.trouble?.since)
            #expect(since <= node.home.core.clock.now())
            await node.server.changeFaults { $0.lostArrivals = 0 }
            await node.server.restart()
            try await eventually("the node is back") { await node.home.link.pairings().first?.trouble == nil }
        }
    }
}
