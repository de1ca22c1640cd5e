import Foundation
import GatewayCore
import HomeCertificates
import HomeModel
import LinkFixtures
import Logging
import MatterFixtures
import MatterProtocol
import StorageFixtures
import Testing

@testable import MatterLink

@Suite struct HomeFabricsTests {
    private static let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

    private func store(in folder: String) throws -> NodeStore {
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        return try NodeStore(secrets: secrets, folder: "\(folder)/matter")
    }

    private static let first = KeyRotationID(rawValue: "first")
    private static let second = KeyRotationID(rawValue: "second")

    @Test func rotationReplacesTheKeysOnce() async throws {
        try await withFolder { folder in
            let fabrics = try HomeFabrics(store: store(in: folder))
            let first = fabrics.current
            #expect(first.rotation == nil)
            for _ in 1...2 { try fabrics.renew(for: Self.first) }
            let second = fabrics.current
            #expect(second.rotation == Self.first && second.generation == 1)
            #expect(second.authority.certificate.publicKey != first.authority.certificate.publicKey)
            #expect(second.identityProtectionKey != first.identityProtectionKey)
            #expect(fabrics[first.id]?.id == Fabric.firstID && fabrics[second.id]?.id == second.id)

            let again = try HomeFabrics(store: store(in: folder))
            #expect(again.current.id == second.id && again[first.id] != nil)
            try again.renew(for: Self.first)
            #expect(again.current.id == second.id)
        }
    }

    @Test func onlyUnusedEarlierKeysAreDeleted() async throws {
        try await withFolder { folder in
            let fabrics = try HomeFabrics(store: store(in: folder))
            for rotation in [Self.first, Self.second] { try fabrics.renew(for: rotation) }
            fabrics.removeUnused(keeping: [Fabric.firstID], logger: Self.logger)
            #expect(try store(in: folder).fabrics().map(\.generation) == [0, 2])
            fabrics.removeUnused(keeping: [], logger: Self.logger)
            #expect(try store(in: folder).fabrics().map(\.generation) == [2])
            #expect(fabrics[Fabric.firstID] == nil)
        }
    }

    @Test func recordOfAnEarlierReleaseBelongsToTheFirstFabric() throws {
        let text = """
            {"nodeID": 1, "state": "paired", "name": "Lamp", "commissionedAt": "2026-01-31T12:00:00Z",
             "knownFabrics": [], "lockCodes": []}
            """
        let record = try JSONDecoder().decode(NodeRecord.self, from: Data(text.utf8))
        #expect(record.fabricID == Fabric.firstID && record.fabricsInOrder == [Fabric.firstID])
    }

    /// Without the keys the node could not be reached, so that the gateway asks for the backup.
    @Test func nodeOfAMissingFabricEndsTheStart() async throws {
        try await withFolder { folder in
            try await MatterHome.run(in: folder) { home in
                try NodeStore(secrets: home.secrets, folder: "\(folder)/matter").save(
                    NodeRecord(
                        nodeID: 1, state: .paired, name: "Lamp", model: nil, commissionedAt: Timestamp(milliseconds: 0),
                        fabric: "ab"))
            }
            let error = await #expect(throws: FabricError.self) { try await MatterHome.run(in: folder) { _ in } }
            guard case .missing = error else { return #expect(Bool(false), "\(String(describing: error))") }
        }
    }
}
