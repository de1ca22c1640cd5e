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
    private var problems: [CodedSentence] = []
    private var omittedProblems = 0
    /// Pseudonyms in entries that have neither a key nor a recorded erasure.
    private var keyless: Set<String> = []
    /// The entries that contain data of erased people.
    private var erased = 0
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
            add(.unsigned(through: bounds.unverifiedThrough))
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

    mutating func add(_ problem: CodedSentence) {
        if problems.count < Self.maximumProblems { problems.append(problem) } else { omittedProblems += 1 }
    }

    private mutating func read(_ frame: AuditFrame, in bytes: [UInt8]) {
        let sequence = frame.header.sequence
        guard sequence > last.sequence else {
            add(.repeated(sequence, after: last.sequence))
            return
        }
        if sequence > last.sequence + 1 {
            addMissing(upTo: sequence - 1)
        } else {
            addForeignBytes()
            if frame.header.previous != last.hash {
                add(.unconnected(sequence, after: last.sequence))
            }
        }
        damage = nil
        if frame.header.keyID != sealer.keyID {
            add(.unknownKey("\(frame.header.keyID)", of: sequence))
        } else if let payload = sealer.open(frame, in: bytes) {
            let pseudonyms = PersonalPart.pseudonyms(in: payload)
            keyless.formUnion(pseudonyms.filter { !sealer.people.hasRecord(for: $0) })
            if pseudonyms.contains(where: { sealer.people.erased.contains($0) }) { erased += 1 }
        } else {
            add(.foreign(sequence))
        }
        last = frame.position
        compare(last)
        entries += 1
    }

    private mutating func compare(_ position: ChainPosition) {
        guard let remembered, remembered.sequence == position.sequence else { return }
        finding = remembered.hash == position.hash.hexadecimal ? .holds : .differs
        if finding == .differs { add(.notRemembered(position.sequence)) }
    }

    private mutating func addMissing(upTo end: UInt64) {
        add(.removed(last.sequence + 1...end, at: damage))
    }

    private mutating func addForeignBytes() {
        if let place = damage { add(.noEntry(at: place)) }
    }

    /// Returns the result. Call it once, after the last segment.
    mutating func finish() -> AuditVerification {
        let end = last.sequence
        if bounds.head.sequence > end {
            addMissing(upTo: bounds.head.sequence)
        } else {
            addForeignBytes()
            if last != bounds.head { add(.otherEnd) }
        }
        if let remembered, finding == nil {
            finding = .missing
            add(.rememberedIsMissing(remembered.sequence))
        }
        if !keyless.isEmpty { add(.keysAreMissing(of: keyless.sorted())) }
        if omittedProblems > 0 { problems.append(.more(omittedProblems)) }
        return AuditVerification(
            severity: severity, entries: entries, firstSequence: bounds.checkpoint.sequence + 1, lastSequence: end,
            problems: problems, remembered: finding, erased: erased)
    }
}
