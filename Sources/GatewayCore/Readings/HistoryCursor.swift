import TimeSeriesStore
import Foundation
package import HomeModel

/// Reads the answer to a history query page by page, so that the history of years is never in memory as a whole.
package struct HistoryCursor: Sendable {
    /// The number of rows of a page.
    static let pageSize = 10_000
    /// The length of a page of roll-ups.
    private static let window = Duration.days(400)
    /// How far back roll-ups are looked for: no term is longer, and a series on hold has no term.
    private static let reach = Duration.days(RetentionTerms.rollUpBounds.upperBound)

    /// The resolution of the answer; never `auto`.
    package let resolution: HistoryResolution

    private let history: ReadingHistory
    private let query: HistoryQuery
    private let identity: Identity
    private let calendar: Calendar
    /// The start of the next page.
    private var position: Timestamp
    private var remaining: Int
    private var isAtEnd = false

    init(_ history: ReadingHistory, query: HistoryQuery, as identity: Identity, in zone: TimeZone) async {
        self.history = history
        self.query = query
        self.identity = identity
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        self.calendar = calendar
        remaining = max(query.limit ?? .max, 1)
        position = query.from
        resolution = await Self.resolution(of: query, history)
    }

    /// Returns the next rows; nil after the last ones. Throws a refusal when the right has ended meanwhile. Rows whose
    /// term has ended meanwhile are left out.
    package mutating func next() async throws(ActionRefusal) -> HistoryPage? {
        guard !isAtEnd, remaining > 0, position < query.to else { return nil }
        _ = try await history.permitted(query.series, identity: identity)
        do throws(StorageError) {
            switch query.series.capability.kind.facts.recording {
            case .reading(let kind): return try await nextOfQuantity(kind)
            case .stateChange(let kind): return .changes(try await changes(kind))
            case .none: return nil
            }
        } catch {
            throw .storage(error)
        }
    }

    private mutating func nextOfQuantity(_ kind: RecordKind) async throws(StorageError) -> HistoryPage {
        switch resolution {
        case .hour, .day: .rollUps(try await rollUps(kind))
        case .raw, .auto: .readings(try await query.points == nil ? readings(kind) : thinned(kind))
        }
    }

    private mutating func readings(_ kind: RecordKind) async throws(StorageError) -> [Reading] {
        let size = min(remaining, Self.pageSize)
        let rows = try await history.store.readings(
            of: query.series, from: position, to: query.to,
            notBefore: history.edge(of: query.series, kind, resolution: .raw),
            limit: size)
        step(past: rows.last?.time, taken: rows.count, of: size)
        return rows
    }

    private mutating func changes(_ kind: RecordKind) async throws(StorageError) -> [StateChange] {
        let size = min(remaining, Self.pageSize)
        let rows = try await history.store.stateChanges(
            of: query.series, from: position, to: query.to,
            notBefore: history.edge(of: query.series, kind, resolution: .raw),
            limit: size)
        step(past: rows.last?.time, taken: rows.count, of: size)
        return rows
    }

    private mutating func step(past last: Timestamp?, taken: Int, of size: Int) {
        remaining -= taken
        isAtEnd = taken < size
        position = (last ?? query.to) + .milliseconds(1)
    }

    /// Returns the whole line, thinned, in one page.
    private mutating func thinned(_ kind: RecordKind) async throws(StorageError) -> [Reading] {
        var line = StreamingDownsampler(
            points: query.points ?? Self.pageSize, until: min(query.to, history.clock.now()))
        repeat { line.add(try await readings(kind)) } while !isAtEnd && remaining > 0 && position < query.to
        isAtEnd = true
        return line.readings
    }

    /// Returns the hours or days of the next window. Windows never split a day.
    private mutating func rollUps(_ kind: RecordKind) async throws(StorageError) -> [RollUp] {
        let edge = await history.edge(of: query.series, kind, resolution: resolution)
        let start = start(of: max(position, edge, history.clock.now() - Self.reach))
        // A clock that was set back is behind the newest readings.
        let newest = await history.store.newest(of: query.series)?.time
        let last = min(query.to, max(history.clock.now(), newest ?? history.clock.now()) + .days(1))
        let end = min(self.start(of: start + Self.window), last)
        guard start < end else {
            isAtEnd = true
            return []
        }
        let store = history.store
        var rows =
            if resolution == .day {
                try await store.days(
                    of: query.series, from: start, to: end, notBefore: edge, in: calendar.timeZone
                ).map(\.rollUp).prefix(remaining)
            } else {
                try await store.rollUps(of: query.series, from: start, to: end, notBefore: edge).prefix(remaining)
            }
        position = end
        remaining -= rows.count
        isAtEnd = end == last
        if let row = rows.popLast() { rows.append(try await upToNow(row)) }
        return Array(rows)
    }

    /// Returns the row up to now, if its last hour is not over.
    private func upToNow(_ row: RollUp) async throws(StorageError) -> RollUp {
        let now = history.clock.now()
        let (hour, end) = (now.startOfHour, now.startOfHour + .hours(1))
        guard start(of: now) == row.start else { return row }
        if resolution == .day {
            // The last hour of the day that has readings may be over.
            let running = try await history.store.rollUps(of: query.series, from: hour, to: end, notBefore: hour)
            if running.isEmpty { return row }
        }
        return row.without(ahead: end - now)
    }

    /// Returns the start of the hour, or of the day, that contains `time`.
    private func start(of time: Timestamp) -> Timestamp {
        resolution == .day ? time.day(in: calendar).lowerBound : time.startOfHour
    }

    /// Returns the resolution for `auto`: only the part of the query within the retention term counts.
    private static func resolution(of query: HistoryQuery, _ history: ReadingHistory) async -> HistoryResolution {
        guard case .reading(let kind) = query.series.capability.kind.facts.recording else { return .raw }
        let from = max(query.from, await history.edge(of: query.series, kind, resolution: .hour))
        return query.resolution.resolved(over: min(query.to, history.clock.now()) - from, points: query.points)
    }
}
