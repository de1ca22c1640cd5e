import Foundation
import HomeModel

/// The name of a segment file: its chain, and the sequence number of the record for which it was created, which orders
/// the segments.
struct SegmentName: Hashable, Sendable, Comparable {
    let severity: AuditSeverity
    let first: UInt64

    init(_ severity: AuditSeverity, first: UInt64) {
        self.severity = severity
        self.first = first
    }

    init?(fileName: String) {
        let pieces = fileName.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2, pieces[1].hasSuffix(".segment"),
            let severity = AuditSeverity(rawValue: String(pieces[0])), let first = UInt64(pieces[1].dropLast(8))
        else { return nil }
        self.init(severity, first: first)
        guard self.fileName == fileName else { return nil }
    }

    var fileName: String {
        let digits = String(first)
        return "\(severity.rawValue)-\(String(repeating: "0", count: 20 - digits.count))\(digits).segment"
    }

    static func < (left: Self, right: Self) -> Bool { left.first < right.first }
}

/// The folder of the audit log, with operations on small whole files. `replace` and `rename` are synced before they
/// return.
struct AuditFolder: Sendable {
    /// This log never writes a larger file.
    static let maximumFileBytes = 16 << 20

    let path: String
    let disk: DiskCalls

    /// Creates the folder if it is missing; only the gateway's user may open it (mode 0700).
    func make() throws(AuditError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .disk(.create, code: errno)
        }
    }

    /// The segments of a chain, oldest first.
    func segments(of severity: AuditSeverity) throws(AuditError) -> [SegmentName] {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
            throw .disk(.list, code: errno)
        }
        return names.compactMap(SegmentName.init(fileName:)).filter { $0.severity == severity }.sorted()
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    func exists(_ name: String) -> Bool { access(path(of: name), F_OK) == 0 }

    /// Reads the whole file. Throws `.disk(.open, ENOENT)` if it does not exist.
    func read(_ name: String) throws(AuditError) -> [UInt8] {
        try SegmentFile(opening: name, in: self, writable: false).read()
    }

    /// Replaces the file atomically: after a crash either the old or the new content is there.
    func replace(_ name: String, with bytes: [UInt8]) throws(AuditError) {
        let draft = "\(name).new"
        do throws(AuditError) {
            let file = try SegmentFile(creating: draft, in: self)
            try file.write(bytes, at: 0)
            try file.sync()
            try rename(draft, to: name)
        } catch {
            unlink(path(of: draft))
            throw error
        }
    }

    func rename(_ name: String, to other: String) throws(AuditError) {
        guard Foundation.rename(path(of: name), path(of: other)) == 0 else { throw .disk(.rename, code: errno) }
        try sync()
    }

    func remove(_ name: String) throws(AuditError) {
        guard unlink(path(of: name)) == 0 || errno == ENOENT else { throw .disk(.remove, code: errno) }
    }

    /// Syncs the folder, so that renames in it are durable.
    func sync() throws(AuditError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .disk(.open, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .disk(.sync, code: errno) }
    }
}
