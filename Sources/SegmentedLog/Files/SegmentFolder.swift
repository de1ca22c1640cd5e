import Foundation
import SystemPackage

/// The folder of a log, with operations on small whole files. `replace` and `rename` are synced before they return.
package struct SegmentFolder<Failure: FileFailure>: Sendable {
    /// Larger files are not read: no log writes such a file.
    package static var maximumFileBytes: Int { 16 << 20 }

    package let path: String
    package let disk: DiskCalls

    package init(path: String, disk: DiskCalls) {
        self.path = path
        self.disk = disk
    }

    /// Creates the folder if it is missing; only the gateway's user may open it (mode 0700).
    package func make() throws(Failure) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure(.failed(.create, path: path, code: errno))
        }
    }

    /// The names of all files, in any order.
    package func names() throws(Failure) -> [String] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw Failure(.failed(.list, path: path, code: errno))
        }
        return names
    }

    package func path(of name: String) -> String { "\(path)/\(name)" }

    package func exists(_ name: String) -> Bool { access(path(of: name), F_OK) == 0 }

    /// Opens a file of the folder.
    package func open(_ name: String, mode: SegmentFile<Failure>.Mode) throws(Failure) -> SegmentFile<Failure> {
        try SegmentFile(path(of: name), mode: mode, disk: disk)
    }

    /// Reads the whole file. Throws `ENOENT` if it does not exist.
    package func read(_ name: String) throws(Failure) -> [UInt8] {
        try open(name, mode: .reading).read(maximumBytes: Self.maximumFileBytes)
    }

    /// Replaces the file atomically: after a crash either the old or the new content is there.
    package func replace(_ name: String, with bytes: [UInt8]) throws(Failure) {
        let draft = "\(name).new"
        do throws(Failure) {
            let file = try open(draft, mode: .replacing)
            try file.write(bytes, at: 0)
            try file.sync()
            try rename(draft, to: name)
        } catch {
            unlink(path(of: draft))
            throw error
        }
    }

    package func rename(_ name: String, to other: String) throws(Failure) {
        guard Foundation.rename(path(of: name), path(of: other)) == 0 else {
            throw Failure(.failed(.rename, path: path(of: name), code: errno))
        }
        try sync()
    }

    package func remove(_ name: String) throws(Failure) {
        guard unlink(path(of: name)) == 0 || errno == ENOENT else {
            throw Failure(.failed(.remove, path: path(of: name), code: errno))
        }
    }

    /// Overwrites the file with zeros, on the disk, and removes it; does nothing if there is none. A file system or flash
    /// memory may keep earlier versions of the bytes elsewhere.
    package func overwriteAndRemove(_ name: String) throws(Failure) {
        guard exists(name) else { return }
        try overwrite(name)
        try remove(name)
    }

    /// Overwrites the file with zeros, on the disk; its size stays. Does nothing if there is none.
    package func overwrite(_ name: String) throws(Failure) {
        guard exists(name) else { return }
        let file = try open(name, mode: .writing)
        let size = Int(FileSize.bytes(at: path(of: name)))
        let zeros = [UInt8](repeating: 0, count: min(size, Self.overwriteBytes))
        var offset = 0
        while offset < size {
            try file.write(Array(zeros.prefix(size - offset)), at: offset)
            offset += Self.overwriteBytes
        }
        try file.sync()
    }

    private static var overwriteBytes: Int { 1 << 20 }

    /// Syncs the folder, so that renames in it are durable.
    package func sync() throws(Failure) {
        let descriptor = Foundation.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(.failed(.open, path: path, code: errno)) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Failure(.failed(.sync, path: path, code: errno)) }
    }
}

/// The size of a file, and the free space beside it, in bytes.
package enum FileSize {
    /// Returns 0 when the file does not exist.
    package static func bytes(at path: String) -> Int64 {
        (try? Stat(path))?.size ?? 0
    }

    /// The bytes of its disk that this user may use; nil when the file system does not report them.
    package static func freeBytes(at path: String) -> Int64? {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { return nil }
        // Some file systems report an unlimited size.
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return Int64(clamping: overflow ? .max : bytes)
    }
}
