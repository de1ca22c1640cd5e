import SegmentedLog
import HomeModel

/// Opens one chain and recovers its last position from its files. Reads only their end.
struct ChainRecovery {
    let severity: AuditSeverity
    let folder: AuditFolder
    /// The state of the chain in the last signature; nil when there is no valid signature.
    let signed: ChainBounds?
    let segmentBytes: Int
    let sealer: AuditRecordCipher

    /// The repairs and findings, one sentence each.
    private(set) var notes: [String] = []

    init(
        _ severity: AuditSeverity, in folder: AuditFolder, signed: ChainBounds?, segmentBytes: Int,
        sealer: AuditRecordCipher
    ) {
        self.severity = severity
        self.folder = folder
        self.signed = signed
        self.segmentBytes = segmentBytes
        self.sealer = sealer
    }

    mutating func open() throws(AuditError) -> AuditChain {
        let segments = try folder.segments(of: severity)
        var bounds = if let signed { signed } else { try unsignedBounds(segments) }
        let tail = try readTail(segments, after: bounds)
        if let head = signed?.head { try compare(head, with: tail, in: segments, bounds: &bounds) }
        if signed == nil, tail.last.sequence > 0 {
            bounds.unverifiedThrough = tail.last.sequence
            notes.append("No signature of this gateway covers the \(severity.rawValue) entries.")
        }

        // If entries are missing at the end, the chain continues after the signed head, so that the gap stays visible.
        let committed = bounds.head.sequence > tail.last.sequence ? bounds.head : tail.last
        let next = SegmentName(severity, first: committed.sequence + 1)
        let isUsable = tail.isIntact && (committed == tail.last || tail.end == 0 && segments.last == next)
        guard let live = segments.last, isUsable else {
            let file = try AuditChain.makeSegment(next, in: folder, bytes: segmentBytes)
            return chain(
                segments.filter { $0 != next } + [next], bounds: bounds, committed: committed, live: file, end: 0)
        }
        let file = try folder.open(live.fileName, mode: .writing)
        return chain(segments, bounds: bounds, committed: committed, live: file, end: tail.end)
    }

    private func chain(
        _ segments: [SegmentName], bounds: ChainBounds, committed: ChainPosition, live: AuditFile, end: Int
    ) -> AuditChain {
        AuditChain(
            severity, in: folder, segmentBytes: segmentBytes, segments: segments, bounds: bounds, committed: committed,
            live: live, end: end)
    }

    /// Without a signature, the chain starts at the predecessor that the first record names.
    private func unsignedBounds(_ segments: [SegmentName]) throws(AuditError) -> ChainBounds {
        var start = ChainPosition.start(of: severity)
        if let first = segments.first, let frame = try frames(of: first).first, frame.header.sequence > 0 {
            start = ChainPosition(sequence: frame.header.sequence - 1, hash: frame.header.previous)
        }
        return ChainBounds(checkpoint: start, head: start)
    }

    private func frames(of segment: SegmentName) throws(AuditError) -> [AuditFrame] {
        SegmentScan(try folder.read(segment.fileName)).compactMap(\.frame)
    }

    /// Checks that the record at the signed head is still the same.
    private mutating func compare(
        _ head: ChainPosition, with tail: Tail, in segments: [SegmentName], bounds: inout ChainBounds
    ) throws(AuditError) {
        if head.sequence > tail.last.sequence {
            notes.append("Entry \(head.sequence) was signed, but the log ends at \(tail.last.sequence).")
            return
        }
        guard let segment = segments.last(where: { $0.first <= head.sequence }),
            let found = try frames(of: segment).last(where: { $0.header.sequence == head.sequence })
        else { return }
        guard found.hash != head.hash else { return }
        notes.append("Entry \(head.sequence) is not the one that was signed.")
        bounds.unverifiedThrough = tail.last.sequence
    }
}

extension ChainRecovery {
    /// The end of a chain as its files show it.
    private struct Tail {
        var last: ChainPosition
        /// The offset of the next record in the last segment.
        var end = 0
        /// False when the last segment contains data that must stay as it is.
        var isIntact = true
    }

    private mutating func readTail(_ segments: [SegmentName], after bounds: ChainBounds) throws(AuditError) -> Tail {
        guard let live = segments.last else { return Tail(last: bounds.checkpoint) }
        let bytes = try folder.read(live.fileName)
        let items = Array(SegmentScan(bytes))
        var tail = Tail(last: try lastPosition(before: items, in: segments.dropLast(), bounds))
        var rest = items[...]
        while let frame = rest.first?.frame, frame.header.sequence == tail.last.sequence &+ 1,
            frame.header.previous == tail.last.hash
        {
            tail.last = frame.position
            tail.end = frame.range.upperBound
            rest = rest.dropFirst()
        }
        guard !rest.isEmpty else { return tail }
        if isTorn(rest, after: tail.last.sequence, signed: bounds.head.sequence) {
            try cut(live, from: tail.end)
            notes.append(
                "An unfinished write after entry \(tail.last.sequence) was removed; the gateway died during it.")
        } else {
            tail.isIntact = false
            let ours = rest.compactMap(\.frame).filter { sealer.open($0, in: bytes) != nil }
            let furthest = ours.max { $0.header.sequence < $1.header.sequence }
            if let furthest, furthest.header.sequence > tail.last.sequence { tail.last = furthest.position }
            notes.append("\(live.fileName) is damaged. It was left as it is, and the log continues in a new file.")
        }
        return tail
    }

    /// The position before the first record of the last segment; only `verify` checks whether the chain really contains
    /// it.
    private func lastPosition(
        before items: [SegmentScan<AuditFrameFormat>.Item], in earlier: ArraySlice<SegmentName>, _ bounds: ChainBounds
    ) throws(AuditError) -> ChainPosition {
        if let first = items.first?.frame, first.header.sequence > 0 {
            return ChainPosition(sequence: first.header.sequence - 1, hash: first.header.previous)
        }
        for segment in earlier.reversed() {
            if let last = try frames(of: segment).last { return last.position }
        }
        return bounds.checkpoint
    }

    /// Whether everything after entry `last` can only be a batch that was never synced, and hence never acknowledged:
    /// no signature and no later record states that any of it was on the disk.
    private func isTorn(_ rest: ArraySlice<SegmentScan<AuditFrameFormat>.Item>, after last: UInt64, signed head: UInt64)
        -> Bool
    {
        guard head <= last, case .damage = rest.first else { return false }
        return rest.compactMap(\.frame).allSatisfy { $0.header.sequence > last && $0.header.synced <= last }
    }

    private func cut(_ segment: SegmentName, from end: Int) throws(AuditError) {
        let file = try folder.open(segment.fileName, mode: .writing)
        try file.write([UInt8](repeating: 0, count: max(0, segmentBytes - end)), at: end)
        try file.sync()
    }
}
