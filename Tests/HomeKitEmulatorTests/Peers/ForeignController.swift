import Foundation
import HomeKitEmulator
import HomeKitProtocol
import Subprocess
import SystemPackage

/// A process that controls an accessory with aiohomekit.
struct ForeignController {
    /// The interpreter of an environment that has aiohomekit.
    static let interpreter = ProcessInfo.processInfo.environment["TOMTE_PEER_PYTHON"].flatMap { $0.isEmpty ? nil : $0 }
    static let requirement = "TOMTE_PEER_PYTHON must name a Python that has aiohomekit"

    /// Thrown when the process ends, or answers with a failure.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let ask: ([(String, HomeKitJSON)]) async throws -> HomeKitJSON

    /// The answer to a question, which may be a failure.
    func ask(_ operation: String, with members: [(String, HomeKitJSON)] = []) async throws -> HomeKitJSON {
        try await ask([("operation", .text(operation))] + members)
    }

    /// The member of the answer to a question. Throws without it.
    func ask(
        _ operation: String, with members: [(String, HomeKitJSON)] = [], for key: String
    ) async throws -> HomeKitJSON {
        let answer = try await ask(operation, with: members)
        guard let value = answer[key] else { throw Failure(description: "\(operation): \(answer)") }
        return value
    }

    func pair(with accessory: AccessoryUnderTest, code: String) async throws -> HomeKitJSON {
        try await ask(
            "pair",
            with: [
                ("id", .text(accessory.announcement["id"] ?? "")), ("port", .integer(Int64(accessory.port))),
                ("code", .text(code)),
            ])
    }

    /// Runs the process for as long as `body` runs.
    static func run(_ body: (ForeignController) async throws -> Void) async throws {
        guard let interpreter else { throw Failure(description: requirement) }
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "HomeKitPeers/homekit_controller.py").path
        _ = try await Subprocess.run(
            .path(FilePath(interpreter)), arguments: ["-B", script], input: .inputWriter, output: .sequence,
            error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            let controller = ForeignController { members in
                let question = String(decoding: HomeKitJSONWriter.object(members), as: UTF8.self)
                _ = try await execution.standardInputWriter.write(question + "\n")
                guard let line = try await lines.next() else { throw Failure(description: "the process ended") }
                return try HomeKitJSONParser.parse(Array(line.utf8), limits: .characteristics)
            }
            try await body(controller)
            try await execution.standardInputWriter.finish()
        }
    }
}
