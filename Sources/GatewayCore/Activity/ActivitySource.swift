import AuditTrail
import Foundation
import HomeModel
import TimeSeriesStore

/// Reads the entries of one part of the activity from the audit log and from the stored history of devices.
struct ActivitySource: Sendable {
    /// The limits of one attempt.
    struct Limits: Sendable {
        static let mostChanges = 2000

        /// The number of audit entries to read, and of changes of each series.
        var records: Int
        /// How far around the wanted part entries are read, because they may belong to entries of it.
        private(set) var margin = max(ActFolding.reach, DeviceEventDetector.reach)

        init(of query: ActivityQuery) { records = max(query.limit * 4, 100) }

        /// The limits for a read without the entries around the wanted part, and with the most records.
        var alone: Limits {
            var limits = self
            (limits.records, limits.margin) = (AuditFilter.limitBounds.upperBound, .zero)
            return limits
        }
    }

    let audit: AuditLog
    let store: ReadingStore
    let terms: RetentionTerms
    let zone: TimeZone
    let now: Timestamp

    /// Reads the newest part of the query.
    func slice(
        _ limits: Limits, query: ActivityQuery, view: ActivityView
    ) async throws(ActionRefusal) -> ActivitySlice {
        let span = ActivitySpan(query, limits: limits)
        let (acts, auditEdge) = try await acts(in: span)
        let commands = acts.compactMap(CommandSpan.init)
        var slice = ActivitySlice(commands: commands, edge: auditEdge)
        for act in acts {
            guard !act.isCancelled, let disclosure = view.disclosure(of: act) else { continue }
            slice.entries.append(ActivityEntry(content: .act(act, disclosure)))
        }
        guard query.person == nil, !query.onlyFailed else { return slice }
        do throws(StorageError) {
            for device in view.devices where query.mayConcern(device, in: view.home) {
                try await addEvents(of: device, in: span, query: query, view: view, commands: commands, to: &slice)
            }
        } catch {
            throw .storage(error)
        }
        return slice
    }

    private func acts(in span: ActivitySpan) async throws(ActionRefusal) -> (acts: [Act], edge: Timestamp?) {
        let page: AuditPage
        do throws(AuditError) {
            page = try await audit.page(AuditFilter(since: span.from, until: span.to, limit: span.records))
        } catch {
            throw .notAudited
        }
        let oldest = page.records.map(\.time).min()
        let acts = StoppedMovements.mark(ActFolding.acts(of: page.records))
        return (acts, page.next == nil ? nil : oldest.map(span.edge))
    }

    private func addEvents(
        of device: DeviceID, in span: ActivitySpan, query: ActivityQuery, view: ActivityView, commands: [CommandSpan],
        to slice: inout ActivitySlice
    ) async throws(StorageError) {
        for series in view.series(of: device, where: DeviceEventDetector.follows) {
            let (from, limit) = (max(span.from, edge(of: series)), min(span.records, Limits.mostChanges))
            let changes = try await store.newestStateChanges(of: series, from: from, to: span.to, limit: limit)
            if changes.count == limit, let first = changes.first { slice.raise(to: span.edge(first.time)) }
            slice.add(DeviceEventDetector(of: series, commands: commands).events(in: changes))
        }
        let from = max(span.from, now - terms.term(of: .environment))
        let changes = try await store.reachabilityChanges(
            of: device, from: from, to: span.to, limit: Limits.mostChanges)
        slice.add(Outages.events(in: changes))
        guard query.category ?? .status == .status, view.home[device]?.hasOwnBattery ?? false else { return }
        for series in view.series(of: device, where: { $0 == .battery }) {
            slice.add(try await lowBatteries(of: series, in: span, from: slice.edge))
        }
    }

