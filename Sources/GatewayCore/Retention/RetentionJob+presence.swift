import HomeModel
import TimeSeriesStore

/// The deletion that follows the withdrawal of the consent to the history of presence.
extension RetentionJob {
    /// Returns what is stored of presence beyond its term, which the withdrawal of the consent deletes.
    func presenceSurplus() async throws(StorageError) -> PresenceSurplus {
        try await store.presenceSurplus(now: actions.clock.now())
    }

    /// Deletes what is stored of presence beyond its term, then earlier rows beside the database with `removeCopies`, and
    /// writes a receipt to the audit log. Returns nil, and deletes nothing, while the clock is not as `accepted` demands: it
    /// decides what is past the term.
    func purgePresence(
        accepting accepted: AcceptedClock,
        removingCopies removeCopies: @Sendable () async throws(StorageError) -> Void
    ) async throws(ActionRefusal) -> Int? {
        guard accepted == .confirmed || actions.clock.isSynchronised() else { return nil }
        if accepted == .plausible {
            do throws(ActionRefusal) { try await checkClock() } catch .clockAhead { return nil } catch { throw error }
        }
        let (now, store) = (actions.clock.now(), store)
        let purged = try await actions.storing { () async throws(StorageError) in
            try await store.purgePresence(now: now)
        }
        let count = purged.deleted.total
        var interruption = purged.interruption
        if interruption == nil {
            do throws(StorageError) { try await removeCopies() } catch { interruption = error }
        }
        // The receipt covers the deleted records; the error reports that others remain. An attempt that deleted nothing is
        // repeated each minute, and its receipts would fill the audit log.
        if count > 0 || interruption == nil {
            _ = try await actions.writeGatewayEntry(
                .retentionPurge, target: "presence",
                metadata: [
                    "act": "withdrawnConsent", "records": "\(count)", "consent": ConsentID.presenceHistory.rawValue,
                ])
        }
        if let interruption { throw .storage(interruption) }
        return count
    }
}
