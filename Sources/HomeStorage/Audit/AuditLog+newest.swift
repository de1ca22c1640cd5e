import BlockingQueues
package import HomeModel

extension AuditLog {
    /// The latest time among the last entries of each severity, those up to `disregarded` left out. Nil when there is none.
    package func newestTime(behind disregarded: [AuditSeverity: UInt64] = [:]) async -> Timestamp? {
        let snapshots = history().snapshots
        return await BlockingQueue.offPool {
            snapshots.compactMap { $0.newestTime(behind: disregarded[$0.severity] ?? 0) }.max()
        }
    }
}

extension ChainSnapshot {
    /// In the last two segments: the last one may have just begun. The last entry alone says too little, because a clock
    /// that stood in the past stamped entries too.
    fileprivate func newestTime(behind sequence: UInt64) -> Timestamp? {
        segments.suffix(2).compactMap { try? bytes(of: $0) }.flatMap { SegmentScan($0).compactMap(\.frame) }
            .filter { $0.header.sequence > sequence }.map(\.header.time).max()
    }
}
