/// Where a chain ended when it was signed: enough to know it again.
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
    /// Reads `severity:sequence:hash`.
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

/// The signed heads of all chains, to be remembered where the gateway cannot reach.
package struct AuditHeads: Hashable, Sendable, Codable {
    package let signedAt: Timestamp
    package let heads: [AuditHead]
    /// The Ed25519 key that signed (hex).
    package let publicKey: String
    /// What was signed and behind it the 64 bytes of the signature (hex).
    package let signed: String

    package init(signedAt: Timestamp, heads: [AuditHead], publicKey: String, signed: String) {
        self.signedAt = signedAt
        self.heads = heads
        self.publicKey = publicKey
        self.signed = signed
    }
}

/// How a chain compares with a head that was remembered elsewhere.
package enum RememberedHead: String, Sendable, Codable {
    /// The entry is there, and it is that one.
    case holds
    /// Another entry stands in its place.
    case differs
    /// The log ends before it.
    case missing
    /// Retention has taken it since; nothing can be said.
    case trimmed
}
