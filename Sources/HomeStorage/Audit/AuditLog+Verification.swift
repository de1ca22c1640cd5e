import BlockingQueues
package import HomeModel

extension AuditLog {
    /// Walks every chain from its checkpoint to the last entry written; appends go on meanwhile. `remembered` are heads
    /// that somebody kept elsewhere, at most one of a chain: they also show what the keys' holder wrote anew.
    package func verify(remembered: [AuditHead] = []) async -> [AuditVerification] {
        await beginMaintenance()
        defer { endMaintenance() }
        let (doubts, losses) = ([doubtAboutHeads, doubtAboutKeys].compactMap(\.self), losses)
        let marks = currentMarks
        let sealer = sealer
        let snapshots = history().snapshots
        guard !snapshots.isEmpty else { return AuditSeverity.allCases.map(Self.unverified) }
        return await BlockingQueue.offPool {
            snapshots.compactMap { snapshot in
                guard let marks = marks[snapshot.severity] else { return nil }
                var verifier = AuditVerifier(
                    snapshot.severity, marks: marks, sealer: sealer,
                    remembered: remembered.first { $0.severity == snapshot.severity })
                for doubt in doubts { verifier.add(doubt) }
                for loss in losses where loss.severity ?? snapshot.severity == snapshot.severity {
                    verifier.add("\(loss.sentence) Found on \(loss.foundAt.rfc3339).")
                }
                return verifier.verify(snapshot)
            }
        }
    }

    /// What is wrong with the file of signed heads, compared with what was signed last.
    private var doubtAboutHeads: String? {
        guard let found = try? headsFile?.read(signedBy: keys), let newest = found.heads else {
            return "The file of signed heads is missing, or this gateway did not sign it."
        }
        return newest == heads ? found.note : "The file of signed heads is not the last one that was signed."
    }

    private var doubtAboutKeys: String? {
        keysFile?.isInPlace ?? true
            ? nil : "The file of the keys of people is missing, or is not the last one that was written."
    }

    private static func unverified(_ severity: AuditSeverity) -> AuditVerification {
        AuditVerification(
            severity: severity, entries: 0, firstSequence: 0, lastSequence: 0, problems: ["\(AuditError.closed)"])
    }
}

extension AuditVerifier {
    fileprivate mutating func verify(_ snapshot: ChainSnapshot) -> AuditVerification {
        for segment in snapshot.segments {
            do throws(AuditError) {
                read(try snapshot.bytes(of: segment), of: segment.fileName)
            } catch {
                add("\(segment.fileName) cannot be read. \(error)")
            }
        }
        return finish()
    }
}
