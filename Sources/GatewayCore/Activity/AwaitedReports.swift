import HomeModel
import Synchronization

/// The series of commands that ended without a report. A report of such a series changes an entry of the activity, so
/// the gateway tells the readers of the live events.
package final class AwaitedReports: Sendable {
    private static let most = 1024

    /// The uptime until which a report is awaited.
    private let ends = Mutex<[SeriesID: Duration]>([:])
    private let uptime: @Sendable () -> Duration

    package init(uptime: @escaping @Sendable () -> Duration) { self.uptime = uptime }

    /// Awaits a report of the series for as long as a late report counts.
    func add(_ series: SeriesID) {
        let now = uptime()
        ends.withLock { ends in
            if ends.count >= Self.most { ends = ends.filter { $0.value > now } }
            // A missing entry only delays a reader until it reads the activity again.
            guard ends.count < Self.most else { return }
            ends[series] = now + CommandSpan.withoutConfirmation
        }
    }

    func contains(_ series: SeriesID) -> Bool { ends.withLock { $0[series] }.map { uptime() <= $0 } ?? false }
}
