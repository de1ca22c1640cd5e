package import HomeModel
package import AuditTrail
package import TimeSeriesStore

/// Reads what happened at home: acts from the audit log, and events of devices from their stored changes. It stores
/// nothing itself, so there is no second record that could differ.
package struct ActivityReader: Sendable {
    private let audit: AuditLog
    private let store: ReadingStore
    private let state: HomeState
    private let retention: RetentionJob
    private let quota = ReadQuota()

    /// Each attempt reads this many times the records of the one before.
    private static let growth = 6
    private static let attempts = 3

    package init(audit: AuditLog, store: ReadingStore, state: HomeState, retention: RetentionJob) {
        self.audit = audit
        self.store = store
        self.state = state
        self.retention = retention
    }

    /// The time by which callers decide whether a command is still pending.
    package var now: Timestamp { state.clock.now() }

    /// Returns one page, newest first, of what the identity may see.
    package func list(_ query: ActivityQuery, as identity: Identity) async throws(ActionRefusal) -> ActivityPage {
        let (home, policy) = await (state.registry.snapshot, state.people.policy)
        let view = ActivityView(of: identity, in: home, by: policy, at: state.clock.decisionTime())
        return try await quota.read(for: identity) { () async throws(ActionRefusal) in
            try await page(query, view: view)
        }
    }

    /// Goes further back with each attempt, until the page is full or the limit of one request is reached.
    private func page(_ query: ActivityQuery, view: ActivityView) async throws(ActionRefusal) -> ActivityPage {
        let source = ActivitySource(
            audit: audit, store: store, terms: await retention.terms, zone: await state.people.policy.timeZone,
            now: now)
        var limits = ActivitySource.Limits(of: query)
        for attempt in 1...Self.attempts {
            let slice = try await source.slice(limits, query: query, view: view)
            let page = slice.page(query, in: view.home, at: now)
            let isLast = attempt == Self.attempts && slice.gets(furtherThan: query, at: now)
            if page.entries.count == query.limit || slice.edge == nil || isLast {
                return try await source.addingLateReports(to: page, among: slice.commands, view: view)
            }
            limits.records *= Self.growth
        }
        // So many records lie around the end of the page that the entries beside it cannot be read too.
        let slice = try await source.slice(limits.alone, query: query, view: view)
        return try await source.addingLateReports(
            to: slice.page(query, in: view.home, at: now), among: slice.commands, view: view)
    }
}
