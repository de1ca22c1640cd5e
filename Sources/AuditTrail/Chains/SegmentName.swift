import SegmentedLog
import Foundation
import HomeModel

/// The name of a segment file: its chain, and the sequence number of the record for which it was created, which orders
/// the segments.
struct SegmentName: Hashable, Sendable, Comparable {
    let severity: AuditSeverity
    let first: UInt64

    init(_ severity: AuditSeverity, first: UInt64) {
        self.severity = severity
        self.first = first
    }

    init?(fileName: String) {
        let pieces = fileName.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard pieces.count == 2, pieces[1].hasSuffix(".segment"),
            let severity = AuditSeverity(rawValue: String(pieces[0])), let first = UInt64(pieces[1].dropLast(8))
        else { return nil }
        self.init(severity, first: first)
        guard self.fileName == fileName else { return nil }
    }

    var fileName: String {
        let digits = String(first)
        return "\(severity.rawValue)-\(String(repeating: "0", count: 20 - digits.count))\(digits).segment"
    }

    static func < (left: Self, right: Self) -> Bool { left.first < right.first }
}

/// The folder and the files of the audit log.
typealias AuditFolder = SegmentFolder<AuditError>
typealias AuditFile = SegmentFile<AuditError>

extension AuditFolder {
    /// The segments of a chain, oldest first.
    func segments(of severity: AuditSeverity) throws(AuditError) -> [SegmentName] {
        try names().compactMap(SegmentName.init(fileName:)).filter { $0.severity == severity }.sorted()
    }

    /// Locks the log until the returned file is closed. Throws `.inUse`.
    func lock() throws(AuditError) -> AuditFile {
        let file = try open("lock", mode: .replacing)
        let code = file.lock()
        guard code == 0 else { throw code == EWOULDBLOCK ? .inUse(folder: path) : .disk(.open, code: code) }
        return file
    }
}
