import Foundation
package import HomeModel

/// Which entries to list; what is nil does not matter.
package struct AuditFilter: Sendable {
    package static let limitBounds = 1...10_000

    package var since: Timestamp?
    package var event: AuditEvent?
    package var severity: AuditSeverity?
    package var target: String?
    /// The actor, whole words from the start: `console` finds `console as anna`, `ann` does not find `anna`.
    package var actor: String?
    package var limit: Int

    /// `limit` is held to `limitBounds`.
    package init(
        since: Timestamp? = nil, event: AuditEvent? = nil, severity: AuditSeverity? = nil, target: String? = nil,
        actor: String? = nil, limit: Int = 100
    ) {
        self.since = since
        self.event = event
        self.severity = severity
        self.target = target
        self.actor = actor
        self.limit = min(max(limit, Self.limitBounds.lowerBound), Self.limitBounds.upperBound)
    }

    func matches(_ record: AuditRecord) -> Bool {
        let entry = record.entry
        return (since.map { record.time >= $0 } ?? true) && (event.map { entry.event == $0 } ?? true)
            && (target.map { entry.target == $0 } ?? true)
            && (actor.map { entry.actor == $0 || entry.actor.hasPrefix($0 + " ") } ?? true)
    }
}

/// The files of one chain at one moment; all but the last no longer grow.
struct ChainSnapshot: Sendable {
    let severity: AuditSeverity
    let folder: AuditFolder
    let segments: [SegmentName]
    /// The last segment, read between two commits.
    let live: Result<[UInt8], AuditError>

    init(_ chain: AuditChain) {
        severity = chain.severity
        folder = chain.folder
        segments = chain.segments
        live = Result { () throws(AuditError) in try chain.liveBytes() }
    }

    func bytes(of segment: SegmentName) throws(AuditError) -> [UInt8] {
        segment == segments.last ? try live.get() : try folder.read(segment.fileName)
    }
}

/// Reads entries backwards, a segment at a time.
struct AuditHistory: Sendable {
    let snapshots: [ChainSnapshot]
    let sealer: AuditSealer

    /// The newest entries that match, newest first.
    func records(_ filter: AuditFilter) throws(AuditError) -> [AuditRecord] {
        var chains: [ArraySlice<AuditRecord>] = []
        for snapshot in snapshots where filter.severity == nil || filter.severity == snapshot.severity {
            var found: [AuditRecord] = []
            try newestFirst(snapshot, since: filter.since) { record in
                if filter.matches(record) { found.append(record) }
                return found.count < filter.limit
            }
            chains.append(found[...])
        }
        return merge(chains, limit: filter.limit)
    }

    /// By time across the chains; within one the sequence is the truth, whatever the clock did.
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

    /// Calls `visit` until it returns false, or until a whole segment is older than `since`.
    func newestFirst(
        _ snapshot: ChainSnapshot, since: Timestamp?, maximumSegments: Int = .max,
        _ visit: (AuditRecord) -> Bool
    ) throws(AuditError) {
        for segment in snapshot.segments.reversed().prefix(maximumSegments) {
            let bytes: [UInt8]
            do throws(AuditError) {
                bytes = try snapshot.bytes(of: segment)
            } catch .disk(.open, code: ENOENT) {
                // Trimmed meanwhile, and so is everything before it.
                return
            }
            let frames = SegmentScan(bytes).compactMap(\.frame)
            for frame in frames.reversed() {
                guard since.map({ frame.header.time >= $0 }) ?? true else { continue }
                guard let record = sealer.record(frame, in: bytes) else { continue }
                guard visit(record) else { return }
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

extension AuditLog {
    /// The newest entries that match, newest first.
    package func records(_ filter: AuditFilter = AuditFilter()) async throws(AuditError) -> [AuditRecord] {
        let history = history
        return try await BlockingQueue.offPool {
            Result { () throws(AuditError) in try history.records(filter) }
        }.get()
    }

    var history: AuditHistory {
        AuditHistory(
            snapshots: AuditSeverity.allCases.compactMap { chains[$0].map(ChainSnapshot.init) }, sealer: sealer)
    }
}
