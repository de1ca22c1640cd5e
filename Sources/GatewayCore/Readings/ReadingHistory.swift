package import HomeModel
package import TimeSeriesStore

/// Reads the stored readings and state changes for the people who may see them, within the retention terms.
package struct ReadingHistory: Sendable {
    /// More points than any chart has.
    package static let maximumPoints = 10_000

    let store: ReadingStore
    let clock: HomeClock
    private let registry: HomeRegistry
    private let people: PeopleRegistry
    private let retention: RetentionJob

    package init(
        registry: HomeRegistry, people: PeopleRegistry, store: ReadingStore, retention: RetentionJob, clock: HomeClock
    ) {
        self.registry = registry
        self.people = people
        self.store = store
        self.retention = retention
        self.clock = clock
    }

    /// Opens a cursor before the first page of the answer. The permission is decided before the query is validated.
    package func open(_ query: HistoryQuery, as identity: Identity) async throws(ActionRefusal) -> HistoryCursor {
        let device = try await permitted(query.series, identity: identity)
        let series = query.series
        guard device.capability(series.capability, of: series.part) != nil else {
            throw .invalid(
                field: "quantity", code: "noSuchCapability",
                detail: "\(device.id)/\(series.part) has no “\(series.capability)”.")
        }
        guard query.points.map((MinMaxDownsampling.minimumPoints...Self.maximumPoints).contains) ?? true else {
            throw .invalid(
                field: "points", code: "outOfRange",
                detail: "points must be from \(MinMaxDownsampling.minimumPoints) to \(Self.maximumPoints).")
        }
        let isQuantity = if case .reading = series.capability.kind.facts.recording { true } else { false }
        guard isQuantity || [.auto, .raw].contains(query.resolution) else {
            throw .invalid(
                field: "resolution", code: "notAQuantity", detail: "State changes have only the resolution raw.")
        }
        return await HistoryCursor(self, query: query, as: identity, in: people.policy.timeZone)
    }

    /// Returns the times within the query at which the gateway did not run. Callers get the permission from `open`.
    package func absences(in query: HistoryQuery) async throws(ActionRefusal) -> [Absence] {
        do throws(StorageError) {
            return try await store.absences(from: query.from, to: query.to)
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the first moment after all stored readings and state changes, but not before now. A clock that was set back
    /// is behind them; a query up to now would leave them out.
    package func end() async throws(ActionRefusal) -> Timestamp {
        let now = clock.now()
        do throws(StorageError) {
            let latest = try await store.latest(now: now, terms: retention.terms)
            let newest = latest.newestOfDevices.values.max()
            return max(now, newest.map { $0 + .milliseconds(1) } ?? now)
        } catch {
            throw .storage(error)
        }
    }

    /// Returns the device if its stored values may be shown. The cursor calls this for each page, because a right may end
    /// meanwhile. Throws `.missing` otherwise.
    func permitted(_ series: SeriesID, identity: Identity) async throws(ActionRefusal) -> Device {
        let (home, policy) = await (registry.snapshot, people.policy)
        guard let device = home[series.device],
            policy.mayViewHistory(
                identity, of: series.capability.kind, device: device, at: clock.decisionTime())
        else {
            throw .missing(
                "There are no readings of “\(series.capability)” of “\(series.device)”, or you may not see them. "
                    + "“tomte devices list” shows the devices that you may see.")
        }
        return device
    }

    /// Returns the first moment within the retention term: of readings and changes, or with `.hour` and `.day` of
    /// roll-ups.
    func edge(of series: SeriesID, _ kind: RecordKind, resolution: HistoryResolution) async -> Timestamp {
        let (terms, now) = (await retention.terms, clock.now())
        return switch resolution {
        case .raw, .auto: terms.edge(of: series, kind, at: now)
        case .hour, .day: terms.rollUpEdge(of: series, kind, at: now)
        }
    }
}

/// A query for the history of one series.
package struct HistoryQuery: Hashable, Sendable {
    package let series: SeriesID
    /// The first moment; roll-ups begin with the hour or the day that contains it.
    package let from: Timestamp
    /// The first moment after the time span.
    package let to: Timestamp
    package let resolution: HistoryResolution
    /// The number of points to which raw readings are thinned. Roll-ups are never thinned: each stands for its hour or
    /// day.
    package let points: Int?
    /// The maximum number of rows; the answer has the oldest ones.
    package let limit: Int?

    package init(
        _ series: SeriesID, from: Timestamp, to: Timestamp, resolution: HistoryResolution = .raw, points: Int? = nil,
        limit: Int? = nil
    ) {
        self.series = series
        self.from = from
        self.to = to
        self.resolution = resolution
        self.points = points
        self.limit = limit
    }
}

/// A part of an answer, oldest first.
package enum HistoryPage: Hashable, Sendable {
    case readings([Reading])
    case changes([StateChange])
    case rollUps([RollUp])
}
