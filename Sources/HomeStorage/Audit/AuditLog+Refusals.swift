package import HomeModel

extension AuditLog {
    /// Writes a refusal down; returns when it is synced to the disk. One that repeats another within a minute is counted
    /// instead, and the count written when the minute is over, when somebody reads, or at the end.
    package nonisolated func refuse(_ entry: AuditEntry) async throws(AuditError) {
        refusal.yield(entry)
        try await withCheckedContinuation { continuation in
            enqueue { log in log.take(refusal: entry) { continuation.resume(returning: $0) } }
        }.get()
    }

    /// What was refused since the start, counted or not.
    package var refusals: [AuditEvent: Int] { refusalsByEvent }

    private func take(refusal entry: AuditEntry, _ done: @escaping @Sendable (Result<Void, AuditError>) -> Void) {
        let now = clock.monotonic()
        let entry = coalescer.reduced(entry, at: now)
        let (isFirst, over) = coalescer.note(entry, at: now)
        refusalsByEvent[entry.event, default: 0] += 1
        writeCounts(over)
        scheduleCounts()
        guard isFirst else { return done(.success(())) }
        take(entry) { log, result in
            if case .failure = result { log.writeCounts(log.coalescer.forget(entry)) }
            done(result.map { _ in })
        }
    }

    func writeCounts(_ counts: [AuditEntry]) {
        for counted in counts {
            take(counted) { log, result in
                if case .failure = result { log.coalescer.putBack(counted, at: log.clock.monotonic()) }
            }
        }
    }

    private func scheduleCounts() {
        guard !isCountingScheduled, !coalescer.isEmpty else { return }
        isCountingScheduled = true
        later(after: limits.refusalWindow) { log in
            log.isCountingScheduled = false
            log.writeCounts(log.coalescer.takeOver(at: log.clock.monotonic()))
            log.scheduleCounts()
        }
    }
}
