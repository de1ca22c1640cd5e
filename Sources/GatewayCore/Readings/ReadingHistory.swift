package import HomeModel
package import HomeStorage

/// What was stored, for those who may see it, never past its term.
package struct ReadingHistory: Sendable {
    /// More points than any chart has.
    package static let maximumPoints = 10_000

    let store: ReadingStore
    let clock: HomeClock
    private let registry: HomeRegistry
    private let people: PeopleRegister
    private let keeper: RetentionKeeper

    package init(
        registry: HomeRegistry, people: PeopleRegister, store: ReadingStore, keeper: RetentionKeeper, clock: HomeClock
    ) {
        self.registry = registry
        self.people = people
        self.store = store
        self.keeper = keeper
        self.clock = clock
    }

    /// A cursor that stands before the first page of the answer. Permission is decided before the query's sense.
    package func open(_ query: HistoryQuery, as identity: Identity) async throws(ActRefusal) -> HistoryCursor {
        let device = try await permitted(query.series, identity)
        let series = query.series
        guard device.capability(series.capability, of: series.part) != nil else {
            throw .invalid(
                field: "quantity", code: "noSuchCapability",
                detail: "\(device.id)/\(series.part) has no “\(series.capability)”.")
        }
        guard query.points.map((MinMaxDownsampling.minimumPoints...Self.maximumPoints).contains) ?? true else {
            throw .invalid(
                field: "points", code: "outOfRange",
                detail: "A line has \(MinMaxDownsampling.minimumPoints) to \(Self.maximumPoints) points.")
        }
        let isQuantity = if case .reading = series.capability.kind.facts.recording { true } else { false }
        guard isQuantity || [.auto, .raw].contains(query.resolution) else {
            throw .invalid(
                field: "resolution", code: "notAQuantity", detail: "Changes of a state are told one by one: raw.")
        }
        return await HistoryCursor(self, query, as: identity, in: people.policy.timeZone)
    }

    /// When the gateway was away in the time that is asked for. Permission is that of `open`.
    package func absences(in query: HistoryQuery) async throws(ActRefusal) -> [Absence] {
        do throws(StorageError) {
            return try await store.absences(from: query.from, to: query.to)
        } catch {
            throw .storage(error)
        }
    }

    /// The device, when its values may be shown; asked again for each page, since a right may end meanwhile.
    func permitted(_ series: SeriesID, _ identity: Identity) async throws(ActRefusal) -> Device {
        let (home, policy) = await (registry.snapshot, people.policy)
        guard let device = home[series.device],
            policy.maySee(identity, series.capability.kind, of: device, at: clock.decisionTime())
        else {
            throw .missing(
                "There are no readings of “\(series.capability)” of “\(series.device)”, or you may not see them. "
                    + "“tomte devices list” shows the devices that you may see.")
        }
        return device
    }

    /// The first moment that is within the term: of readings and changes, or from hours on of roll-ups.
    func edge(of series: SeriesID, _ kind: RecordKind, _ resolution: HistoryResolution) async -> Timestamp {
        let (terms, now) = (await keeper.terms, clock.now())
        return switch resolution {
        case .raw, .auto: terms.edge(of: series, kind, at: now)
        case .hour, .day: terms.rollUpEdge(of: series, kind, at: now)
        }
    }
}
