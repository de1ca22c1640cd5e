import HomeKitPeers
import HomeKitProtocol
import MatterEmulator
import MatterFixtures

/// A node that is announced in the network of `scripts/matter-network`.
struct ForeignlyControlledNode: Sendable {
    let node: NodeUnderTest
    /// The lists of announcements that the network knows, each after it is published. Only the newest list waits.
    private let published: AsyncStream<[NodeAnnouncement]>

    var server: NodeServer { node.server }
    var port: UInt16 { node.port }

    /// Runs `body` with a node, once it is announced.
    static func run(
        _ endpoints: [EndpointDefinition], attestation: SampleAttestation,
        body: @escaping @Sendable (ForeignlyControlledNode) async throws -> Void
    ) async throws {
        try await NodeUnderTest.run(endpoints, attestation: attestation) { node in
            let (published, sink) = AsyncStream<[NodeAnnouncement]>.makeStream(bufferingPolicy: .bufferingNewest(1))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    defer { sink.finish() }
                    try await announce(node, to: sink)
                }
                let announced = ForeignlyControlledNode(node: node, published: published)
                try await announced.announcements { !$0.isEmpty }
                try await body(announced)
                group.cancelAll()
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
    @discardableResult func announcements(
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
