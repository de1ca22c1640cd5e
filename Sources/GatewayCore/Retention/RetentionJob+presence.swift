import HomeModel
import TimeSeriesStore

/// The deletion that follows the withdrawal of the consent to the history of presence.
extension RetentionJob {
    /// Returns what is stored of presence beyond its term, which the withdrawal of the consent deletes.
    func presenceSurplus() async throws(StorageError) -> PresenceSurplus {
        try await store.presenceSurplus(now: actions.clock.now())
    }

    /// Deletes what is stored of presence beyond its term, and writes a receipt to the audit log. Returns nil, and
    /// deletes nothing, while the clock is not synchronised: it decides what is past the term.
    func purgePresence() async throws(ActionRefusal) -> Int? {
        guard actions.clock.isSynchronised() else { return nil }
        let (now, store) = (actions.clock.now(), store)
        let purged = try await actions.storing { () async throws(StorageError) in
            try await store.purgePresence(now: now)
        }
        let count = purged.deleted.total
        _ = try await actions.writeGatewayEntry(
            .retentionPurge, target: "presence",
            metadata: ["act": "withdrawnConsent", "records": "\(count)", "consent": ConsentID.presenceHistory.rawValue])
        // The receipt covers the deleted records; the error reports that others remain.
        if let interruption = purged.interruption { throw .storage(interruption) }
        return count
    }
}
