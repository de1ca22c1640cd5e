import Foundation
package import HomeKitProtocol
import Subprocess
import SystemPackage

/// A process that answers questions, mostly a Python process with the code of another project, such as HAP-python or
/// aiohomekit. Each question and each answer is a line with a JSON object.
package struct PythonPeer {
    /// The interpreter of an environment that has the packages of `Tests/APITests/requirements.txt`.
    package static let interpreter = interpreter(in: "TOMTE_PEER_PYTHON")
    package static let requirement = "TOMTE_PEER_PYTHON must name a Python that has HAP-python and aiohomekit"

    /// The interpreter that a variable of the environment names; nil if it is not set.
    package static func interpreter(in variable: String) -> String? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Thrown when the process ends, or answers with a failure.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// The first line of the output, if the script writes one before the first question.
    package let greeting: HomeKitJSON
    private let ask: ([(String, HomeKitJSON)]) async throws -> HomeKitJSON

    /// The member of the answer to a question. Throws without it.
    package func ask(
        _ operation: String, with members: [(String, HomeKitJSON)] = [], for key: String
    ) async throws -> HomeKitJSON {
        let answer = try await ask(operation, with: members)
        guard let value = answer[key] else { throw Failure(description: "\(operation): \(answer)") }
        return value
    }

    /// The answer to a question, which may be a failure.
    package func ask(_ operation: String, with members: [(String, HomeKitJSON)] = []) async throws -> HomeKitJSON {
        try await ask([("operation", .text(operation))] + members)
    }

    /// The bytes in the answer to a question. Throws without them.
    package func bytes(
        _ operation: String, with members: [(String, HomeKitJSON)] = [], for key: String
    ) async throws -> [UInt8] {
        let value = try await ask(operation, with: members, for: key)
        guard let text = value.text else { throw Failure(description: "\(operation): \(value)") }
        return [UInt8](hex: text)
    }

    /// Runs a script of this folder for as long as `body` runs. With `greets`, waits for the first line of its output.
    package static func run(
        _ script: String = "homekit_peer.py", arguments: [String] = [], greets: Bool = false,
        interpreter: String? = interpreter, body: (PythonPeer) async throws -> Void
    ) async throws {
        guard let interpreter else { throw Failure(description: requirement) }
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: script).path
        try await run(program: interpreter, arguments: ["-B", path] + arguments, greets: greets, body: body)
    }

    /// Runs any program that answers in this way for as long as `body` runs. With `greets`, waits for the first line of
    /// its output.
    package static func run(
        program: String, arguments: [String], greets: Bool = false, body: (PythonPeer) async throws -> Void
    ) async throws {
        _ = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(arguments), input: .inputWriter, output: .sequence,
            error: .discarded
        ) { execution in
            var lines = execution.standardOutput.strings().makeAsyncIterator()
            func line() async throws -> HomeKitJSON {
                guard let line = try await lines.next() else { throw Failure(description: "the process ended") }
                return try HomeKitJSONParser.parse(Array(line.utf8), limits: .characteristics)
            }
            let peer = PythonPeer(greeting: greets ? try await line() : .null) { members in
                let question = String(decoding: HomeKitJSONWriter.object(members), as: UTF8.self)
                _ = try await execution.standardInputWriter.write(question + "\n")
                return try await line()
            }
            try await body(peer)
            try await execution.standardInputWriter.finish()
        }
    }
}

extension HomeKitJSON {
    package static func hex(_ bytes: [UInt8]) -> HomeKitJSON { .text(bytes.hex) }
}

extension [UInt8] {
    /// Reads hexadecimal digits; white space is ignored. Other characters give no bytes, so that a test fails.
    package init(hex text: String) {
        let digits = text.filter { !$0.isWhitespace }.compactMap { $0.hexDigitValue }
        self = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    package var hex: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
