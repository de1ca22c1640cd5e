package import HomeModel
import SegmentedLog
import Foundation
import Glibc
import GRDB
import SystemPackage

/// The copy of the database that is made before a migration: the way back to the previous version of the program.
///
/// It is beside the database, under the name of the database and the version that it has. Only the copy of the last
/// migration is kept, and that for 30 days.
package struct DatabaseCopies: Sendable {
    private static let lifetime = Duration.days(30)
    /// 2026-11-26: no copy was made before. An earlier time is that of a clock that was not set yet.
    private static let earliest = Timestamp(milliseconds: 1_795_651_200_000)
    /// What must stay free for everything else on the disk.
    private static let reservedBytes: Int64 = 16 << 20

    private let database: String

    package init(of database: String) { self.database = database }

    /// Copies the database of `version`. Removes the copies of earlier migrations first.
    ///
    /// Throws `.noSpaceForCopy` when the disk has too little space also without those, before anything is changed.
    func make(of version: Int) throws(StorageError) {
        let earlier = versions.map(path)
        let needed = FileSize.bytes(at: database) + FileSize.bytes(at: database + "-wal") + Self.reservedBytes
        let released = earlier.reduce(0) { $0 + FileSize.bytes(at: $1) }
        if let free = FileSize.freeBytes(at: database), free + released < needed {
            throw .noSpaceForCopy(path: database, missingBytes: needed - free - released)
        }
        let (copy, draft) = (path(of: version), "\(database).copy")
        // A start that was killed may have left a draft; SQLite would apply its journal to the new one.
        for file in earlier + [draft + "-journal", draft] { unlink(file) }
        do throws(StorageError) {
            try write(draft)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, copy) == 0 else { throw StorageError(errno: errno, action: "create \(copy)") }
        try SegmentFolder<StorageError>(path: folder, disk: .system).sync()
    }

    /// The newest copy that a program with schema `version` can open; nil if there is none.
    func newest(upTo version: Int) -> String? {
        versions.filter { $0 <= version }.max().map(path)
    }

    /// Removes the copies that are older than 30 days; `now` must be known. Returns how many were removed.
    @discardableResult
    package func removeExpired(now: Timestamp) -> Int {
        versions.map(path).count { copy in
            guard let status = try? Stat(copy) else { return false }
            let madeAt = Timestamp(milliseconds: Int64(status.st_mtim.tv_sec) * 1000)
            guard madeAt >= Self.earliest else {
                // The 30 days begin when the clock is known.
                utimensat(AT_FDCWD, copy, nil, 0)
                return false
            }
            return now - madeAt > Self.lifetime && unlink(copy) == 0
        }
    }

    /// Overwrites and removes all copies, and the files that a killed migration or a damaged write-ahead log left.
    package func removeAll() throws(StorageError) {
        let leftovers = ["-wal.damaged", ".copy-journal", ".copy", ".new-journal", ".new"].map { database + $0 }
        let files = SegmentFolder<StorageError>(path: folder, disk: .system)
        for file in versions.map(path) + leftovers {
            try files.overwriteAndRemove(URL(fileURLWithPath: file).lastPathComponent)
        }
        try files.sync()
    }

    private func write(_ draft: String) throws(StorageError) {
        let descriptor = open(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw StorageError(errno: errno, action: "create \(draft)") }
        Glibc.close(descriptor)
        try StorageError.translating {
            let source = try DatabaseQueue(path: database, configuration: SQLitePool.configuration())
            defer { try? source.close() }
            let target = try DatabaseQueue(path: draft)
            defer { try? target.close() }
            try source.backup(to: target)
        }
    }

    private func path(of version: Int) -> String { "\(database).version-\(version)" }

    private var versions: [Int] {
        let start = "\(URL(fileURLWithPath: database).lastPathComponent).version-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(start) }.compactMap { Int($0.dropFirst(start.count)) }
    }

    private var folder: String { URL(fileURLWithPath: database).deletingLastPathComponent().path }
}
