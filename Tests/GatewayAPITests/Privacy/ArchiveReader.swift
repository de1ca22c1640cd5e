import Foundation
import Subprocess
import Testing

/// Reads archives with Python's zipfile, which knows nothing of our writer.
enum ArchiveReader {
    private static let script = """
        import json, sys, zipfile
        with zipfile.ZipFile(sys.argv[1]) as archive:
            assert archive.testzip() is None
            json.dump({name: archive.read(name).decode("utf-8") for name in archive.namelist()}, sys.stdout)
        """

    /// The texts of the files by their paths. Throws for an archive that is not valid.
    static func texts(of bytes: [UInt8]) async throws -> [String: String] {
        let file = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString).zip")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let result = try await run(
            .name("python3"), arguments: ["-c", script, file.path], output: .bytes(limit: 64 << 20), error: .discarded)
        guard result.terminationStatus.isSuccess else { throw InvalidArchive() }
        return try JSONDecoder().decode([String: String].self, from: Data(result.standardOutput))
    }

    struct InvalidArchive: Error {}
}
