import BlockingQueues
import Foundation
import HomeModel

extension AuditLog {
    /// What the log's files take, the room that they hold in reserve included; nil when they cannot be listed.
    package func diskUse() async -> DiskUse? {
        let (folder, first) = (folder, chains.values.compactMap(\.segments.first))
        return await BlockingQueue.offPool {
            folder.size.map { DiskUse(bytes: $0, oldest: first.compactMap { folder.firstTime(in: $0) }.min()) }
        }
    }
}

extension AuditFolder {
    /// Bytes of all files.
    fileprivate var size: Int? {
        let names = try? FileManager.default.contentsOfDirectory(atPath: path)
        return names?.reduce(0) { $0 + Int(DatabaseFile.size(path(of: $1))) }
    }

    /// Of the first entry, without reading the others; nil when there is none, or it is damaged.
    fileprivate func firstTime(in segment: SegmentName) -> Timestamp? {
        let start = try? SegmentFile(opening: segment.fileName, in: self, writable: false)
            .read(atMost: AuditFrame.maximumBytes)
        return start.flatMap { SegmentScan($0).lazy.compactMap(\.frame).first?.header.time }
    }
}
