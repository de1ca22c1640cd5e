import GatewayCore
import HomeModel
import LinkFixtures
import MatterEmulator
import Testing

@testable import MatterLink

/// The node answers AddNOC with an error.
@Suite(.timeLimit(.minutes(5))) struct RefusedCertificateTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// `NodeOperationalCertStatusEnum`
        let status: UInt8
        let obstacle: DevicePairingObstacle
        /// A part of the sentence for people.
        let words: String
    }

    static let answers = [
        Answer(testDescription: "InvalidNOC", status: 3, obstacle: .deviceRefused, words: "refused"),
        Answer(testDescription: "TableFull", status: 5, obstacle: .tooManyControllers, words: "Remove it from one"),
        Answer(testDescription: "FabricConflict", status: 9, obstacle: .deviceRefused, words: " "),
    ]

    @Test(arguments: answers) func refusedCertificateUndoesCommissioning(_ answer: Answer) async throws {
        try await EmulatedNode.run { node in
            await node.server.changeFaults { $0.certificateStatus = answer.status }
            let refusal = await #expect(throws: ActionRefusal.self) { try await node.commission() }
            guard case .devicePairing(let obstacle, let detail) = refusal else {
                return #expect(Bool(false), "\(String(describing: refusal))")
            }
            #expect(obstacle == answer.obstacle)
            #expect(detail.contains(answer.words))
            #expect(await !node.server.isFailSafeArmed)
            #expect(await node.server.fabricIndexes.isEmpty)
            #expect(await node.home.link.pairings().isEmpty)
            await node.server.changeFaults { $0.certificateStatus = nil }
            let pairing = try await node.commission()
            #expect(pairing.state == .paired)
        }
    }
}
