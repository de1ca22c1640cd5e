/// The last known heads of the audit log, saved outside its own files, to reveal a log that was deleted or restored to
/// an earlier state. One copy is in the database, and one, encrypted, is in the secret store beside the keys.
package struct AuditAnchor: Hashable, Sendable, Codable {
    /// Entries that were in the log and are now missing or different.
    package struct Loss: Hashable, Sendable, Codable {
        /// Nil when the loss concerns the whole log.
        package let severity: AuditSeverity?
        /// The time at which a start found the loss.
        package let foundAt: Timestamp
        /// One sentence for people. A loss is stored once for each severity and sentence.
        package let sentence: String
        /// The code of the sentence, and its values; nil for a loss that an earlier version stored.
        package let code: String?
        package let values: [String: SentenceValue]?

        package init(severity: AuditSeverity?, foundAt: Timestamp, sentence: CodedSentence) {
            self.severity = severity
            self.foundAt = foundAt
            self.sentence = sentence.text
            code = sentence.code
            values = sentence.values.isEmpty ? nil : sentence.values
        }
    }

    /// Only so many are kept; older ones are dropped.
    package static let mostLosses = 20

    /// Increases with each signature.
    package let generation: UInt64
    package let signedAt: Timestamp
    package private(set) var heads: [AuditHead]
    /// How often the file of people's keys had been written; nil in data of earlier versions.
    package private(set) var keysGeneration: Int?
    /// Oldest first. A loss is kept for ever, because lost entries do not come back.
    package private(set) var losses: [Loss]

    package init(
        generation: UInt64, signedAt: Timestamp, heads: [AuditHead], keysGeneration: Int? = nil, losses: [Loss]
    ) {
        self.generation = generation
        self.signedAt = signedAt
        self.heads = heads
        self.keysGeneration = keysGeneration
        self.losses = losses
    }

    /// Merges copies: the newest one, with the losses of all copies and the furthest head of each chain. People who
    /// lack the keys can write one of the copies, so that copy must not override the other.
    package static func merging(_ anchors: [AuditAnchor]) -> AuditAnchor? {
        guard var newest = anchors.max(by: { $0.generation < $1.generation }) else { return nil }
        let heads = anchors.flatMap(\.heads)
        newest.heads = AuditSeverity.allCases.compactMap { severity in
            heads.filter { $0.severity == severity }.max { $0.sequence < $1.sequence }
        }
        newest.keysGeneration = anchors.compactMap(\.keysGeneration).max()
        let losses = anchors.flatMap(\.losses)
        newest.losses = losses.enumerated().filter { losses.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        return newest
    }
}
