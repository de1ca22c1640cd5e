import Foundation
import Glibc

/// A folder on a small disk of its own, in memory. Only programs that are started through `commandPrefix` see it. It
/// disappears with the last of them, so nothing stays mounted when a test crashes.
package struct SmallDisk: Sendable {
    /// False where the machine does not allow it; `requirement` says what is needed.
    package static let isAvailable = geteuid() == 0 && canUnshare()
    package static let requirement = "a disk of its own needs root, unshare and nsenter"

    package let folder: String
    /// The process that keeps the mount namespace of the disk. It ends by itself after an hour if no code ends it.
    private let mountProcess: ChildProcess

    fileprivate init(megabytes: Int) async throws {
        folder = "/tmp/small-disk-\(UUID().uuidString.prefix(8).lowercased())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let mount = "mount -t tmpfs -o size=\(megabytes)m,mode=700 tomte \(folder)"
        mountProcess = try ChildProcess(["unshare", "--mount", "sh", "-c", "\(mount) && exec sleep 3600"])
        try await eventually("the disk is there") { [mountProcess, folder] in
            try String(contentsOfFile: "/proc/\(mountProcess.id)/mounts", encoding: .utf8).contains(folder)
        }
    }

    /// The start of a command line: a program with arguments that runs the words that follow.
    package var commandPrefix: [String] { ["nsenter", "--mount", "--target", "\(mountProcess.id)"] }

    /// Fills the disk completely.
    package func fill() throws {
        let file = open(ballast, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw TimedOutWaiting(what: "the ballast is there: \(errno)") }
        defer { close(file) }
        let zeros = [UInt8](repeating: 0, count: 1 << 16)
        while write(file, zeros, zeros.count) > 0 {}
    }

    /// Frees the space that `fill` used.
    package func free() { unlink(ballast) }

    private var ballast: String { visiblePath(of: "\(folder)/ballast") }

    /// The path by which this process reaches a file on the disk.
    package func visiblePath(of path: String) -> String { "/proc/\(mountProcess.id)/root\(path)" }

    fileprivate func remove() async {
        await mountProcess.end(SIGKILL)
        rmdir(folder)
    }

    private static func canUnshare() -> Bool {
        guard let probe = try? ChildProcess(["unshare", "--mount", "true"]) else { return false }
        var status: Int32 = 0
        return waitpid(probe.id, &status, 0) == probe.id && status == 0
    }
}

/// Runs `body` with a small disk of its own, which disappears when the last program that uses it has ended.
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
