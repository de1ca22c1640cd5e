import GRDB
import HomeModel

/// The tables that retention cuts, and the frozen questions that it asks of each.
enum RecordTable: CaseIterable, Sendable {
    case reading, stateChange

    /// The first series from `:position` on with something past its term.
    var nextOverdueSeries: String {
        switch self {
        case .reading:
            """
            SELECT id, kind FROM series
            WHERE id >= :position AND EXISTS (
                SELECT 1 FROM reading WHERE reading.series = series.id
                    AND reading.time < CASE series.kind WHEN 'energy' THEN :energy ELSE :environment END)
            ORDER BY id LIMIT 1
            """
        case .stateChange:
            """
            SELECT id, kind FROM series
            WHERE id >= :position AND EXISTS (
                SELECT 1 FROM state_change WHERE state_change.series = series.id
                    AND state_change.time < CASE series.kind WHEN 'energy' THEN :energy ELSE :environment END)
            ORDER BY id LIMIT 1
            """
        }
    }

    /// Arguments: series, series, edge, at most so many.
    var deleteOldest: String {
        switch self {
        case .reading:
            """
            DELETE FROM reading WHERE series = ? AND time IN (
                SELECT time FROM reading WHERE series = ? AND time < ? ORDER BY time LIMIT ?)
            """
        case .stateChange:
            """
            DELETE FROM state_change WHERE series = ? AND time IN (
                SELECT time FROM state_change WHERE series = ? AND time < ? ORDER BY time LIMIT ?)
            """
        }
    }

    var overdueCounts: String {
        switch self {
        case .reading:
            """
            SELECT series.kind, count(*) AS total FROM series CROSS JOIN reading ON reading.series = series.id
                AND reading.time < CASE series.kind WHEN 'energy' THEN :energy ELSE :environment END
            GROUP BY series.kind
            """
        case .stateChange:
            """
            SELECT series.kind, count(*) AS total FROM series CROSS JOIN state_change ON state_change.series = series.id
                AND state_change.time < CASE series.kind WHEN 'energy' THEN :energy ELSE :environment END
            GROUP BY series.kind
            """
        }
    }

    func count(_ count: Int, of kind: RecordKind, in counts: inout RecordCounts) {
        switch self {
        case .reading: counts.countReading(kind, count)
        case .stateChange: counts.stateChanges += count
        }
    }
}
