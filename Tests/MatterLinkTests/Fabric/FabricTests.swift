import HomeCertificates
import HomeModel
import MatterProtocol
import StorageFixtures
import Testing

@testable import MatterLink

@Suite struct FabricTests {
    private func store(in folder: String) throws -> (store: NodeStore, secrets: SecretStore) {
        let secrets = try SecretStore.open(folder: "\(folder)/secrets", credentials: nil)
        return (try NodeStore(secrets: secrets, folder: "\(folder)/matter"), secrets)
    }

    private static let node = NodeRecord(
        nodeID: 1, state: .paired, name: "Lamp", model: nil, commissionedAt: Timestamp(milliseconds: 0))

    @Test func fabricOutlivesARestart() async throws {
        try await withFolder { folder in
            let first = try store(in: folder).store.fabric()
            let second = try store(in: folder).store.fabric()
            #expect(first.identity.compressedFabricID == second.identity.compressedFabricID)
            #expect(first.authority.certificate.encoded == second.authority.certificate.encoded)
        }
    }

    /// Fresh keys could not reach the nodes, so that they must not take the place of keys that a backup may have.
    @Test func missingFabricIsNotReplacedWhileThereAreNodes() async throws {
        try await withFolder { folder in
            let (store, secrets) = try store(in: folder)
            _ = try store.fabric()
            try store.save(Self.node)
            try secrets.remove("matter-fabric-own")
            for _ in 1...2 {
                let error = #expect(throws: FabricError.self) { try store.fabric() }
                guard case .missing = error else { return #expect(Bool(false), "\(String(describing: error))") }
                #expect(error?.description.contains("Restore the backup") == true)
            }
            #expect(try secrets.names(withPrefix: "matter-fabric-").isEmpty)
            try store.remove(Self.node)
            _ = try store.fabric()
        }
    }
}
