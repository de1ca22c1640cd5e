package import HomeModel

/// What is remembered of the audit log outside of its own files, so that a log that was deleted or put back to an earlier
/// day is found out. Kept in the database and, sealed, beside the keys.
package struct AuditMemory: Hashable, Sendable, Codable {
    /// Entries that were there, and are not any more, or are others.
    package struct Loss: Hashable, Sendable, Codable {
        /// Nil when it concerns the whole log.
        package let severity: AuditSeverity?
        package let foundAt: Timestamp
        package let sentence: String
    }

    /// Older ones are forgotten.
    static let mostLosses = 20

    /// Grows with each signature.
    package let generation: UInt64
    package let signedAt: Timestamp
    package internal(set) var heads: [AuditHead]
    /// How often the keys of people had been written; nil in what earlier versions remembered.
    package internal(set) var keysGeneration: Int?
    /// Oldest first. They stay for ever: what is gone does not come back.
    package internal(set) var losses: [Loss]

    /// The newer of two, with what either knows to be lost and the furthest end of each chain: of two places one can be
    /// written by people who lack the keys, and must not outvote the other.
    package static func merging(_ memories: [AuditMemory]) -> AuditMemory? {
        guard var newest = memories.max(by: { $0.generation < $1.generation }) else { return nil }
        let heads = memories.flatMap(\.heads)
        newest.heads = AuditSeverity.allCases.compactMap { severity in
            heads.filter { $0.severity == severity }.max { $0.sequence < $1.sequence }
        }
        newest.keysGeneration = memories.compactMap(\.keysGeneration).max()
        let losses = memories.flatMap(\.losses)
        newest.losses = losses.enumerated().filter { losses.firstIndex(of: $0.element) == $0.offset }.map(\.element)
        return newest
    }
}

extension AuditLog {
    /// What is to be remembered elsewhere as of the last signature; nil before the first.
    package var memory: AuditMemory? {
        heads.map { heads in
            AuditMemory(
                generation: heads.generation, signedAt: heads.time,
                heads: AuditSeverity.allCases.compactMap { severity in
                    heads.marks[severity].map {
                        AuditHead(severity: severity, sequence: $0.head.sequence, hash: $0.head.hash.hexadecimal)
                    }
                }, keysGeneration: keysFile?.generation, losses: losses)
        }
    }

    /// Compares the opened log with what is known outside of its files. `lacksKeys` says that no key of a person was found.
    func compare(with outside: AuditExpectation, lacksKeys: Bool) {
        let memory = outside.memory
        var found = memory?.losses ?? []
        func note(_ severity: AuditSeverity?, _ sentence: String) {
            // While it cannot be remembered, each start finds it again.
            guard !found.contains(where: { ($0.severity, $0.sentence) == (severity, sentence) }) else { return }
            found.append(AuditMemory.Loss(severity: severity, foundAt: clock.now(), sentence: sentence))
        }
        if keysFile?.isLogRemembered ?? false, !outside.hasSealedMemory {
            note(
                nil,
                "What the gateway remembered of the end of the log is gone from the secrets"
                    + (memory == nil ? " and from the database" : "")
                    + "; entries may have been removed, or an earlier log put back.")
        }
        if let remembered = memory?.keysGeneration, (keysFile?.generation ?? 0) < remembered {
            note(
                nil,
                "The keys of people were removed or damaged, or older ones put back; names in the log cannot be read.")
        } else if lacksKeys, hasPersonalEntries {
            note(nil, "The keys of people are gone; names in the log cannot be read.")
        }
        if let memory {
            for head in memory.heads {
                guard let chain = chains[head.severity] else { continue }
                let end = chain.committed.sequence
                if end < head.sequence {
                    let range =
                        end + 1 == head.sequence
                        ? "Entry \(head.sequence) is" : "Entries \(end + 1) to \(head.sequence) are"
                    note(head.severity, "\(range) gone, which the gateway remembers from \(memory.signedAt.rfc3339).")
                } else if let hash = hash(of: head.sequence, in: chain), hash.hexadecimal != head.hash {
                    note(head.severity, "Entry \(head.sequence) is not the one that the gateway remembers.")
                }
            }
        } else if outside.isLogExpected, chains.values.allSatisfy({ $0.committed.sequence == 0 }) {
            note(nil, "The whole log is gone: its keys and a home in use are there, and no entry.")
        }
        losses = Array(found.suffix(AuditMemory.mostLosses))
    }

    /// Whether an entry speaks of a person under a key of their own. Reads the log until it finds one.
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

    /// Nil when the entry is trimmed or cannot be read; that is told elsewhere.
    private func hash(of sequence: UInt64, in chain: AuditChain) -> ChainHash? {
        if chain.committed.sequence == sequence { return chain.committed.hash }
        if chain.marks.checkpoint.sequence == sequence { return chain.marks.checkpoint.hash }
        guard let segment = chain.segments.last(where: { $0.first <= sequence }),
            let bytes = try? folder.read(segment.fileName)
        else { return nil }
        return SegmentScan(bytes).lazy.compactMap(\.frame).first { $0.header.sequence == sequence }?.hash
    }
}
