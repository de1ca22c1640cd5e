import SegmentedLog
import HomeModel

/// Verifies one chain from its checkpoint to its end and reports the problems.
struct AuditVerifier {
    /// Problems beyond this number are counted, not listed.
    private static let maximumProblems = 20

    private let severity: AuditSeverity
    private let sealer: AuditRecordCipher
    private let bounds: ChainBounds
    private var last: ChainPosition
    private var entries = 0
    private var damage: String?
    private var problems: [String] = []
    private var omittedProblems = 0
    /// Pseudonyms in entries that have neither a key nor a recorded erasure.
    private var keyless: Set<String> = []
    /// A head that was saved outside the gateway, and the result of its comparison.
    private let remembered: AuditHead?
    private var finding: AuditHeadComparison?

    /// `bounds` is the state of the running log: its head is at or after every head that was signed.
    init(_ severity: AuditSeverity, bounds: ChainBounds, sealer: AuditRecordCipher, remembered: AuditHead? = nil) {
        self.severity = severity
        self.sealer = sealer
        self.bounds = bounds
        self.remembered = remembered
        last = bounds.checkpoint
        if bounds.unverifiedThrough > bounds.checkpoint.sequence {
            add("No signature covers the entries up to \(bounds.unverifiedThrough).")
        }
        if let remembered, remembered.sequence < bounds.checkpoint.sequence { finding = .trimmed }
        compare(bounds.checkpoint)
    }

    mutating func read(_ bytes: [UInt8], of segment: String) {
        for item in SegmentScan(bytes) {
            switch item {
            case .damage(let range): damage = "byte \(range.lowerBound) of \(segment)"
            case .record(let frame): read(frame, in: bytes)
            }
        }
    }

    mutating func add(_ problem: String) {
        if problems.count < Self.maximumProblems { problems.append(problem) } else { omittedProblems += 1 }
    }

    private mutating func read(_ frame: AuditFrame, in bytes: [UInt8]) {
        let sequence = frame.header.sequence
        guard sequence > last.sequence else {
            add("Entry \(sequence) appears again after entry \(last.sequence).")
            return
        }
        if sequence > last.sequence + 1 {
            addMissing(upTo: sequence - 1)
        } else {
            addForeignBytes()
            if frame.header.previous != last.hash {
                add("Entry \(sequence) does not follow from entry \(last.sequence): one of them was changed.")
            }
        }
        damage = nil
        if frame.header.keyID != sealer.keyID {
            add("Entry \(sequence) is encrypted with key \(frame.header.keyID), which this gateway does not have.")
        } else if let payload = sealer.open(frame, in: bytes) {
            keyless.formUnion(PersonalPart.pseudonyms(in: payload).filter { !sealer.people.hasRecord(for: $0) })
        } else {
            add("Entry \(sequence) was not written by this gateway.")
        }
        last = frame.position
        compare(last)
        entries += 1
    }

    private mutating func compare(_ position: ChainPosition) {
        guard let remembered, remembered.sequence == position.sequence else { return }
        finding = remembered.hash == position.hash.hexadecimal ? .holds : .differs
        if finding == .differs { add("Entry \(position.sequence) is not the one that was remembered.") }
    }

    private mutating func addMissing(upTo end: UInt64) {
        let start = last.sequence + 1
        let which = start == end ? "Entry \(start) was" : "Entries \(start) to \(end) were"
        add("\(which) changed or removed\(damage.map { " (\($0))" } ?? "").")
    }

    private mutating func addForeignBytes() {
        if let place = damage { add("The data at \(place) is not an entry.") }
    }

    /// Returns the result. Call it once, after the last segment.
    mutating func finish() -> AuditVerification {
        let end = last.sequence
        if bounds.head.sequence > end {
            addMissing(upTo: bounds.head.sequence)
        } else {
            addForeignBytes()
            if last != bounds.head { add("The last entry of the log is not the last one that was written.") }
        }
        if let remembered, finding == nil {
            finding = .missing
            add("Entry \(remembered.sequence) was remembered, but it is missing.")
        }
        if !keyless.isEmpty {
            let names = keyless.sorted().prefix(3).joined(separator: ", ") + (keyless.count > 3 ? ", …" : "")
            let whose =
                keyless.count == 1
                ? "The key of a person is missing, although it was not erased"
                : "The keys of \(keyless.count) people are missing, although they were not erased"
            add("\(whose): entries no longer show who \(names) was.")
        }
        if omittedProblems > 0 { problems.append("\(omittedProblems) more problems are not listed.") }
        return AuditVerification(
            severity: severity, entries: entries, firstSequence: bounds.checkpoint.sequence + 1, lastSequence: end,
            problems: problems, remembered: finding)
    }
}
