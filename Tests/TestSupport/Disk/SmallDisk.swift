import Foundation
import Glibc

/// A folder on a disk of its own, in memory. Only programs that are started through `entrance` see it, and it is gone
/// with the last of them: nothing is left mounted when a test dies.
package struct SmallDisk: Sendable {
    /// False where the machine does not allow it; `requirement` says what it takes.
    package static let isAvailable = geteuid() == 0 && unsharingWorks()
    package static let requirement = "a disk of its own needs root, unshare and nsenter"

    package let folder: String
    /// Keeps the place where the disk is mounted; gives up by itself should nobody end it.
    private let keeper: ChildProcess

    fileprivate init(megabytes: Int) async throws {
        folder = "/tmp/small-disk-\(UUID().uuidString.prefix(8).lowercased())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let mount = "mount -t tmpfs -o size=\(megabytes)m,mode=700 tomte \(folder)"
        keeper = try ChildProcess(["unshare", "--mount", "sh", "-c", "\(mount) && exec sleep 3600"])
        try await eventually("the disk is there") { [keeper, folder] in
            try String(contentsOfFile: "/proc/\(keeper.id)/mounts", encoding: .utf8).contains(folder)
        }
    }

    /// Programs with their arguments that run what follows them.
    package var entrance: [String] { ["nsenter", "--mount", "--target", "\(keeper.id)"] }

    /// Leaves room for nothing.
    package func fill() throws {
        let file = open(ballast, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw NeverHappened(what: "the ballast is there: \(errno)") }
        defer { close(file) }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        while write(file, zeros, zeros.count) > 0 {}
    }

    package func free() { unlink(ballast) }

    private var ballast: String { "/proc/\(keeper.id)/root\(folder)/ballast" }

    fileprivate func remove() async {
        await keeper.end(SIGKILL)
        rmdir(folder)
    }

    private static func unsharingWorks() -> Bool {
        guard let probe = try? ChildProcess(["unshare", "--mount", "true"]) else { return false }
        var status: Int32 = 0
        return waitpid(probe.id, &status, 0) == probe.id && status == 0
    }
}

/// Runs `body` with a disk of its own, which is gone when the last program that uses it has ended.
package func withSmallDisk(
    megabytes: Int, isolation: isolated (any Actor)? = #isolation, _ body: (SmallDisk) async throws -> Void
) async throws {
    let disk = try await SmallDisk(megabytes: megabytes)
    do {
        try await body(disk)
    } catch {
        await disk.remove()
        throw error
    }
    await disk.remove()
}
