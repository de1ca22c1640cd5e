import BlockingQueues
package import HomeModel

extension AuditLog {
    /// Deletes the entries of each severity that are past its term, oldest first, up to the first that is not.
    /// A signed checkpoint stands for them from then on. Returns how many went.
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
        let checkpoint = chain.marks.checkpoint
        let past = try await BlockingQueue.offPool {
            Result { () throws(AuditError) in try PastEntries(in: snapshot, after: checkpoint, before: cutoff) }
        }.get()
        guard past.count > 0 else { return 0 }
        // Signed first: if the gateway dies in between, the next start finishes what the checkpoint says.
        chains[severity]?.marks.checkpoint = past.last
        do throws(AuditError) {
            try writeHeads()
        } catch {
            chains[severity]?.marks.checkpoint = checkpoint
            throw error
        }
        try chains[severity]?.removeTrimmed()
        return past.count
    }
}

/// The entries at the start of a chain that are older than a cutoff.
struct PastEntries: Sendable {
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
