import Concurrency
package import HomeModel

extension AuditLog {
    /// Verifies every chain from its checkpoint to the last entry written; appends continue meanwhile. `remembered` are
    /// heads that were saved outside the gateway, at most one per chain: they also reveal entries that a holder of the
    /// keys rewrote.
    package func verify(remembered: [AuditHead] = []) async -> [AuditVerification] {
        await beginMaintenance()
        defer { endMaintenance() }
        let (doubts, losses) = ([headsFileProblem, keysFileProblem].compactMap(\.self), losses)
        let bounds = currentBounds
        let sealer = sealer
        let snapshots = history().snapshots
        guard !snapshots.isEmpty else { return AuditSeverity.allCases.map(Self.unverified) }
        return await BlockingExecutor.offPool {
            snapshots.compactMap { snapshot in
                guard let bounds = bounds[snapshot.severity] else { return nil }
                var verifier = AuditVerifier(
                    snapshot.severity, bounds: bounds, sealer: sealer,
                    remembered: remembered.first { $0.severity == snapshot.severity })
                for doubt in doubts { verifier.add(doubt) }
                for loss in losses where loss.severity ?? snapshot.severity == snapshot.severity {
                    verifier.add("\(loss.sentence) Found on \(loss.foundAt.rfc3339).")
                }
                return verifier.verify(snapshot)
            }
        }
    }

    /// The problem with the file of signed heads, compared with the heads that were signed last; nil when there is
    /// none.
    private var headsFileProblem: String? {
        guard let found = try? headsFile?.read(signedBy: keys), let newest = found.heads else {
            return "The file of signed heads is missing, or this gateway did not sign it."
        }
        return newest == heads ? found.note : "The file of signed heads is not the last one that was signed."
    }

    private var keysFileProblem: String? {
        keysFile?.isUpToDate ?? true
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
