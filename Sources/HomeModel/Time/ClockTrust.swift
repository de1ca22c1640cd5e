/// Decides when the wall clock is trusted. The clock of a small machine without a battery starts in the past, and stays
/// there until a time server or a person sets it.
///
/// A clock that the kernel reports as synchronised is trusted. Without a time server the clock is trusted after
/// `timeServerTimeout`, if it is not before a moment that is known to have passed. Two sources determine that moment:
///
/// - `lastKnown`: the wall clock when the gateway last trusted it, written every `saveInterval`. It follows a clock
///   that was ahead and was corrected, which the times of readings do not.
/// - The newest reading of each device. A single device (or a minority) with times in the future has no effect: beside
///   `lastKnown`, times beyond it do not count, and without it the median device decides.
///
/// When less than a quarter of the devices have a reading within a day of `lastKnown` or later, a clock that was ahead
/// for a moment wrote it; then the median limits it.
package struct ClockTrust: Hashable, Sendable {
    /// A machine that has not reached a time server by this uptime has none.
    package static let timeServerTimeout = Duration.seconds(600)
    /// The longest time between two records of the known clock.
    package static let saveInterval = Duration.seconds(600)
    /// 2026-01-01: no gateway existed before.
    private static let earliest = Timestamp(milliseconds: 1_767_225_600_000)
    /// A device supports `lastKnown` when its newest reading is at most this much older.
    private static let supportTolerance = Duration.days(1)

    private let notBefore: Timestamp

    /// `newestOfDevices` has one time for each device: that of its newest stored reading or change.
    package init(newestOfDevices: [Timestamp], lastKnown: Timestamp?) {
        let tolerance = ReadingValidator.futureTolerance
        let sorted = newestOfDevices.sorted(by: >)
        let median = sorted.isEmpty ? nil : sorted[sorted.count / 2]
        var over = median
        if let lastKnown {
            let supporters = sorted.count { $0 >= lastKnown - Self.supportTolerance }
            if sorted.isEmpty || supporters * 4 >= sorted.count {
                let limit = lastKnown + Self.saveInterval + tolerance
                over = max(lastKnown, sorted.first { $0 <= limit } ?? lastKnown)
            } else {
                over = median.map { min(lastKnown, $0) } ?? lastKnown
            }
        }
        // Devices may send a time that is a little ahead of the gateway's clock.
        notBefore = max(over.map { $0 - tolerance } ?? Self.earliest, Self.earliest)
    }

    /// Whether the wall clock is trusted at this uptime.
    package func isKnown(wall: Timestamp, uptime: Duration, isSynchronised: Bool) -> Bool {
        isSynchronised || (uptime >= Self.timeServerTimeout && wall >= notBefore)
    }
}
