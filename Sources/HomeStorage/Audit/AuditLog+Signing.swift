import HomeModel
import Logging

extension AuditLog {
    var currentMarks: [AuditSeverity: ChainMarks] {
        chains.mapValues { chain in
            var marks = chain.marks
            marks.head = chain.committed
            return marks
        }
    }

    /// Signs when enough entries or enough time have gone by, and sees to the reserves.
    func signIfDue() {
        if entriesSinceSigning >= limits.signEveryEntries {
            sign()
        } else {
            trouble = holdReserves()
            scheduleSigning()
        }
    }

    private func scheduleSigning() {
        guard entriesSinceSigning > 0, !isSigningScheduled else { return }
        isSigningScheduled = true
        later(after: limits.signEvery) { log in
            log.isSigningScheduled = false
            if log.entriesSinceSigning > 0 { log.sign() }
        }
    }

    /// Signs the heads as they are; a failure stays to be seen, and the next commit tries again.
    func sign(everywhere: Bool = false) {
        let reserveFailure = holdReserves()
        do throws(AuditError) {
            try writeHeads(everywhere: everywhere)
            trouble = reserveFailure
        } catch {
            trouble = error
            entriesSinceSigning = limits.signEveryEntries
        }
    }

    private func holdReserves() -> AuditError? {
        var failure: AuditError?
        for chain in chains.values {
            do throws(AuditError) { try chain.holdReserve() } catch { failure = error }
        }
        return failure
    }

    /// Returns once the heads as they are now are signed and on the disk.
    func writeHeads(everywhere: Bool = false) throws(AuditError) {
        guard let headsFile else { throw .closed }
        entriesSinceSigning = 0
        let new = SignedHeads(generation: (heads?.generation ?? 0) + 1, time: clock.now(), marks: currentMarks)
        try headsFile.write(new, signedBy: keys, everywhere: everywhere)
        echo(new, isLast: everywhere)
        heads = new
        if let memory { remember.yield(memory) }
    }

    /// Writes signed heads to the system log, so that it can show a past that was written again.
    private func echo(_ new: SignedHeads, isLast: Bool) {
        // A clock that was set back does not end the echo.
        if !isLast, let echoedAt, echoedAt <= new.time, new.time - echoedAt < limits.echoEvery { return }
        echoedAt = new.time
        for (severity, marks) in new.marks where marks.head != echoed[severity] {
            echoed[severity] = marks.head
            logger.info(
                "audit head signed",
                metadata: [
                    "audit.severity": "\(severity.rawValue)", "audit.sequence": "\(marks.head.sequence)",
                    "audit.hash": "\(marks.head.hash.hexadecimal)",
                ])
        }
    }
}
