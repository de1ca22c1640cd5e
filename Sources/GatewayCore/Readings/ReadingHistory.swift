package import HomeModel
package import HomeStorage

/// What was stored, for those who may see it, never past its term.
package struct ReadingHistory: Sendable {
    package static let maximumReadings = 100_000

    private let registry: HomeRegistry
    private let people: PeopleRegister
    private let store: ReadingStore
    private let keeper: RetentionKeeper
    private let clock: HomeClock

    package init(
        registry: HomeRegistry, people: PeopleRegister, store: ReadingStore, keeper: RetentionKeeper, clock: HomeClock
    ) {
        self.registry = registry
        self.people = people
        self.store = store
        self.keeper = keeper
        self.clock = clock
    }

    /// Readings (or, for a state, its changes) from `from` up to but not including `to`, oldest first.
    package func read(
        _ series: SeriesID, from: Timestamp, to: Timestamp, limit: Int, as identity: Identity
    ) async throws(ActRefusal) -> (readings: [Reading], changes: [StateChange]) {
        let (home, policy) = await (registry.snapshot, people.policy)
        guard let device = home[series.device],
            policy.maySee(identity, series.capability.kind, of: device, at: clock.now())
        else { throw .notFound }
        guard device.capability(series.capability, of: series.part) != nil else {
            throw .invalid(
                field: "quantity", code: "noSuchCapability",
                detail: "\(device.id)/\(series.part) has no “\(series.capability)”.")
        }
        let limit = min(max(limit, 1), Self.maximumReadings)
        do {
            return try await read(series, from, to, limit)
        } catch {
            throw .storage(error)
        }
    }

    private func read(
        _ series: SeriesID, _ from: Timestamp, _ to: Timestamp, _ limit: Int
    ) async throws(StorageError) -> (readings: [Reading], changes: [StateChange]) {
        let terms = await keeper.terms
        switch series.capability.kind.facts.recording {
        case .reading(let kind):
            let edge = clock.now() - terms.term(of: kind)
            return (try await store.readings(of: series, from: from, to: to, notBefore: edge, limit: limit), [])
        case .stateChange(let kind):
            let edge = clock.now() - terms.term(of: kind)
            return ([], try await store.stateChanges(of: series, from: from, to: to, notBefore: edge, limit: limit))
        case .none:
            return ([], [])
        }
    }
}
