import HomeModel
import TimeSeriesStore

/// Reads the stored values from which runs are counted, within the retention terms.
struct RunSampleReader: Sendable {
    /// The values that are read at once. That is 48 hours of a device that reports a power every half a second.
    static let maximumValues = 400_000
    /// A count that begins years ago also needs the losses of that time.
    private static let maximumReachabilityChanges = 100_000

    /// Values of a series in the order of time.
    struct Batch: Sendable {
        let samples: [RunSample]
        /// The time up to which these are all the values; nil when they are all that were asked for.
        let cutAt: Timestamp?
    }

    let store: ReadingStore
    let retention: RetentionJob
    var limit = RunSampleReader.maximumValues

    /// Whether values wait for their time, so that any value of the past may still arrive.
    var hasUnclockedValues: Bool { get async { await store.unclockedCount > 0 } }

    /// The values in `from..<to`, and the times at which the device was lost and found again.
    func samples(
        of series: SeriesID, from: Timestamp, to: Timestamp, at now: Timestamp
    ) async throws(StorageError) -> Batch {
        let values = try await values(of: series, from: from, to: to, notBefore: await edge(of: series, at: now))
        let cut = values.cutAt
        let changes = try await store.reachabilityChanges(
            of: series.device, from: from, to: cut ?? to, limit: Self.maximumReachabilityChanges)
        let samples = changes.map { RunSample($0.isReachable ? .found : .lost, at: $0.time) } + values.samples
        // The value with the time of the cut may have others beside it, so it belongs to the next batch.
        return Batch(
            samples: samples.filter { sample in cut.map { sample.time < $0 } ?? true }.sorted { $0.time < $1.time },
            cutAt: cut)
    }

    /// A counter that begins at `from`, with what was known then.
    func counter(of usage: UsageRule, from: Timestamp, at now: Timestamp) async throws(StorageError) -> RunCounter {
        let earliest = Timestamp(milliseconds: .min)
        let before = try await lastValue(of: usage.series, before: from, at: now)
        let reached = try await store.reachabilityChanges(
            of: usage.series.device, from: earliest, to: from, limit: 1
        ).last
        return RunCounter(
            from: from, after: before, isLost: reached.map { !$0.isReachable } ?? false, by: usage.rule)
    }

    private func lastValue(
        of series: SeriesID, before time: Timestamp, at now: Timestamp
    ) async throws(StorageError) -> RunSample? {
        let edge = await edge(of: series, at: now)
        guard series.capability.kind == .power else {
            return try await store.newestStateChanges(of: series, from: edge, to: time, limit: 1).last
                .flatMap { RunSample($0) }
        }
        return try await values(of: series, from: time - .hours(1), to: time, notBefore: edge).samples.last
    }

    private func values(
        of series: SeriesID, from: Timestamp, to: Timestamp, notBefore edge: Timestamp
    ) async throws(StorageError) -> Batch {
        guard series.capability.kind == .power else {
            let changes = try await store.stateChanges(of: series, from: from, to: to, notBefore: edge, limit: limit)
            // Some states say nothing about runs, but count for the limit.
            return Batch(
                samples: changes.compactMap { RunSample($0) }, cutAt: changes.count < limit ? nil : changes.last?.time)
        }
        let readings = try await store.readings(of: series, from: from, to: to, notBefore: edge, limit: limit)
        return Batch(
            samples: readings.map { RunSample(.watts($0.value), at: $0.time) },
            cutAt: readings.count < limit ? nil : readings.last?.time)
    }

    private func edge(of series: SeriesID, at now: Timestamp) async -> Timestamp {
        guard let kind = series.capability.kind.recordKind else { return Timestamp(milliseconds: .min) }
        return await retention.terms.edge(of: series, kind, at: now)
    }
}