    /// Returns the moments at which a battery became low. Looks at whole days first, so that the readings of only a few
    /// hours are read.
    private func lowBatteries(
        of series: SeriesID, in span: ActivitySpan, from edge: Timestamp?
    ) async throws(StorageError) -> [DeviceEvent] {
        let start = max(span.from, edge ?? span.from, self.edge(of: series)) - .days(2)
        let days = try await store.days(
            of: series, from: start, to: min(span.to, now + .days(1)), notBefore: self.edge(of: series), in: zone
        ).map(\.rollUp)
        var events: [DeviceEvent] = []
        for day in LowBattery.days(of: days.map(\.minimum)).map({ days[$0].start }) {
            let readings = try await store.readings(
                of: series, from: day, to: day + .hours(25), notBefore: self.edge(of: series), limit: 10_000)
            guard let low = readings.first(where: { $0.value < LowBattery.threshold }) else { continue }
            events.append(DeviceEvent(.lowBattery, of: series, at: low.time, value: .number(low.value)))
        }
        return events
    }

    /// The first moment within the retention term of the series.
    func edge(of series: SeriesID) -> Timestamp {
        series.capability.kind.recordKind.map { terms.edge(of: series, $0, at: now) } ?? now
    }
}

/// The time and the number of records that one attempt reads.
struct ActivitySpan: Sendable {
    let from: Timestamp
    let to: Timestamp
    let records: Int
    private let margin: Duration

    init(_ query: ActivityQuery, limits: ActivitySource.Limits) {
        margin = limits.margin
        records = min(limits.records, AuditFilter.limitBounds.upperBound)
        from = (query.since ?? Timestamp(milliseconds: 0)) - margin
        to = query.top + margin
    }

    /// The first moment of which all entries are known, when no record before `oldest` was read.
    func edge(_ oldest: Timestamp) -> Timestamp { oldest + margin + .milliseconds(1) }
}

/// The entries of a part of the activity.
struct ActivitySlice: Sendable {
    var entries: [ActivityEntry] = []
    /// The commands in this part, also those that the query does not select.
    let commands: [CommandSpan]
    /// The first moment of which all entries are known; nil when the whole past is.
    private(set) var edge: Timestamp?

    init(commands: [CommandSpan], edge: Timestamp?) { (self.commands, self.edge) = (commands, edge) }

    mutating func raise(to edge: Timestamp) { self.edge = max(edge, self.edge ?? edge) }

    mutating func add(_ events: [DeviceEvent]) { entries += events.map { ActivityEntry(content: .event($0)) } }

    /// Returns the newest entries that the query selects.
    func page(_ query: ActivityQuery, in home: HomeSnapshot, at now: Timestamp) -> ActivityPage {
        let known = entries.filter { entry in edge.map { entry.time >= $0 } ?? true }
        let selected = known.filter { query.selects($0, in: home, at: now) }.sorted { $0.position > $1.position }
        let entries = Array(selected.prefix(query.limit))
        if selected.count > query.limit { return ActivityPage(entries: entries, next: entries.last?.position) }
        let isOver = edge.map { edge in query.since.map { edge <= $0 } ?? false } ?? true
        return ActivityPage(entries: entries, next: isOver ? nil : edge.map { ActivityCursor(time: $0) })
    }

    /// Whether the next page begins further back than this one. Nothing that this page may show lies in the future.
    func gets(furtherThan query: ActivityQuery, at now: Timestamp) -> Bool {
        edge.map { $0 < min(query.top, now) } ?? true
    }
}

extension ActivityQuery {
    /// The first moment after everything that the query selects.
    var top: Timestamp {
        let latest = Timestamp(milliseconds: Int64.max / 2)
        return min(until ?? latest, before?.time ?? latest) + .milliseconds(1)
    }

    /// Whether events of the device can be selected.
    func mayConcern(_ id: DeviceID, in home: HomeSnapshot) -> Bool {
        (device.map { $0 == id } ?? true) && (room.map { home[id]?.room == $0 } ?? true)
    }
}

extension Device {
    /// Whether it has a battery that powers itself.
    fileprivate var hasOwnBattery: Bool {
        let kinds = description.parts.flatMap(\.capabilities).map(\.name.kind)
        return kinds.contains(.battery) && !description.isEnergyStore
    }
}
