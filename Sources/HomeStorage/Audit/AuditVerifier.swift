import HomeModel

/// Walks one chain from its checkpoint to its end and says where it does not hold.
struct AuditVerifier {
    /// More places are counted, not told.
    private static let maximumProblems = 20

    private let severity: AuditSeverity
    private let sealer: AuditSealer
    private let marks: ChainMarks
    private var last: ChainPosition
    private var entries = 0
    private var damage: String?
    private var problems: [String] = []
    private var untold = 0
    /// Pseudonyms of entries whose key is missing, with no erasure on record.
    private var keyless: Set<String> = []
    /// A head that was remembered elsewhere, and what became of it.
    private let remembered: AuditHead?
    private var finding: RememberedHead?

    /// `marks` is what the running log knows: its head is at or behind every head that was signed.
    init(_ severity: AuditSeverity, marks: ChainMarks, sealer: AuditSealer, remembered: AuditHead? = nil) {
        self.severity = severity
        self.sealer = sealer
        self.marks = marks
        self.remembered = remembered
        last = marks.checkpoint
        if marks.unprovenUpTo > marks.checkpoint.sequence {
            add("No signature vouches for the entries up to \(marks.unprovenUpTo).")
        }
        if let remembered, remembered.sequence < marks.checkpoint.sequence { finding = .trimmed }
        compare(marks.checkpoint)
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
        if problems.count < Self.maximumProblems { problems.append(problem) } else { untold += 1 }
    }

    private mutating func read(_ frame: AuditFrame, in bytes: [UInt8]) {
        let sequence = frame.header.sequence
        guard sequence > last.sequence else {
            add("Entry \(sequence) stands again behind entry \(last.sequence).")
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
            add("Entry \(sequence) is sealed with key \(frame.header.keyID), which is not here.")
        } else if let payload = sealer.open(frame, in: bytes) {
            keyless.formUnion(PersonalPart.pseudonyms(in: payload).filter { !sealer.people.accounts(for: $0) })
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
        if let place = damage { add("There is something that is no entry at \(place).") }
    }

    /// What was found. Call it once, after the last segment.
    mutating func finish() -> AuditVerification {
        let end = last.sequence
        if marks.head.sequence > end {
            addMissing(upTo: marks.head.sequence)
        } else {
            addForeignBytes()
            if last != marks.head { add("The log ends with another entry than the last one that was written.") }
        }
        if let remembered, finding == nil {
            finding = .missing
            add("Entry \(remembered.sequence) was remembered, and is not there.")
        }
        if !keyless.isEmpty {
            let names = keyless.sorted().prefix(3).joined(separator: ", ") + (keyless.count > 3 ? ", …" : "")
            let whose = keyless.count == 1 ? "The key of a person is" : "The keys of \(keyless.count) people are"
            add("\(whose) gone, and none was erased: entries no longer say who \(names) was.")
        }
        if untold > 0 { problems.append("\(untold) more places do not hold.") }
        return AuditVerification(
            severity: severity, entries: entries, firstSequence: marks.checkpoint.sequence + 1, lastSequence: end,
            problems: problems, remembered: finding)
    }
}
