import Foundation
import Glibc

/// The real disk with slow syncs, like those of a worn memory card, for programs that are started through
/// `commandPrefix`. Only syncs are slow; writes reach the disk as usual.
package struct SlowDisk: Sendable {
    package let commandPrefix: [String]
    private let folder: String

    fileprivate init() async throws {
        folder = "/tmp/slow-disk-\(UUID().uuidString.prefix(8).lowercased())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Fixtures/slow-sync.c"
        ).standardizedFileURL.path
        let library = "\(folder)/slow-sync.so"
        let code = try await ChildProcess(["cc", "-shared", "-fPIC", "-O", "-o", library, source]).finish()
        guard code == 0 else { throw TimedOutWaiting(what: "\(source) is compiled") }
        commandPrefix = ["env", "LD_PRELOAD=\(library)", "SLOW_SYNC=\(folder)/seconds"]
    }

    /// Delays each sync by this many seconds from now on; 0 is as fast as the disk.
    package func delaySyncs(seconds: Int) throws {
        try Data("\(seconds)".utf8).write(to: URL(filePath: "\(folder)/seconds"), options: .atomic)
    }

    fileprivate func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

/// Runs `body` with a slow disk, and removes its files afterwards.
package func withSlowDisk(
    isolation: isolated (any Actor)? = #isolation, _ body: (SlowDisk) async throws -> Void
) async throws {
    let disk = try await SlowDisk()
    defer { disk.remove() }
    try await body(disk)
}
