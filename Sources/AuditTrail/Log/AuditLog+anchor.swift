import SegmentedLog
package import HomeModel

extension AuditLog {
    /// The data to be saved outside the log as of the last signature; nil before the first.
    package var anchor: AuditAnchor? {
        heads.map { heads in
            AuditAnchor(
                generation: heads.generation, signedAt: heads.time,
                heads: AuditSeverity.allCases.compactMap { severity in
                    heads.bounds[severity].map {
                        AuditHead(severity: severity, sequence: $0.head.sequence, hash: $0.head.hash.hexadecimal)
                    }
                }, keysGeneration: keysFile?.generation, losses: losses)
        }
    }

    /// Compares the opened log with the information from outside its files, and sets `losses`. `lacksKeys` is true when
    /// no key of a person was found.
    func compare(with outside: ExternalAuditState, lacksKeys: Bool) {
        let anchor = outside.anchor
        var found = anchor?.losses ?? []
        func note(_ severity: AuditSeverity?, sentence: String) {
            // Until the loss is saved outside the log, each start finds it again.
            guard !found.contains(where: { ($0.severity, $0.sentence) == (severity, sentence) }) else { return }
            found.append(AuditAnchor.Loss(severity: severity, foundAt: clock.now(), sentence: sentence))
        }
        if keysFile?.isLogRemembered ?? false, !outside.hasSealedAnchor {
            note(
                nil,
                sentence: "The saved record of the end of the log is missing from the secrets"
                    + (anchor == nil ? " and from the database" : "")
                    + "; entries may have been removed, or an earlier log restored.")
        }
        if let remembered = anchor?.keysGeneration, (keysFile?.generation ?? 0) < remembered {
            note(
                nil,
                sentence:
                    "The keys of people were removed or damaged, or older ones restored; names in the log cannot be read."
            )
        } else if lacksKeys, hasPersonalEntries {
            note(nil, sentence: "The keys of people are missing; names in the log cannot be read.")
        }
        if let anchor {
            for head in anchor.heads {
                guard let chain = chains[head.severity] else { continue }
                let end = chain.committed.sequence
                if end < head.sequence {
                    let range =
                        end + 1 == head.sequence
                        ? "Entry \(head.sequence) is" : "Entries \(end + 1) to \(head.sequence) are"
                    note(
                        head.severity,
                        sentence:
                            "\(range) missing; at \(anchor.signedAt.rfc3339) the log ended with entry \(head.sequence)."
                    )
                } else if let hash = hash(of: head.sequence, in: chain), hash.hexadecimal != head.hash {
                    note(
                        head.severity,
                        sentence: "Entry \(head.sequence) differs from the entry that the gateway remembers.")
                }
            }
        } else if outside.isLogExpected, chains.values.allSatisfy({ $0.committed.sequence == 0 }) {
            note(
                nil, sentence: "The whole log is missing: its keys and a home in use exist, but the log has no entries."
            )
        }
        losses = Array(found.suffix(AuditAnchor.mostLosses))
    }

    /// Whether any entry contains data that is encrypted under the key of a person. Reads the log until it finds such
    /// an entry.
    private var hasPersonalEntries: Bool {
        chains.values.contains { chain in
            chain.segments.reversed().contains { segment in
                guard let bytes = try? folder.read(segment.fileName) else { return false }
                return SegmentScan(bytes).contains { item in
                    guard let frame = item.frame, let payload = sealer.open(frame, in: bytes) else { return false }
                    return !PersonalPart.pseudonyms(in: payload).isEmpty
                }
            }
        }
    }

    /// Returns nil when the entry was trimmed or cannot be read; other checks report that.
    private func hash(of sequence: UInt64, in chain: AuditChain) -> ChainHash? {
        if chain.committed.sequence == sequence { return chain.committed.hash }
        if chain.bounds.checkpoint.sequence == sequence { return chain.bounds.checkpoint.hash }
        guard let segment = chain.segments.last(where: { $0.first <= sequence }),
            let bytes = try? folder.read(segment.fileName)
        else { return nil }
        return SegmentScan(bytes).lazy.compactMap(\.frame).first { $0.header.sequence == sequence }?.hash
    }
}
