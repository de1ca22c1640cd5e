import EmulatorStorage
import Foundation
import MatterEmulator
import MatterFixtures
import MatterProtocol
import MatterTransport
import Testing

@Suite struct RestartTests {
    @Test func restartedNodeKeepsItsFabricsAndForgetsItsSessions() async throws {
        try await CommissionedNode.run { node, controller, session in
            _ = try await session.subscribe([.all])
            let numberBefore = try await session.read([], events: [EventPathPattern()]).events.last?.number
            await node.server.restart(port: node.port)
            try await node.start(2)
            #expect(await node.server.sessionCount == 0)
            try await controller.withCASE(port: node.port) { session, _ in
                let events = try await session.read([], events: [EventPathPattern()]).events
                #expect(try #require(events.last).number > #require(numberBefore))
                #expect(await node.server.subscriptionCount == 0)
            }
        }
    }

    @Test func fileKeepsFabricsAndWrittenValues() async throws {
        try await TemporaryFolder.use { folder in
            let storage = NodeStorage.file(folder: folder, name: "lamp")
            let controller = try TestController()
            let number = try await NodeUnderTest.run(storage: storage) { node in
                try await controller.commission(node)
                return try await controller.withCASE(port: node.port) { session, _ in
                    let status = try await session.write(
                        0, cluster: ClusterID.basicInformation, attribute: 5, value: .text("Hall"))
                    #expect(status == .success)
                    return try await session.read([], events: [EventPathPattern()]).events.last?.number
                }
            }
            try await NodeUnderTest.run(storage: storage) { node in
                try await controller.withCASE(port: node.port) { session, _ in
                    let name = try await session.value(0, cluster: ClusterID.basicInformation, attribute: 5)
                    #expect(name == .text("Hall"))
                    let events = try await session.read([], events: [EventPathPattern()]).events
                    #expect(try #require(events.first).number > #require(number))
                }
            }
        }
    }

    @Test func fabricThatIsNotCommittedIsNotStored() async throws {
        try await TemporaryFolder.use { folder in
            let storage = NodeStorage.file(folder: folder, name: "lamp")
            let controller = try TestController()
            try await NodeUnderTest.run(storage: storage) { node in
                try await TestController.withPASE(port: node.port) { session in
                    try await controller.prepare(session)
                    try await controller.addCertificates(session)
                    // A write stores the record.
                    _ = try await session.write(
                        0, cluster: ClusterID.basicInformation, attribute: 5, value: .text("Hall"))
                }
            }
            try await NodeUnderTest.run(storage: storage) { node in
                #expect(await node.server.fabricIndexes.isEmpty)
                try await controller.commission(node)
            }
        }
    }

    @Test func damagedFileIsReported() async throws {
        try await TemporaryFolder.use { folder in
            try "{".write(toFile: "\(folder)/lamp.json", atomically: true, encoding: .utf8)
            await #expect(throws: NodeServerError.storage(.damaged(path: "\(folder)/lamp.json"))) {
                try await NodeUnderTest.run(storage: .file(folder: folder, name: "lamp")) { _ in }
            }
        }
    }

    struct Step: Sendable, CustomTestStringConvertible {
        let cluster: UInt32
        let command: UInt32
        var testDescription: String { "command \(command) of cluster \(cluster)" }

        static let all = [
            Step(cluster: ClusterID.generalCommissioning, command: 0),
            Step(cluster: ClusterID.generalCommissioning, command: 2),
            Step(cluster: ClusterID.operationalCredentials, command: 4),
            Step(cluster: ClusterID.operationalCredentials, command: 0x0B),
            Step(cluster: ClusterID.operationalCredentials, command: 6),
            Step(cluster: ClusterID.generalCommissioning, command: 4),
        ]
    }

    @Test(arguments: Step.all, [NodeFaults.RestartTime.beforeCommand, .beforeAnswer])
    func nodeThatRestartsDuringCommissioningCanBeCommissionedAgain(
        step: Step, time: NodeFaults.RestartTime
    ) async throws {
        try await NodeUnderTest.run { node in
            await node.server.changeFaults {
                $0.restarts = [NodeFaults.Command(cluster: step.cluster, command: step.command): time]
            }
            let controller = try TestController()
            // The controller waits for an answer that does not come.
            await #expect(throws: NodeFailure.self) { try await controller.commission(node) }
            #expect(await node.server.startCount == 2)
            let isLast = step.cluster == ClusterID.generalCommissioning && step.command == 4
            if isLast, time == .beforeAnswer {
                #expect(await node.server.fabricIndexes == [1])
                try await controller.withCASE(port: node.port) { _, _ in }
            } else {
                #expect(await node.server.fabricIndexes.isEmpty)
                try await controller.commission(node)
            }
        }
    }
}
