import Concurrency
import Foundation
import HomeModel

extension AuditLog {
    /// Returns the disk usage of the log's files, reserve segments included; nil when the files cannot be listed.
    package func diskUse() async -> DiskUse? {
        let (folder, first) = (folder, chains.values.compactMap(\.segments.first))
        return await BlockingExecutor.offPool {
            folder.size.map { DiskUse(bytes: $0, oldest: first.compactMap { folder.firstTime(in: $0) }.min()) }
        }
    }
}

extension AuditFolder {
    /// Total size of all files in bytes.
    fileprivate var size: Int? {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        return names?.reduce(0) { $0 + Int(DatabaseFile.size(path(of: $1))) }
    }

    /// Reads the time of the first entry and no other entry; nil when there is no entry or it is damaged.
    fileprivate func firstTime(in segment: SegmentName) -> Timestamp? {
        let start = try? SegmentFile(opening: segment.fileName, in: self, writable: false)
            .read(atMost: AuditFrame.maximumBytes)
        return start.flatMap { SegmentScan($0).lazy.compactMap(\.frame).first?.header.time }
    }
}
