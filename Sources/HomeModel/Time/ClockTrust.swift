/// Decides when the wall clock is taken for the time. The clock of a small machine without a battery starts in the past,
/// and stays there until a time server or a person sets it.
///
/// A clock that the kernel calls synchronised is believed. Without a time server the clock is believed after `patience`,
/// if it is not before what is already known to be over. What is over is decided by two witnesses:
///
/// - `lastKnown`: the wall clock when the gateway last took it for the time, written every `noteInterval`. It follows a
///   clock that was ahead and was put right again, which the times of readings do not.
/// - the newest reading of each device. A single device (or a minority) that stands in the future stops nothing:
///   beside `lastKnown`, times beyond it do not count, and without it the median device decides.
///
/// A `lastKnown` that less than a quarter of the devices reach within a day was written by a clock that was ahead for a
/// moment; then the median decides as well.
package struct ClockTrust: Hashable, Sendable {
    /// A machine that has not reached a time server by then has none.
    package static let patience = Duration.seconds(600)
    /// At most this much time passes between two notes of the known clock.
    package static let noteInterval = Duration.seconds(600)
    /// 2026-01-01: there was no gateway before.
    private static let earliest = Timestamp(milliseconds: 1_767_225_600_000)
    private static let supportReach = Duration.days(1)

    private let notBefore: Timestamp

    /// `newestOfDevices` has one time for each device: that of its newest stored reading or change.
    package init(newestOfDevices: [Timestamp], lastKnown: Timestamp?) {
        let tolerance = ReadingValidator.futureTolerance
        let sorted = newestOfDevices.sorted(by: >)
        let median = sorted.isEmpty ? nil : sorted[sorted.count / 2]
        var over = median
        if let lastKnown {
            let supporters = sorted.count { $0 >= lastKnown - Self.supportReach }
            if sorted.isEmpty || supporters * 4 >= sorted.count {
                let limit = lastKnown + Self.noteInterval + tolerance
                over = max(lastKnown, sorted.first { $0 <= limit } ?? lastKnown)
            } else {
                over = median.map { min(lastKnown, $0) } ?? lastKnown
            }
        }
        // Devices may write a time that is a little ahead of ours.
        notBefore = max(over.map { $0 - tolerance } ?? Self.earliest, Self.earliest)
    }

    package func isKnown(wall: Timestamp, uptime: Duration, isSynchronised: Bool) -> Bool {
        isSynchronised || (uptime >= Self.patience && wall >= notBefore)
    }
}
