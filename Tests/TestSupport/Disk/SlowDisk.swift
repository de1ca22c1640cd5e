import Foundation
import Glibc

/// The real disk, but syncs of programs that are started through `entrance` can be made slow, as those of a worn
/// memory card are. Only syncs: what is written reaches the disk as ever.
package struct SlowDisk: Sendable {
    package let entrance: [String]
    private let folder: String

    fileprivate init() async throws {
        folder = "/tmp/slow-disk-\(UUID().uuidString.prefix(8).lowercased())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let source = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Fixtures/slow-sync.c"
        ).standardizedFileURL.path
        let library = "\(folder)/slow-sync.so"
        let code = try await ChildProcess(["cc", "-shared", "-fPIC", "-O", "-o", library, source]).finish()
        guard code == 0 else { throw NeverHappened(what: "\(source) is compiled") }
        entrance = ["env", "LD_PRELOAD=\(library)", "SLOW_SYNC=\(folder)/seconds"]
    }

    /// From now on each sync takes so many seconds more; 0 is as fast as the disk is.
    package func delaySyncs(seconds: Int) throws {
        try Data("\(seconds)".utf8).write(to: URL(filePath: "\(folder)/seconds"), options: .atomic)
    }

    fileprivate func remove() { try? FileManager.default.removeItem(atPath: folder) }
}

package func withSlowDisk(
    isolation: isolated (any Actor)? = #isolation, _ body: (SlowDisk) async throws -> Void
) async throws {
    let disk = try await SlowDisk()
    defer { disk.remove() }
    try await body(disk)
}
