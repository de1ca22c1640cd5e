import Crypto
import Foundation
import HomeKitPeers
package import HomeKitProtocol
package import MatterEmulator
import MatterProtocol

/// The controller of connectedhomeip, in a process of its own.
package struct ChipController {
    /// Nil outside the network that the controller needs.
    package static let interpreter =
        PythonPeer.interpreter(in: "TOMTE_MATTER_ADDRESS") == nil
        ? nil : PythonPeer.interpreter(in: "TOMTE_MATTER_PYTHON")
    package static let requirement = "`make test-matter` runs this test, in a network of its own"

    /// A fabric of the controller. All of its fabrics have the same root.
    package struct Fabric {
        let number: Int64
        /// The node id that the node has in it.
        let node: Int64

        package init(number: Int64, node: Int64) {
            self.number = number
            self.node = node
        }

        package static let first = Fabric(number: 1, node: 1)
        package static let second = Fabric(number: 2, node: 5)

        fileprivate var members: [(String, HomeKitJSON)] {
            [("fabric", .integer(number)), ("node", .integer(node))]
        }
    }

    private let peer: PythonPeer

    /// Runs `body` with the controller and a node that it does not know.
    package static func run(
        _ endpoints: [EndpointDefinition] = [.dimmableLight()],
        body: @escaping @Sendable (ChipController, ForeignlyControlledNode) async throws -> Void
    ) async throws {
        let attestation = try await attestation()
        try await ForeignlyControlledNode.run(endpoints, attestation: attestation) { node in
            try await run(trusting: attestation.authority.authority) { controller in
                try await body(controller, node)
            }
        }
    }

    /// Runs `body` with the controller, which accepts nodes of one maker. `parent` gets a folder for its state, which is
    /// removed afterwards.
    package static func run(
        trusting authority: [UInt8], below parent: String = "/tmp", body: (ChipController) async throws -> Void
    ) async throws {
        let folder = "\(parent)/tomte-controller-\(UUID().uuidString.prefix(8))"
        let authorities = "\(folder)/authorities"
        try FileManager.default.createDirectory(
            atPath: authorities, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(authority).write(to: URL(filePath: "\(authorities)/tomte.der"))
        try await PythonPeer.run(
            "../MatterPeers/chip_controller.py", arguments: [folder], interpreter: interpreter
        ) { peer in try await body(ChipController(peer: peer)) }
    }

    /// The certificates of a maker, and a declaration that the controller accepts.
    package static func attestation() async throws -> SampleAttestation {
        var key: HomeKitJSON = .null
        try await PythonPeer.run("../MatterPeers/declaration_key.py", greets: true, interpreter: interpreter) {
            key = $0.greeting
        }
        return try SampleAttestation(
            declarationKey: P256.Signing.PrivateKey(rawRepresentation: [UInt8](hex: key["key"]?.text ?? "")),
            keyID: [UInt8](hex: key["id"]?.text ?? ""))
    }

    /// The answer to a question with its times: `seconds`, and the `processorSeconds` of the controller. Throws with the
    /// failure that the controller reports.
    package func measure(
        _ operation: String, in fabric: Fabric = .first, with members: [(String, HomeKitJSON)] = []
    ) async throws -> HomeKitJSON {
        let answer = try await peer.ask(
            operation, with: fabric.members + members + [("isMeasured", .boolean(true))])
        guard answer["failure"] == nil else { throw PythonPeer.Failure(description: "\(operation): \(answer)") }
        return answer
    }

    /// The member of the answer to a question. Throws without it, with the failure that the controller reports.
    package func ask(
        _ operation: String, in fabric: Fabric = .first, with members: [(String, HomeKitJSON)] = [], for key: String
    ) async throws -> HomeKitJSON {
        try await peer.ask(operation, with: fabric.members + members, for: key)
    }

    /// Commissions a node with its passcode, or with another one.
    @discardableResult package func commission(
        _ node: ForeignlyControlledNode, into fabric: Fabric = .first, passcode: Int64? = nil
    ) async throws -> HomeKitJSON {
        let passcode = passcode ?? Int64(NodeUnderTest.passcode.exposedNumber)
        return try await ask(
            "commission", in: fabric,
            with: [("passcode", .integer(passcode)), ("port", .integer(Int64(node.port)))], for: "node")
    }

    /// The value of an attribute, by the names of the SDK.
    package func read(
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
    package func write(
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
    @discardableResult package func invoke(
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
    package func subscribe(to cluster: String, endpoint: Int64) async throws {
        _ = try await ask(
            "subscribe", with: [("endpoint", .integer(endpoint)), ("cluster", .text(cluster))], for: "interval")
    }
}
