import SegmentedLog
import Concurrency
import Foundation
package import HomeModel

/// The files of one chain at one moment; only the last file still grows.
struct ChainSnapshot: Sendable {
    let severity: AuditSeverity
    let folder: AuditFolder
    let segments: [SegmentName]
    /// The sequence number of the next entry.
    let next: UInt64
    /// The bytes of the last segment, read between two commits.
    let live: Result<[UInt8], AuditError>

    init(_ chain: AuditChain) {
        severity = chain.severity
        folder = chain.folder
        segments = chain.segments
        next = chain.committed.sequence + 1
        live = Result { () throws(AuditError) in try chain.liveBytes() }
    }

    func bytes(of segment: SegmentName) throws(AuditError) -> [UInt8] {
        segment == segments.last ? try live.get() : try folder.read(segment.fileName)
    }
}

/// One page of a listing, newest first.
package struct AuditPage: Sendable {
    package let records: [AuditRecord]
    /// The position at which the next page begins; nil after the last page.
    package let next: AuditCursor?
}

/// Reads entries from the newest to the oldest, one segment at a time.
struct AuditEntryReader: Sendable {
    let snapshots: [ChainSnapshot]
    let sealer: AuditRecordCipher

    /// Returns the newest entries that match, newest first.
    func page(_ filter: AuditFilter) throws(AuditError) -> AuditPage {
        let query = AuditQuery(filter, people: sealer.people)
        var chains: [ArraySlice<AuditRecord>] = []
        for snapshot in snapshots where filter.severity == nil || filter.severity == snapshot.severity {
            chains.append(try newest(of: snapshot, query)[...])
        }
        let records = merge(chains, limit: filter.limit)
        guard records.count == filter.limit else { return AuditPage(records: records, next: nil) }
        var next = AuditCursor(
            Dictionary(uniqueKeysWithValues: snapshots.map { ($0.severity, filter.before?[$0.severity] ?? $0.next) }))
        for record in records { next.pass(record) }
        return AuditPage(records: records, next: next)
    }

    private func newest(of snapshot: ChainSnapshot, _ query: AuditQuery) throws(AuditError) -> [AuditRecord] {
        let filter = query.filter
        var found: [AuditRecord] = []
        try newestFirst(
            snapshot, since: filter.since, until: filter.until, below: filter.before?[snapshot.severity],
            where: query.mayMatch
        ) { frame, stored in
            if let entry = query.read(stored) {
                let isErased = sealer.people.isErased(stored)
                found.append(AuditRecord(frame.header, entry: entry, hash: frame.hash, isErased: isErased))
            }
            return found.count < filter.limit
        }
        return found
    }

    /// Merges by time across the chains. Within one chain the sequence number decides, because the clock may have been
    /// set back.
    private func merge(_ chains: [ArraySlice<AuditRecord>], limit: Int) -> [AuditRecord] {
        var chains = chains
        var merged: [AuditRecord] = []
        while merged.count < limit {
            let heads = chains.indices.filter { !chains[$0].isEmpty }
            guard let next = heads.max(by: { chains[$0].first.isOlder(than: chains[$1].first) }),
                let record = chains[next].popFirst()
            else { break }
            merged.append(record)
        }
        return merged
    }

    /// Calls `visit` for each entry, newest first, until it returns false or until all entries of a segment are older
    /// than `since`.
    func newestFirst(
        _ snapshot: ChainSnapshot, since: Timestamp?, until: Timestamp? = nil, below sequence: UInt64? = nil,
        maximumSegments: Int = .max, where isWanted: (Data) -> Bool = { _ in true },
        visit: (AuditFrame, StoredEntry) -> Bool
    ) throws(AuditError) {
        let edge = sequence ?? .max
        for segment in snapshot.segments.reversed().drop(while: { $0.first >= edge }).prefix(maximumSegments) {
            let bytes: [UInt8]
            do throws(AuditError) {
                bytes = try snapshot.bytes(of: segment)
            } catch .disk(.open, code: ENOENT) {
                // This segment was trimmed meanwhile, and so were all segments before it.
                return
            }
            let frames = SegmentScan(bytes).compactMap(\.frame)
            for frame in frames.reversed() where frame.header.sequence < edge {
                guard since.map({ frame.header.time >= $0 }) ?? true, until.map({ frame.header.time <= $0 }) ?? true
                else { continue }
                guard let stored = sealer.entry(frame, in: bytes, where: isWanted) else { continue }
                guard visit(frame, stored) else { return }
            }
            if let since, let newest = frames.map(\.header.time).max(), newest < since { return }
        }
    }
}

extension AuditRecord? {
    fileprivate func isOlder(than other: AuditRecord?) -> Bool {
        guard let self, let other else { return self == nil }
        return (self.time, self.monotonic) < (other.time, other.monotonic)
    }
}

extension AuditRecord {
    init(_ header: AuditFrame.Header, entry: AuditEntry, hash: ChainHash, isErased: Bool = false) {
        self.init(
            sequence: header.sequence, time: header.time, bootID: header.bootID.uuidString.lowercased(),
            monotonic: header.monotonic, entry: entry, hash: hash.hexadecimal, isErased: isErased)
    }
}

extension AuditLog {
    /// Returns the newest entries that match, newest first.
    package func records(_ filter: AuditFilter = AuditFilter()) async throws(AuditError) -> [AuditRecord] {
        try await page(filter).records
    }

    /// Returns the newest entries that match, and the position at which the next page begins. Writes the counts of
    /// repeated refusals to the log first.
    package func page(_ filter: AuditFilter) async throws(AuditError) -> AuditPage {
        writeRefusalCounts()
        let history = history()
        return try await BlockingExecutor.offPool {
            Result { () throws(AuditError) in try history.page(filter) }
        }.get()
    }

    /// Returns the position after the newest entries: a listing from there has no entry that is written later, whatever
    /// the clock says. Writes the counts of repeated refusals to the log first.
    package func end() -> AuditCursor {
        writeRefusalCounts()
        return AuditCursor(entryCounts.mapValues { $0 + 1 })
    }

    func history(of severities: [AuditSeverity] = AuditSeverity.allCases) -> AuditEntryReader {
        AuditEntryReader(snapshots: severities.compactMap { chains[$0].map(ChainSnapshot.init) }, sealer: sealer)
    }
}

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
