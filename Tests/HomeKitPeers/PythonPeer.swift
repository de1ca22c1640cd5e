import Foundation
import HomeKitProtocol
import Subprocess
import SystemPackage

/// A process that answers questions with the code of HAP-python and aiohomekit.
struct PythonPeer {
    /// The interpreter of an environment that has both packages.
    static let interpreter = ProcessInfo.processInfo.environment["TOMTE_PEER_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
    static let requirement = "TOMTE_PEER_PYTHON must name a Python that has HAP-python and aiohomekit"

    /// Thrown when the process ends, or answers with a failure.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let ask: ([(String, HomeKitJSON)]) async throws -> HomeKitJSON

    /// The member of the answer to a question. Throws without it.
    func ask(
        _ operation: String, with members: [(String, HomeKitJSON)] = [], for key: String
    ) async throws -> HomeKitJSON {
        let answer = try await ask(operation, with: members)
        guard let value = answer[key] else { throw Failure(description: "\(operation): \(answer)") }
        return value
    }

    /// The answer to a question, which may be a failure.
    func ask(_ operation: String, with members: [(String, HomeKitJSON)] = []) async throws -> HomeKitJSON {
        try await ask([("operation", .text(operation))] + members)
    }

    /// The bytes in the answer to a question. Throws without them.
    func bytes(
        _ operation: String, with members: [(String, HomeKitJSON)] = [], for key: String
    ) async throws -> [UInt8] {
        let value = try await ask(operation, with: members, for: key)
        guard let text = value.text else { throw Failure(description: "\(operation): \(value)") }
        return [UInt8](hex: text)
    }

    /// Runs the process for as long as `body` runs.
    static func run(_ body: (PythonPeer) async throws -> Void) async throws {
        guard let interpreter else { throw Failure(description: requirement) }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "HomeKitPeers/homekit_peer.py").path
        _ = try await Subprocess.run(
            .path(FilePath(interpreter)), arguments: [script], input: .inputWriter, output: .sequence,
            error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let peer = PythonPeer { members in
                let question = String(decoding: HomeKitJSONWriter.object(members), as: UTF8.self)
                _ = try await execution.standardInputWriter.write(question + "\n")
                guard let line = try await lines.next() else { throw Failure(description: "the process ended") }
                return try HomeKitJSONParser.parse(Array(line.utf8), limits: .characteristics)
            }
            try await body(peer)
            try await execution.standardInputWriter.finish()
        }
    }
}

extension HomeKitJSON {
    static func hex(_ bytes: [UInt8]) -> HomeKitJSON { .text(bytes.hex) }
}
