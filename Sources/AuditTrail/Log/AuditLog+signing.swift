import Crypto
package import HomeModel
import Logging

extension AuditLog {
    var currentBounds: [AuditSeverity: ChainBounds] {
        chains.mapValues { chain in
            var bounds = chain.bounds
            bounds.head = chain.committed
            return bounds
        }
    }

    /// Signs the heads if enough entries were written since the last signature, otherwise schedules a signature and
    /// creates missing reserve segments.
    func signIfDue() {
        if entriesSinceSigning >= limits.signEveryEntries {
            sign()
        } else {
            backgroundError = createReserves()
            scheduleSigning()
        }
    }

    private func scheduleSigning() {
        guard entriesSinceSigning > 0, !isSigningScheduled else { return }
        isSigningScheduled = true
        schedule(after: limits.signEvery) { log in
            log.isSigningScheduled = false
            if log.entriesSinceSigning > 0 { log.sign() }
        }
    }

    /// Signs the current heads. A failure is kept in `backgroundError`, and the next commit tries again.
    func sign(inBothSlots: Bool = false) {
        let reserveFailure = createReserves()
        do throws(AuditError) {
            try writeHeads(inBothSlots: inBothSlots)
            backgroundError = reserveFailure
        } catch {
            backgroundError = error
            entriesSinceSigning = limits.signEveryEntries
        }
    }

    private func createReserves() -> AuditError? {
        var failure: AuditError?
        for chain in chains.values {
            do throws(AuditError) { try chain.createReserve() } catch { failure = error }
        }
        return failure
    }

    /// Signs the current heads; returns when they are on the disk.
    func writeHeads(inBothSlots: Bool = false) throws(AuditError) {
        guard let headsFile else { throw .closed }
        entriesSinceSigning = 0
        let new = SignedHeads(generation: (heads?.generation ?? 0) + 1, time: clock.now(), bounds: currentBounds)
        try headsFile.write(new, signedBy: keys, inBothSlots: inBothSlots)
        echo(new, isLast: inBothSlots)
        heads = new
        if let anchor { anchorContinuation.yield(anchor) }
    }

    /// Writes signed heads to the system log, so that the system log can reveal a rewritten audit log.
    private func echo(_ new: SignedHeads, isLast: Bool) {
        // The last condition fails after the clock was set back, so that the copies do not stop.
        if !isLast, let echoedAt, echoedAt <= new.time, new.time - echoedAt < limits.echoEvery { return }
        echoedAt = new.time
        for (severity, bounds) in new.bounds where bounds.head != echoed[severity] {
            echoed[severity] = bounds.head
            logger.info(
                "audit head signed",
                metadata: [
                    "audit.severity": "\(severity.rawValue)", "audit.sequence": "\(bounds.head.sequence)",
                    "audit.hash": "\(bounds.head.hash.hexadecimal)",
                ])
        }
    }
}

extension AuditLog {
    /// Returns the current heads of all chains, signed, so that people can keep a copy outside the gateway. Throws
    /// `.closed` and `.signingFailed`.
    package func signedHeads() throws(AuditError) -> AuditHeads {
        guard !isClosed else { throw .closed }
        if heads?.bounds != currentBounds { try writeHeads() }
        guard let heads, let signed = heads.bytes(signedBy: keys.signing) else { throw .signingFailed }
        return AuditHeads(
            signedAt: heads.time,
            heads: AuditSeverity.allCases.compactMap { severity in
                heads.bounds[severity].map {
                    AuditHead(severity: severity, sequence: $0.head.sequence, hash: $0.head.hash.hexadecimal)
                }
            },
            publicKey: keys.signing.publicKey.rawRepresentation.hexadecimal, signed: signed.hexadecimal)
    }

    /// The number of entries that each chain has ever had, including those that retention has deleted.
    package var entryCounts: [AuditSeverity: UInt64] { chains.mapValues(\.committed.sequence) }
}
