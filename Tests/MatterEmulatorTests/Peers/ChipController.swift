import Crypto
import Foundation
import HomeKitPeers
import HomeKitProtocol
import MatterEmulator
import MatterFixtures
import MatterProtocol

/// The controller of connectedhomeip, in a process of its own.
struct ChipController {
    /// Nil outside the network that the controller needs.
    static let interpreter =
        PythonPeer.interpreter(in: "TOMTE_MATTER_ADDRESS") == nil
        ? nil : PythonPeer.interpreter(in: "TOMTE_MATTER_PYTHON")
    static let requirement = "`make test-matter` runs this test, in a network of its own"

    /// A fabric of the controller. All of its fabrics have the same root.
    struct Fabric {
        let number: Int64
        /// The node id that the node has in it.
        let node: Int64

        static let first = Fabric(number: 1, node: 1)
        static let second = Fabric(number: 2, node: 5)

        fileprivate var members: [(String, HomeKitJSON)] {
            [("fabric", .integer(number)), ("node", .integer(node))]
        }
    }

    private let peer: PythonPeer

    /// Runs `body` with the controller and a node that it does not know.
    static func run(
        _ endpoints: [EndpointDefinition] = [.dimmableLight()],
        body: @escaping @Sendable (ChipController, ForeignlyControlledNode) async throws -> Void
    ) async throws {
        try await TemporaryFolder.use { folder in
            let attestation = try await attestation()
            try FileManager.default.createDirectory(
                atPath: "\(folder)/authorities", withIntermediateDirectories: false)
            try Data(attestation.authority.authority).write(to: URL(filePath: "\(folder)/authorities/tomte.der"))
            try await ForeignlyControlledNode.run(endpoints, attestation: attestation) { node in
                try await PythonPeer.run(
                    "../MatterPeers/chip_controller.py", arguments: [folder], interpreter: interpreter
                ) { peer in try await body(ChipController(peer: peer), node) }
            }
        }
    }

    /// The certificates of a maker, and a declaration that the controller accepts.
    private static func attestation() async throws -> SampleAttestation {
        var key: HomeKitJSON = .null
        try await PythonPeer.run("../MatterPeers/declaration_key.py", greets: true, interpreter: interpreter) {
            key = $0.greeting
        }
        return try SampleAttestation(
            declarationKey: P256.Signing.PrivateKey(rawRepresentation: [UInt8](hex: key["key"]?.text ?? "")),
            keyID: [UInt8](hex: key["id"]?.text ?? ""))
    }

    /// The member of the answer to a question. Throws without it, with the failure that the controller reports.
    func ask(
        _ operation: String, in fabric: Fabric = .first, with members: [(String, HomeKitJSON)] = [], for key: String
    ) async throws -> HomeKitJSON {
        try await peer.ask(operation, with: fabric.members + members, for: key)
    }

    @discardableResult func commission(
        _ node: ForeignlyControlledNode, into fabric: Fabric = .first,
        passcode: Int64 = Int64(NodeUnderTest.passcode.exposedNumber)
    ) async throws -> HomeKitJSON {
        try await ask(
            "commission", in: fabric,
            with: [("passcode", .integer(passcode)), ("port", .integer(Int64(node.port)))], for: "node")
    }

    /// The value of an attribute, by the names of the SDK.
    func read(
        _ endpoint: Int64, cluster: String, attribute: String, in fabric: Fabric = .first, isFiltered: Bool = true
    ) async throws -> HomeKitJSON {
        try await ask(
            "read", in: fabric,
            with: [
                ("endpoint", .integer(endpoint)), ("cluster", .text(cluster)), ("attribute", .text(attribute)),
                ("isFiltered", .boolean(isFiltered)),
            ], for: "value")
    }

    /// The status of a write.
    func write(
        _ value: HomeKitJSON, to attribute: String, of cluster: String, endpoint: Int64
    ) async throws -> HomeKitJSON {
        try await ask(
            "write",
            with: [
                ("endpoint", .integer(endpoint)), ("cluster", .text(cluster)), ("attribute", .text(attribute)),
                ("value", value),
            ], for: "status")
    }

    /// The fields of the response to a command; null for a status of success.
    @discardableResult func invoke(
        _ command: String, of cluster: String, endpoint: Int64, in fabric: Fabric = .first,
        fields: [String: HomeKitJSON] = [:], timed milliseconds: Int64? = nil
    ) async throws -> HomeKitJSON {
        try await ask(
            "invoke", in: fabric,
            with: [
                ("endpoint", .integer(endpoint)), ("cluster", .text(cluster)), ("command", .text(command)),
                ("fields", .object(fields)),
            ] + (milliseconds.map { [("timed", .integer($0))] } ?? []), for: "answer")
    }

    /// Subscribes to the attributes and events of a cluster.
    func subscribe(to cluster: String, endpoint: Int64) async throws {
        _ = try await ask(
            "subscribe", with: [("endpoint", .integer(endpoint)), ("cluster", .text(cluster))], for: "interval")
    }
}
