/// A position in a listing of audit entries: in each chain, all entries below this sequence are still to be listed.
package struct AuditCursor: Hashable, Sendable {
    package private(set) var positions: [AuditSeverity: UInt64]

    package init(_ positions: [AuditSeverity: UInt64]) { self.positions = positions }

    package subscript(severity: AuditSeverity) -> UInt64? { positions[severity] }

    /// Moves past an entry that was listed.
    package mutating func pass(_ record: AuditRecord) { positions[record.entry.severity] = record.sequence }
}

extension AuditCursor: LosslessStringConvertible {
    /// Parses `severity:sequence,…`, with each severity at most once.
    package init?(_ text: String) {
        var positions: [AuditSeverity: UInt64] = [:]
        for piece in text.split(separator: ",", omittingEmptySubsequences: false) {
            let halves = piece.split(separator: ":", omittingEmptySubsequences: false)
            guard halves.count == 2, let severity = AuditSeverity(rawValue: String(halves[0])),
                let sequence = UInt64(halves[1]), positions.updateValue(sequence, forKey: severity) == nil
            else { return nil }
        }
        self.init(positions)
    }

    package var description: String {
        AuditSeverity.allCases.compactMap { severity in positions[severity].map { "\(severity.rawValue):\($0)" } }
            .joined(separator: ",")
    }
}
