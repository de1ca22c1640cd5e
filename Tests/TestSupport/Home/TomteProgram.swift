import Foundation
import Glibc
import Subprocess
import SystemPackage

/// The `tomte` executable that was built beside the tests, run as a person runs it.
package struct TomteProgram: Sendable {
    package struct Finished: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String

        /// The output decoded from JSON.
        package func json<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
            do { return try JSONDecoder().decode(type, from: Data(output.utf8)) } catch {
                throw Unreadable(
                    status: status, output: String(output.prefix(2000)), errors: errors, reason: "\(error)")
            }
        }

        /// A verb whose output is not the JSON that was asked for.
        private struct Unreadable: Error {
            let status: Int32
            let output: String
            let errors: String
            let reason: String
        }

        /// One JSON document per line.
        package func lines<Body: Decodable>(of type: Body.Type) throws -> [Body] {
            try output.split(separator: "\n").map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
        }
    }

    package static let path: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("tomte").path
    }()

    package let state: String
    /// A program with arguments that runs what follows them.
    package var entrance: [String] = []

    /// Runs a verb to its end.
    package func callAsFunction(_ arguments: String...) async throws -> Finished { try await run(arguments) }

    /// What runs the verb, word by word.
    package func words(_ arguments: [String]) -> [String] { entrance + [Self.path] + arguments }

    /// Runs a verb to its end; `wrapper` is a program with arguments that runs what follows them.
    package func run(_ arguments: [String], under wrapper: [String] = []) async throws -> Finished {
        let words = wrapper + self.words(arguments)
        let result = try await Subprocess.run(
            words.first.map { $0 == Self.path ? .path(FilePath($0)) : .name($0) } ?? .path(FilePath(Self.path)),
            arguments: Arguments(Array(words.dropFirst())),
            environment: .inherit.updating(["TOMTE_STATE": state, "NO_COLOR": "1"]),
            output: .string(limit: 16 << 20), error: .string(limit: 1 << 20))
        let status: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        return Finished(
            status: status, output: result.standardOutput, errors: result.standardError)
    }
}
