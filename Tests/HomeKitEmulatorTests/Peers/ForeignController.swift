import HomeKitEmulator
import HomeKitPeers
import HomeKitProtocol

/// A process that controls an accessory with aiohomekit.
struct ForeignController {
    let peer: PythonPeer

    func pair(with accessory: AccessoryUnderTest, code: String) async throws -> HomeKitJSON {
        try await ask(
            "pair",
            with: [
                ("id", .text(accessory.announcement["id"] ?? "")), ("port", .integer(Int64(accessory.port))),
                ("code", .text(code)),
            ])
    }

    /// The answer to a question, which may be a failure.
    func ask(_ operation: String, with members: [(String, HomeKitJSON)] = []) async throws -> HomeKitJSON {
        try await peer.ask(operation, with: members)
    }

    /// The member of the answer to a question. Throws without it.
    func ask(
        _ operation: String, with members: [(String, HomeKitJSON)] = [], for key: String
    ) async throws -> HomeKitJSON {
        try await peer.ask(operation, with: members, for: key)
    }

    /// Runs the process for as long as `body` runs.
    static func run(_ body: (ForeignController) async throws -> Void) async throws {
        try await PythonPeer.run("homekit_controller.py") { try await body(ForeignController(peer: $0)) }
    }
}
