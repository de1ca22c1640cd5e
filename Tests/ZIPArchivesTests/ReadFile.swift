import Foundation
import Subprocess
import Testing

/// A file of an archive as Python's zipfile reads it.
struct ReadFile: Decodable {
    let name: String
    let bytes: Int
    let mode: Int
    let year: Int
    /// SHA-256 (hex) of the content.
    let hash: String

    /// Reads the archive with the path `archive`.
    static func all(in archive: String) async throws -> [ReadFile] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "unzip.py").path
        let result = try await run(
            .name("python3"), arguments: [script, archive], output: .bytes(limit: 64 << 20), error: .discarded)
        #expect(result.terminationStatus.isSuccess)
        return try JSONDecoder().decode([ReadFile].self, from: Data(result.standardOutput))
    }
}
