import Foundation

/// A folder of a test, which is removed afterwards.
enum TemporaryFolder {
    static func use(_ body: (String) async throws -> Void) async throws {
        let path = "/tmp/tomte-node-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: path) }
        try await body(path)
    }
}
