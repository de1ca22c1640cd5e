/// The last entry of a chain when it was signed: enough to recognise the chain later.
package struct AuditHead: Hashable, Sendable, Codable {
    package let severity: AuditSeverity
    package let sequence: UInt64
    /// SHA-256 (hex) of that entry's record.
    package let hash: String

    package init(severity: AuditSeverity, sequence: UInt64, hash: String) {
        self.severity = severity
        self.sequence = sequence
        self.hash = hash
    }
}

extension AuditHead: LosslessStringConvertible {
    /// Parses `severity:sequence:hash`.
    package init?(_ text: String) {
        let pieces = text.split(separator: ":", omittingEmptySubsequences: false)
        guard pieces.count == 3, let severity = AuditSeverity(rawValue: String(pieces[0])),
            let sequence = UInt64(pieces[1]), pieces[2].utf8.count == 64, pieces[2].utf8.allSatisfy(Self.isHexadecimal)
        else { return nil }
        self.init(severity: severity, sequence: sequence, hash: String(pieces[2]))
    }

    package var description: String { "\(severity.rawValue):\(sequence):\(hash)" }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}

/// The signed heads of all chains, to be stored where the gateway has no access.
package struct AuditHeads: Hashable, Sendable, Codable {
    package let signedAt: Timestamp
    package let heads: [AuditHead]
    /// The public Ed25519 key of the signature (hex).
    package let publicKey: String
    /// The signed bytes followed by the 64 bytes of the signature (hex).
    package let signed: String

    package init(signedAt: Timestamp, heads: [AuditHead], publicKey: String, signed: String) {
        self.signedAt = signedAt
        self.heads = heads
        self.publicKey = publicKey
        self.signed = signed
    }
}

/// The result of comparing a chain with a head that was stored elsewhere.
package enum AuditHeadComparison: String, Sendable, Codable {
    /// The entry exists, and its hash is the same.
    case holds
    /// Another entry has this sequence.
    case differs
    /// The log ends before it.
    case missing
    /// Retention has deleted the entry since, so nothing can be compared.
    case trimmed
}

/// The result of `audit verify` for one chain.
package struct AuditVerification: Hashable, Sendable, Codable {
    package let severity: AuditSeverity
    package let entries: Int
    /// The first entry after the last checkpoint (trimming moves it on).
    package let firstSequence: UInt64
    package let lastSequence: UInt64
    /// One sentence for each entry or link that failed the check; empty means proven.
    package let problems: [CodedSentence]
    /// The result of comparing the chain with a head that was stored elsewhere; nil when none was given.
    package let remembered: AuditHeadComparison?
    /// The entries in which data of a person cannot be read any more, because the person was erased; nil from an earlier
    /// version of the gateway.
    package let erased: Int?

    package init(
        severity: AuditSeverity, entries: Int, firstSequence: UInt64, lastSequence: UInt64, problems: [CodedSentence],
        remembered: AuditHeadComparison? = nil, erased: Int? = nil
    ) {
        self.severity = severity
        self.entries = entries
        self.firstSequence = firstSequence
        self.lastSequence = lastSequence
        self.problems = problems
        self.remembered = remembered
        self.erased = erased
    }

    package var isProven: Bool { problems.isEmpty }
}
