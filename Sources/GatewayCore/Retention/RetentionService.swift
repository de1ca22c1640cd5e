package import HomeModel

/// Runs retention on the request of a person.
package struct RetentionService: Sendable {
    private let job: RetentionJob
    private let consents: ConsentService

    package init(job: RetentionJob, consents: ConsentService) {
        self.job = job
        self.consents = consents
    }

    /// Deletes what is past its term, as `RetentionJob.purge` does, and then what withdrawn consents no longer allow. The
    /// person has confirmed the clock for both: without it, a home whose clock is never synchronised would keep that data.
    package func purge(
        as identity: Identity, trustingClock: Bool = false, isConfirmed: Bool = false
    ) async throws(ActionRefusal) -> RetentionRunSummary {
        let summary = try await job.purge(as: identity, trustingClock: trustingClock, isConfirmed: isConfirmed)
        await consents.finishDeletions(accepting: .confirmed)
        return summary
    }
}
