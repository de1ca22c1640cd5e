import HomeModel

/// Finds out from its files where a chain stands, reading no more than its end.
struct ChainOpening {
    let severity: AuditSeverity
    let folder: AuditFolder
    /// What the last signature said; nil when there is none that fits.
    let signed: ChainMarks?
    let segmentBytes: Int
    let sealer: AuditSealer

    /// What was set right or found wrong, one sentence each.
    private(set) var notes: [String] = []

    init(
        _ severity: AuditSeverity, in folder: AuditFolder, signed: ChainMarks?, segmentBytes: Int, sealer: AuditSealer
    ) {
        self.severity = severity
        self.folder = folder
        self.signed = signed
        self.segmentBytes = segmentBytes
        self.sealer = sealer
    }

    mutating func open() throws(AuditError) -> AuditChain {
        let segments = try folder.segments(of: severity)
        var marks = if let signed { signed } else { try unsignedMarks(segments) }
        let tail = try readTail(segments, after: marks)
        if let head = signed?.head { try compare(head, with: tail, in: segments, &marks) }
        if signed == nil, tail.last.sequence > 0 {
            marks.unprovenUpTo = tail.last.sequence
            notes.append("No signature of this gateway vouches for the \(severity.rawValue) entries.")
        }

        // Behind a tail that was cut the chain goes on from the signed head: the hole stays to be seen.
        let committed = marks.head.sequence > tail.last.sequence ? marks.head : tail.last
        let next = SegmentName(severity, first: committed.sequence + 1)
        let isUsable = tail.isIntact && (committed == tail.last || tail.end == 0 && segments.last == next)
        guard let live = segments.last, isUsable else {
            let file = try AuditChain.makeSegment(next, in: folder, bytes: segmentBytes)
            return chain(segments.filter { $0 != next } + [next], marks, committed, file, end: 0)
        }
        let file = try SegmentFile(opening: live.fileName, in: folder, writable: true)
        return chain(segments, marks, committed, file, end: tail.end)
    }

    private func chain(
        _ segments: [SegmentName], _ marks: ChainMarks, _ committed: ChainPosition, _ live: SegmentFile, end: Int
    ) -> AuditChain {
        AuditChain(
            severity, in: folder, segmentBytes: segmentBytes, segments: segments, marks: marks, committed: committed,
            live: live, end: end)
    }

    /// Without a signature the first record's own word for what came before it must do.
    private func unsignedMarks(_ segments: [SegmentName]) throws(AuditError) -> ChainMarks {
        var start = ChainPosition.start(of: severity)
        if let first = segments.first, let frame = try frames(of: first).first, frame.header.sequence > 0 {
            start = ChainPosition(sequence: frame.header.sequence - 1, hash: frame.header.previous)
        }
        return ChainMarks(checkpoint: start, head: start)
    }

    private func frames(of segment: SegmentName) throws(AuditError) -> [AuditFrame] {
        SegmentScan(try folder.read(segment.fileName)).compactMap(\.frame)
    }

    /// Whether the record that the signature names is still that one.
    private mutating func compare(
        _ head: ChainPosition, with tail: Tail, in segments: [SegmentName], _ marks: inout ChainMarks
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
        marks.unprovenUpTo = tail.last.sequence
    }
}

extension ChainOpening {
    private struct Tail {
        var last: ChainPosition
        /// Where the next record goes in the last segment.
        var end = 0
        /// False when the last segment holds something that must stay as it is.
        var isIntact = true
    }

    private mutating func readTail(_ segments: [SegmentName], after marks: ChainMarks) throws(AuditError) -> Tail {
        guard let live = segments.last else { return Tail(last: marks.checkpoint) }
        let bytes = try folder.read(live.fileName)
        let items = Array(SegmentScan(bytes))
        var tail = Tail(last: try lastPosition(before: items, in: segments.dropLast(), marks))
        var rest = items[...]
        while let frame = rest.first?.frame, frame.header.sequence == tail.last.sequence &+ 1,
            frame.header.previous == tail.last.hash
        {
            tail.last = frame.position
            tail.end = frame.range.upperBound
            rest = rest.dropFirst()
        }
        guard !rest.isEmpty else { return tail }
        if isTorn(rest, after: tail.last.sequence, signed: marks.head.sequence) {
            try cut(live, from: tail.end)
            notes.append("What was being written behind entry \(tail.last.sequence) when the gateway died was cut off.")
        } else {
            tail.isIntact = false
            let ours = rest.compactMap(\.frame).filter { sealer.open($0, in: bytes) != nil }
            let furthest = ours.max { $0.header.sequence < $1.header.sequence }
            if let furthest, furthest.header.sequence > tail.last.sequence { tail.last = furthest.position }
            notes.append("\(live.fileName) is damaged; it stays as it is, and the log goes on in a new file.")
        }
        return tail
    }

    /// The place that the first record of the last segment follows; whether it does so rightly, verification says.
    private func lastPosition(
        before items: [SegmentScan.Item], in earlier: ArraySlice<SegmentName>, _ marks: ChainMarks
    ) throws(AuditError) -> ChainPosition {
        if let first = items.first?.frame, first.header.sequence > 0 {
            return ChainPosition(sequence: first.header.sequence - 1, hash: first.header.previous)
        }
        for segment in earlier.reversed() {
            if let last = try frames(of: segment).last { return last.position }
        }
        return marks.checkpoint
    }

    /// Whether all that follows entry `last` can only be a batch that was never synced, hence never acknowledged:
    /// no signature and no later record says that something of it was on the disk.
    private func isTorn(_ rest: ArraySlice<SegmentScan.Item>, after last: UInt64, signed head: UInt64) -> Bool {
        guard head <= last, case .damage = rest.first else { return false }
        return rest.compactMap(\.frame).allSatisfy { $0.header.sequence > last && $0.header.synced <= last }
    }

    private func cut(_ segment: SegmentName, from end: Int) throws(AuditError) {
        let file = try SegmentFile(opening: segment.fileName, in: folder, writable: true)
        try file.write([UInt8](repeating: 0, count: max(0, segmentBytes - end)), at: end)
        try file.sync()
    }
}
