import Foundation
import Glibc
import Subprocess
import SystemPackage

/// The `tomte` executable that was built together with the tests, run like a person runs it.
package struct TomteProgram: Sendable {
    /// The result of a command that has ended.
    package struct Finished: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String

        /// Decodes the output from JSON.
        package func json<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
            do { return try JSONDecoder().decode(type, from: Data(output.utf8)) } catch {
                throw Unreadable(
                    status: status, output: String(output.prefix(2000)), errors: errors, reason: "\(error)")
            }
        }

        /// The output of a command that is not the expected JSON.
        private struct Unreadable: Error {
            let status: Int32
            let output: String
            let errors: String
            let reason: String
        }

        /// Decodes one JSON document per line.
        package func lines<Body: Decodable>(of type: Body.Type) throws -> [Body] {
            try output.split(separator: "\n").map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
        }
    }

    package static let path: String = {
        let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("tomte").path
    }()

    package let state: String
    /// The start of the command line: a program with arguments that runs the words that follow.
    package var commandPrefix: [String] = []

    /// Runs a command of `tomte` to its end.
    package func callAsFunction(_ arguments: String...) async throws -> Finished { try await run(arguments) }

    /// Returns the full command line, word by word.
    package func words(_ arguments: [String]) -> [String] { commandPrefix + [Self.path] + arguments }

    /// Runs a command of `tomte` to its end. `wrapper` is a program with arguments that runs the words that follow.
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
