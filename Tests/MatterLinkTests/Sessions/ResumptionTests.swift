import HomeModel
import LinkFixtures
import MatterEmulator
import MatterProtocol
import TestSupport
import Testing

@testable import MatterLink

/// The gateway offers to resume the last session, and the node does not do that.
@Suite(.timeLimit(.minutes(5))) struct ResumptionTests {
    @Test(arguments: [NodeFaults.ResumptionAnswer.fullHandshake, .refusal, .wrongCode, .silence])
    func nodeThatResumesNoSessionIsConnectedByAFullHandshake(_ answer: NodeFaults.ResumptionAnswer) async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            let log = RequestLog()
            await node.server.changeFaults {
                $0.resumptionAnswer = answer
                $0.gate = { log.admits($0) }
            }
            await node.server.endSessions()
            // A node that forgot the session goes on with the same message; others are asked again without the offer.
            let wanted = NodeRequest.certificateSession(offersResumption: answer == .fullHandshake)
            try await eventually("the node is subscribed again") {
                guard log.all.contains(wanted) else { return false }
                let isSubscribed = await node.server.subscriptionCount == 1
                return await node.home.link.pairings().first?.trouble == nil && isSubscribed
            }
            #expect(log.all.contains(.certificateSession(offersResumption: true)))
            #expect(try await node.home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
            #expect(await node.server.carriedOut.map(\.path.cluster) == [ClusterID.onOff])
        }
    }

    /// The session after a full handshake can be resumed again.
    @Test func resumptionIsOfferedAgainAfterAFullHandshake() async throws {
        try await EmulatedNode.run { node in
            let lamp = try await node.adopt(try await node.commission())
            let log = RequestLog()
            await node.server.changeFaults {
                $0.resumptionAnswer = .refusal
                $0.gate = { log.admits($0) }
            }
            await node.server.endSessions()
            try await eventually("the node is asked for a full handshake") {
                log.all.contains(.certificateSession(offersResumption: false))
            }
            try await eventually("the lamp is on") {
                try await node.home.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed
            }
            let before = log.all.count
            await node.server.changeFaults { $0.resumptionAnswer = nil }
            await node.server.endSessions()
            try await eventually("the node is asked for a session") {
                log.all.dropFirst(before).contains(.certificateSession(offersResumption: true))
            }
            try await eventually("the lamp is off") {
                try await node.home.send(.boolean(false), to: lamp, kind: .switch).outcome == .confirmed
            }
            #expect(!log.all.dropFirst(before).contains(.certificateSession(offersResumption: false)))
        }
    }
}
