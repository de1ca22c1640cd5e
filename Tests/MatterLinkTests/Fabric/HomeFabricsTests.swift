import Foundation
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

    private static func time(_ seconds: Int64) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    @Test func olderKeysAreReplacedOnce() async throws {
        try await withFolder { folder in
            let fabrics = try HomeFabrics(store: store(in: folder), at: Self.time(10))
            let first = fabrics.current
            try fabrics.renew(madeBefore: Self.time(10), at: Self.time(20))
            #expect(fabrics.current.id == first.id)
            for _ in 1...2 { try fabrics.renew(madeBefore: Self.time(30), at: Self.time(20)) }
            let second = fabrics.current
            // The clock was set back.
            #expect(second.madeAt == Self.time(30) && second.generation == 1)
            #expect(second.authority.certificate.publicKey != first.authority.certificate.publicKey)
            #expect(second.identityProtectionKey != first.identityProtectionKey)
            #expect(fabrics[first.id]?.id == Fabric.firstID && fabrics[second.id]?.id == second.id)

            let again = try HomeFabrics(store: store(in: folder), at: Self.time(40))
            #expect(again.current.id == second.id && again[first.id] != nil)
        }
    }

    /// Earlier releases did not store the time.
    @Test func keysOfUnknownAgeAreReplaced() async throws {
        try await withFolder { folder in
            let store = try store(in: folder)
            _ = try store.fabric()
            let fabrics = try HomeFabrics(store: store, at: Self.time(10))
            #expect(fabrics.current.madeAt == nil)
            try fabrics.renew(madeBefore: Self.time(1), at: Self.time(20))
            #expect(fabrics.current.generation == 1)
        }
    }

    /// They were made while the clock was wrong.
    @Test func keysOfTheFutureAreReplaced() async throws {
        try await withFolder { folder in
            let fabrics = try HomeFabrics(store: store(in: folder), at: Self.time(1_000))
            for _ in 1...2 { try fabrics.renew(madeBefore: Self.time(10), at: Self.time(20)) }
            #expect(fabrics.current.generation == 1 && fabrics.current.madeAt == Self.time(20))
        }
    }

    @Test func onlyUnusedEarlierKeysAreDeleted() async throws {
        try await withFolder { folder in
            let fabrics = try HomeFabrics(store: store(in: folder), at: Self.time(0))
            for time in [Self.time(1), Self.time(2)] { try fabrics.renew(madeBefore: time, at: time) }
            fabrics.removeUnused(keeping: [Fabric.firstID], logger: Self.logger)
            #expect(try store(in: folder).fabrics(at: nil).map(\.generation) == [0, 2])
            fabrics.removeUnused(keeping: [], logger: Self.logger)
            #expect(try store(in: folder).fabrics(at: nil).map(\.generation) == [2])
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
                        nodeID: 1, state: .paired, name: "Lamp", model: nil, commissionedAt: Self.time(0),
                        fabric: "ab"))
            }
            let error = await #expect(throws: FabricError.self) { try await MatterHome.run(in: folder) { _ in } }
            guard case .missing = error else { return #expect(Bool(false), "\(String(describing: error))") }
        }
    }
}
