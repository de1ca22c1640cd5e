package import HomeModel

extension AuditLog {
    /// Appends a refusal; returns when it is synced to the disk. A refusal that repeats another within a minute is only
    /// counted, and returns at once. The count is written when the minute is over, when entries are read, or when the
    /// log is closed.
    package nonisolated func appendRefusal(_ entry: AuditEntry) async throws(AuditError) {
        try await withCheckedContinuation { continuation in
            enqueue { log in log.take(refusal: entry) { continuation.resume(returning: $0) } }
        }.get()
    }

    /// The number of refusals since the start by event, including those that were only counted.
    package var refusals: [AuditEvent: Int] { refusalsByEvent }

    private func take(refusal original: AuditEntry, _ done: @escaping @Sendable (Result<Void, AuditError>) -> Void) {
        let now = clock.monotonic()
        let entry = coalescer.reduced(original, at: now)
        let (isFirst, over) = coalescer.count(entry, at: now)
        refusalsByEvent[entry.event, default: 0] += 1
        writeRefusalCounts(over)
        scheduleCounts()
        guard isFirst else {
            observation.yield(ObservedEntry(counted: original))
            return done(.success(()))
        }
        stageAndScheduleCommit(entry) { log, result in
            if case .failure = result {
                log.observation.yield(ObservedEntry(counted: original))
                log.writeRefusalCounts(log.coalescer.forget(entry))
            }
            done(result.map { _ in })
        }
    }

    func writeRefusalCounts(_ counts: [AuditEntry]) {
        for counted in counts {
            stageAndScheduleCommit(counted) { log, result in
                if case .failure = result { log.coalescer.addBack(counted, at: log.clock.monotonic()) }
            }
        }
    }

    private func scheduleCounts() {
        guard !isCountingScheduled, !coalescer.isEmpty else { return }
        isCountingScheduled = true
        schedule(after: limits.refusalWindow) { log in
            log.isCountingScheduled = false
            log.writeRefusalCounts(log.coalescer.removeExpired(at: log.clock.monotonic()))
            log.scheduleCounts()
        }
    }
}
