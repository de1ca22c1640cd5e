import Concurrency
package import HomeModel

extension AuditLog {
    /// Returns the latest time in the last two segments of each chain, without the entries up to the sequence numbers
    /// in `disregarded`. Returns nil when there is no such entry.
    package func newestTime(after disregarded: [AuditSeverity: UInt64] = [:]) async -> Timestamp? {
        let snapshots = history().snapshots
        return await BlockingExecutor.offPool {
            snapshots.compactMap { $0.newestTime(after: disregarded[$0.severity] ?? 0) }.max()
        }
    }
}

extension ChainSnapshot {
    /// Reads two segments, because the last one may have just been started. The last entry alone is not enough, because
    /// entries may have been stamped while the clock was set back.
    fileprivate func newestTime(after sequence: UInt64) -> Timestamp? {
        segments.suffix(2).compactMap { try? bytes(of: $0) }.flatMap { SegmentScan($0).compactMap(\.frame) }
            .filter { $0.header.sequence > sequence }.map(\.header.time).max()
    }
}
