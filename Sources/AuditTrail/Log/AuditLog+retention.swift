package import SegmentedLog
import Concurrency
import Foundation
package import HomeModel

extension AuditLog {
    /// Deletes the entries of each severity whose retention term has ended, from the oldest up to the first that is
    /// still within its term. A signed checkpoint then replaces the deleted entries. Returns the number of deleted
    /// entries.
    ///
    /// Call it only while the clock is known to be right.
    package func trim(terms: RetentionTerms, now: Timestamp) async throws(AuditError) -> Int {
        await beginMaintenance()
        defer { endMaintenance() }
        var count = 0
        for severity in AuditSeverity.allCases {
            count += try await trim(severity, before: now - terms.term(of: severity))
        }
        return count
    }

    private func trim(_ severity: AuditSeverity, before cutoff: Timestamp) async throws(AuditError) -> Int {
        guard let chain = chains[severity] else { throw .closed }
        let snapshot = ChainSnapshot(chain)
        let checkpoint = chain.bounds.checkpoint
        let past = try await BlockingExecutor.offPool {
            Result { () throws(AuditError) in try ExpiredEntries(in: snapshot, after: checkpoint, before: cutoff) }
        }.get()
        guard past.count > 0 else { return 0 }
        // The checkpoint is signed first: if the gateway dies before the files are trimmed, the next start trims them
        // up to the checkpoint.
        chains[severity]?.bounds.checkpoint = past.last
        do throws(AuditError) {
            try writeHeads()
        } catch {
            chains[severity]?.bounds.checkpoint = checkpoint
            throw error
        }
        try chains[severity]?.removeTrimmed()
        return past.count
    }
}

/// Counts the entries at the start of a chain that are older than a cutoff.
struct ExpiredEntries: Sendable {
    private(set) var count = 0
    private(set) var last: ChainPosition

    init(in snapshot: ChainSnapshot, after checkpoint: ChainPosition, before cutoff: Timestamp) throws(AuditError) {
        last = checkpoint
        for segment in snapshot.segments {
            for frame in SegmentScan(try snapshot.bytes(of: segment)).lazy.compactMap(\.frame) {
                guard frame.header.time < cutoff else { return }
                guard frame.header.sequence > last.sequence else { continue }
                last = frame.position
                count += 1
            }
        }
    }
}

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
        (try? names())?.reduce(0) { $0 + Int(FileSize.bytes(at: path(of: $1))) }
    }

    /// Reads the time of the first entry and no other entry; nil when there is no entry or it is damaged.
    fileprivate func firstTime(in segment: SegmentName) -> Timestamp? {
        let start = try? open(segment.fileName, mode: .reading)
            .read(atMost: AuditFrame.maximumBytes, maximumBytes: Self.maximumFileBytes)
        return start.flatMap { SegmentScan($0).lazy.compactMap(\.frame).first?.header.time }
    }
}
