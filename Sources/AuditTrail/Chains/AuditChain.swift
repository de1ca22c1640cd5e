import SegmentedLog
import Foundation
import HomeModel

/// One hash chain while it grows: its last position, and the segment file for the next record.
///
/// A new segment is written full of zeros: overwriting blocks that exist already needs neither new space nor a journal
/// commit at `fdatasync`.
struct AuditChain {
    let severity: AuditSeverity
    let folder: AuditFolder
    let segmentBytes: Int
    /// Oldest first; new records are written to the last one.
    private(set) var segments: [SegmentName]
    var bounds: ChainBounds
    /// The last record that is on the disk.
    private(set) var committed: ChainPosition

    private var live: AuditFile
    private var end: Int
    /// The end of the bytes that a failed write may have left; the next write overwrites them.
    private var dirtyEnd: Int
    private var staged: [(bytes: [UInt8], position: ChainPosition)] = []

    init(
        _ severity: AuditSeverity, in folder: AuditFolder, segmentBytes: Int, segments: [SegmentName],
        bounds: ChainBounds, committed: ChainPosition, live: AuditFile, end: Int
    ) {
        self.severity = severity
        self.folder = folder
        self.segmentBytes = segmentBytes
        self.segments = segments
        self.bounds = bounds
        self.committed = committed
        self.live = live
        self.end = end
        dirtyEnd = end
    }

    /// Adds the entry after the last one, in memory only.
    mutating func stage(
        _ entry: AuditEntry, at clock: AuditClock, with sealer: AuditRecordCipher
    ) throws(AuditError) -> AuditRecord {
        let data = try sealer.encode(entry)
        let previous = staged.last?.position ?? committed
        let header = AuditFrame.Header(
            sequence: previous.sequence + 1, time: clock.now(), bootID: clock.bootID, monotonic: clock.monotonic(),
            synced: committed.sequence, keyID: sealer.keyID, previous: previous.hash)
        let record = try sealer.seal(data, under: header)
        staged.append(record)
        return AuditRecord(header, entry: entry, hash: record.position.hash)
    }

    /// Writes and syncs the staged records, with one sync per segment. Records that could not be written are dropped,
    /// as if they were never staged.
    mutating func commit() -> (count: Int, failure: AuditError?) {
        defer { staged.removeAll(keepingCapacity: true) }
        var count = 0
        while count < staged.count {
            do throws(AuditError) {
                count += try commitRun(from: count)
            } catch {
                return (count, error)
            }
        }
        return (count, nil)
    }

    private mutating func commitRun(from first: Int) throws(AuditError) -> Int {
        if end + staged[first].bytes.count > segmentBytes { try rotate(to: staged[first].position.sequence) }
        var run: [UInt8] = []
        var next = first
        while next < staged.count, end + run.count + staged[next].bytes.count <= segmentBytes {
            run += staged[next].bytes
            next += 1
        }
        let newEnd = end + run.count
        run += repeatElement(0, count: max(0, dirtyEnd - newEnd))
        dirtyEnd = max(dirtyEnd, newEnd)
        try live.write(run, at: end)
        try live.sync()
        end = newEnd
        dirtyEnd = newEnd
        committed = staged[next - 1].position
        return next - first
    }

    private mutating func rotate(to first: UInt64) throws(AuditError) {
        let name = SegmentName(severity, first: first)
        live = try Self.makeSegment(name, in: folder, bytes: segmentBytes)
        segments.append(name)
        end = 0
        dirtyEnd = 0
    }
}

extension AuditChain {
    /// Creates a segment of zeros from the reserve segment, or a new one if there is no reserve.
    static func makeSegment(
        _ name: SegmentName, in folder: AuditFolder, bytes: Int
    ) throws(AuditError) -> AuditFile {
        let reserve = reserveName(of: name.severity)
        if let held = try? folder.read(reserve), held.count == bytes, held.withUnsafeBytes(\.isZero) {
            try folder.rename(reserve, to: name.fileName)
        } else {
            try folder.replace(name.fileName, with: [UInt8](repeating: 0, count: bytes))
        }
        return try folder.open(name.fileName, mode: .writing)
    }

    /// Creates the reserve for the next segment if it is missing, so that a full disk leaves time to act.
    func createReserve() throws(AuditError) {
        guard isReserveMissing else { return }
        try folder.replace(Self.reserveName(of: severity), with: [UInt8](repeating: 0, count: segmentBytes))
    }

    var isReserveMissing: Bool { !folder.exists(Self.reserveName(of: severity)) }

    private static func reserveName(of severity: AuditSeverity) -> String { "\(severity.rawValue).reserve" }

    /// Reads the last segment as it is on the disk now.
    func liveBytes() throws(AuditError) -> [UInt8] {
        guard let name = segments.last else { return [] }
        var bytes = try folder.read(name.fileName)
        // A failed write left these bytes; the log knows of them, and the next write overwrites them.
        for offset in end..<max(end, min(dirtyEnd, bytes.count)) { bytes[offset] = 0 }
        return bytes
    }

    /// Deletes everything up to the checkpoint from the files: whole segments are deleted, and the segment that
    /// contains the checkpoint is rewritten.
    mutating func removeTrimmed() throws(AuditError) {
        let trimmed = bounds.checkpoint.sequence
        while segments.count > 1, segments[1].first <= trimmed.addingReportingOverflow(1).partialValue {
            try folder.remove(segments[0].fileName)
            segments.removeFirst()
        }
        guard trimmed > 0, let edge = segments.first, edge.first <= trimmed else { return }
        let bytes = try folder.read(edge.fileName)
        guard let cut = Self.lastTrimmed(in: bytes, upTo: trimmed)?.range.upperBound else { return }
        let kept = bytes[cut...] + repeatElement(0, count: cut)
        try folder.replace(edge.fileName, with: Array(kept))
        guard segments.count == 1 else { return }
        live = try folder.open(edge.fileName, mode: .writing)
        end = max(0, end - cut)
        dirtyEnd = max(end, dirtyEnd - cut)
    }

    private static func lastTrimmed(in bytes: [UInt8], upTo sequence: UInt64) -> AuditFrame? {
        SegmentScan(bytes).lazy.compactMap(\.frame).prefix { $0.header.sequence <= sequence }.max {
            $0.range.upperBound < $1.range.upperBound
        }
    }
}
