package import HomeModel
package import TimeSeriesStore

/// Strikes wrong readings out of a history, and restores them.
package struct StrikeService: Sendable {
    private let registry: HomeRegistry
    private let deviceStates: DeviceStateCache
    private let store: ReadingStore
    private let timestampAssigner: TimestampAssigner
    private let actions: AuthorizedActions

    package init(
        registry: HomeRegistry, deviceStates: DeviceStateCache, store: ReadingStore,
        timestampAssigner: TimestampAssigner, actions: AuthorizedActions
    ) {
        self.registry = registry
        self.deviceStates = deviceStates
        self.store = store
        self.timestampAssigner = timestampAssigner
        self.actions = actions
    }

    /// Returns the readings that a strike would remove; changes nothing.
    package func preview(_ query: StrikeQuery, as identity: Identity) async throws(ActionRefusal) -> StrikeSummary {
        try await actions.require(.modifySettings, of: identity)
        _ = try await kind(of: query)
        return try await actions.storing { () async throws(StorageError) in try await store.preview(query) }
    }

    /// Removes the readings from the history, with their share of every roll-up, and keeps them in the strike.
    package func strike(_ query: StrikeQuery, as identity: Identity) async throws(ActionRefusal) -> Strike {
        let found = try await preview(query, as: identity)
        guard found.count > 0 else {
            throw .invalid(field: "from", code: "empty", detail: "No reading of \(query.series) matches.")
        }
        guard found.count <= ReadingStore.maximumStruck else {
            throw .invalid(
                field: "from", code: "tooMany",
                detail: "More than \(ReadingStore.maximumStruck) readings match; strike them out in shorter spans.")
        }
        var metadata = [
            "series": "\(query.series)", "from": query.from.rfc3339, "to": query.to.rfc3339,
            "readings": "\(found.count)",
        ]
        metadata["above"] = query.above.map { "\($0)" }
        metadata["below"] = query.below.map { "\($0)" }
        let act = try await actions.writeEntry(
            .dataStrike, by: identity, target: query.series.device.rawValue, metadata: metadata)
        let now = actions.clock.now()
        let struck: Strike?
        do throws(ActionRefusal) {
            struck = try await actions.storing(partsOf: act) { () async throws(PartialChangeError) in
                try await store.strike(query, at: now)
            }
        } catch {
            await showNewest(of: query.series, without: query)
            throw error
        }
        guard let struck else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .notFound
        }
        await showNewest(of: query.series, without: query)
        // Striking out readings in the future says that the clock is right. The readings stay struck out if that cannot
        // be stored now: the assigner repeats it.
        if let last = found.last, last > now { try? await timestampAssigner.reconsiderClock() }
        return struck
    }

    /// Returns all strikes, the newest first.
    package func all(as identity: Identity) async throws(ActionRefusal) -> [Strike] {
        try await actions.require(.modifySettings, of: identity)
        return try await actions.storing { () async throws(StorageError) in try await store.strikes() }
    }

    /// Puts the readings of a strike back into the history, and returns the strike.
    package func restore(_ id: Int64, as identity: Identity) async throws(ActionRefusal) -> Strike {
        try await actions.require(.modifySettings, of: identity)
        let found = try await actions.storing { () async throws(StorageError) in try await store.strike(id) }
        guard let strike = found, let kind = strike.series.readingKind else { throw .notFound }
        let act = try await actions.writeEntry(
            .dataRestore, by: identity, target: strike.series.device.rawValue,
            metadata: ["series": "\(strike.series)", "readings": "\(strike.readings.count)"])
        _ = try await actions.storing(partsOf: act) { () async throws(PartialChangeError) in
            try await store.restore(strike, kind: kind)
        }
        return strike
    }

    private func kind(of query: StrikeQuery) async throws(ActionRefusal) -> RecordKind {
        let series = query.series
        guard let device = await registry.snapshot[series.device] else { throw .notFound }
        // A property that the device does not have any more may still have a history.
        let stored = await store.series(of: device.id)
        let isKnown = device.capability(series.capability, of: series.part) != nil
        guard isKnown || stored.contains(series) else {
            throw .invalid(
                field: "quantity", code: "noSuchCapability",
                detail: "\(device.id)/\(series.part) has no “\(series.capability)”.")
        }
        guard let kind = series.readingKind else {
            throw .invalid(
                field: "quantity", code: "notAQuantity", detail: "Only readings of quantities can be struck out.")
        }
        guard query.from < query.to else {
            throw .invalid(field: "to", code: "contradictory", detail: "The span ends before it begins.")
        }
        return kind
    }

    /// Replaces the shown value if its reading was struck out.
    private func showNewest(of series: SeriesID, without query: StrikeQuery) async {
        guard let state = await deviceStates.state(of: series), case .number(let value) = state.value,
            query.matches(Reading(time: state.time, value: value))
        else { return }
        let newest = await store.newest(of: series)
        await deviceStates.replace(series, with: newest.map { CurrentState(value: .number($0.value), time: $0.time) })
    }
}

extension SeriesID {
    /// Nil for a series that is not recorded as readings.
    fileprivate var readingKind: RecordKind? {
        if case .reading(let kind) = capability.kind.facts.recording { kind } else { nil }
    }
}
