package import HomeModel

/// Why retention asks before it deletes: the clock is further ahead of the last run than the known running time
/// explains.
package struct ClockAhead: Hashable, Sendable {
    package let now: Timestamp
    package let last: Timestamp
    package let excess: Duration
    /// How many records a run would delete.
    package let overdue: Int
}

extension ClockAhead: CustomStringConvertible {
    package var description: String {
        let days = excess.components.seconds / 86_400
        return
            "The clock says \(now.rfc3339). That is \(days) days more after the last run (\(last.rfc3339)) than this "
            + "machine ran, so nothing is deleted. A run would delete \(overdue) records."
    }
}
