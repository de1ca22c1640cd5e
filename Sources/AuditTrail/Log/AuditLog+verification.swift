import Concurrency
package import HomeModel

extension AuditLog {
    /// Verifies every chain from its checkpoint to the last entry written; appends continue meanwhile. `remembered` are
    /// heads that were saved outside the gateway, at most one per chain: they also reveal entries that a holder of the
    /// keys rewrote.
    package func verify(remembered: [AuditHead] = []) async -> [AuditVerification] {
        await verify(remembered: remembered, until: nil) ?? []
    }

    /// Verifies every chain as above, but ends early at `end` and when the task is cancelled, and then returns nil.
    package func verify(until end: ContinuousClock.Instant) async -> [AuditVerification]? {
        await verify(remembered: [], until: end)
    }

    private func verify(
        remembered: [AuditHead], until end: ContinuousClock.Instant?
    ) async -> [AuditVerification]? {
        await beginMaintenance()
        defer { endMaintenance() }
        let (doubts, losses) = ([headsFileProblem, keysFileProblem].compactMap(\.self), losses)
        let bounds = currentBounds
        let sealer = sealer
        let snapshots = history().snapshots
        guard !snapshots.isEmpty else { return AuditSeverity.allCases.map(Self.unverified) }
        return await BlockingExecutor.offPool(cancellable: { isCancelled -> [AuditVerification]? in
            var verifications: [AuditVerification] = []
            for snapshot in snapshots {
                guard let bounds = bounds[snapshot.severity] else { continue }
                var verifier = AuditVerifier(
                    snapshot.severity, bounds: bounds, sealer: sealer,
                    remembered: remembered.first { $0.severity == snapshot.severity })
                for doubt in doubts { verifier.add(doubt) }
                for loss in losses where loss.severity ?? snapshot.severity == snapshot.severity {
                    verifier.add(CodedSentence(loss))
                }
                let verification = verifier.verify(snapshot) {
                    !isCancelled() && end.map { ContinuousClock.now < $0 } ?? true
                }
                guard let verification else { return nil }
                verifications.append(verification)
            }
            return verifications
        })
    }

    /// The problem with the file of signed heads, compared with the heads that were signed last; nil when there is
    /// none.
    private var headsFileProblem: CodedSentence? {
        guard let found = try? headsFile?.read(signedBy: keys), let newest = found.heads else {
            return .headsFileIsForeign
        }
        return newest == heads ? found.note : .headsFileIsOld
    }

    private var keysFileProblem: CodedSentence? {
        keysFile?.isUpToDate ?? true ? nil : .keysFileIsOld
    }

    private static func unverified(_ severity: AuditSeverity) -> AuditVerification {
        AuditVerification(
            severity: severity, entries: 0, firstSequence: 0, lastSequence: 0, problems: [.logIsClosed])
    }
}

extension AuditVerifier {
    /// Reads one segment after the other while `mayGoOn` returns true; else returns nil.
    fileprivate mutating func verify(
        _ snapshot: ChainSnapshot, while mayGoOn: () -> Bool
    ) -> AuditVerification? {
        for segment in snapshot.segments {
            guard mayGoOn() else { return nil }
            do throws(AuditError) {
                read(try snapshot.bytes(of: segment), of: segment.fileName)
            } catch {
                add(.unreadable(segment.fileName, because: error))
            }
        }
        return finish()
    }
}
