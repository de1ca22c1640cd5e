import HomeKitPeers
import HomeKitProtocol
package import MatterEmulator

/// A node that is announced in the network of `scripts/matter-network`.
package struct ForeignlyControlledNode: Sendable {
    package let node: NodeUnderTest
    /// The lists of announcements that the network knows, each after it is published. Only the newest list waits.
    private let published: AsyncStream<[NodeAnnouncement]>

    package var server: NodeServer { node.server }
    package var port: UInt16 { node.port }

    /// Runs `body` with a node, once it is announced.
    package static func run<Result: Sendable>(
        _ endpoints: [EndpointDefinition], attestation: SampleAttestation,
        body: @escaping @Sendable (ForeignlyControlledNode) async throws -> Result
    ) async throws -> Result {
        try await NodeUnderTest.run(endpoints, attestation: attestation) { node in
            let (published, sink) = AsyncStream<[NodeAnnouncement]>.makeStream(bufferingPolicy: .bufferingNewest(1))
            return try await withThrowingTaskGroup(of: Void.self, returning: Result.self) { group in
                group.addTask {
                    defer { sink.finish() }
                    try await announce(node, to: sink)
                }
                let announced = ForeignlyControlledNode(node: node, published: published)
                try await announced.announcements { !$0.isEmpty }
                let result = try await body(announced)
                group.cancelAll()
                return result
            }
        }
    }

    /// Publishes what the node announces until cancelled.
    private static func announce(
        _ node: NodeUnderTest, to sink: AsyncStream<[NodeAnnouncement]>.Continuation
    ) async throws {
        try await PythonPeer.run("../MatterPeers/matter_announcer.py", interpreter: ChipController.interpreter) {
            peer in
            func publish(_ announcements: [NodeAnnouncement]) async throws {
                let services = announcements.map(\.json)
                _ = try await peer.ask("announce", with: [("services", .list(services))], for: "count")
                sink.yield(announcements)
            }
            try await publish(await node.server.announcements(port: node.port))
            for await announcements in node.server.announcements { try await publish(announcements) }
        }
    }

    /// Waits until the network knows announcements that fulfil a condition.
    @discardableResult package func announcements(
        until isWanted: @Sendable ([NodeAnnouncement]) -> Bool
    ) async throws -> [NodeAnnouncement] {
        for await announcements in published where isWanted(announcements) { return announcements }
        throw PythonPeer.Failure(description: "the announcements of the node could not be published")
    }
}

extension NodeAnnouncement {
    fileprivate var json: HomeKitJSON {
        .object([
            "type": .text(service.rawValue), "name": .text(name), "port": .integer(Int64(port)),
            "txt": .list(txt.map { .text($0) }),
        ])
    }
}
