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
        func note(_ severity: AuditSeverity?, sentence: CodedSentence) {
            // Until the loss is saved outside the log, each start finds it again.
            guard !found.contains(where: { ($0.severity, $0.sentence) == (severity, sentence.text) }) else { return }
            found.append(AuditAnchor.Loss(severity: severity, foundAt: clock.now(), sentence: sentence))
        }
        if keysFile?.isLogRemembered ?? false, !outside.hasSealedAnchor {
            note(nil, sentence: .anchorIsMissing(alsoFromDatabase: anchor == nil))
        }
        if let remembered = anchor?.keysGeneration, (keysFile?.generation ?? 0) < remembered {
            note(nil, sentence: .keysAreOld)
        } else if lacksKeys, hasPersonalEntries {
            note(nil, sentence: .allKeysAreMissing)
        }
        if let anchor {
            for head in anchor.heads {
                guard let chain = chains[head.severity] else { continue }
                let end = chain.committed.sequence
                if end < head.sequence {
                    note(
                        head.severity, sentence: .missing(end + 1...head.sequence, remembered: anchor.signedAt))
                } else if let hash = hash(of: head.sequence, in: chain), hash.hexadecimal != head.hash {
                    note(head.severity, sentence: .different(head.sequence))
                }
            }
        } else if outside.isLogExpected, chains.values.allSatisfy({ $0.committed.sequence == 0 }) {
            note(nil, sentence: .logIsMissing)
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
