import Concurrency
import Synchronization

/// Extends the time that the service manager gives a start, while the start goes on: the migration of a large database
/// takes minutes on a slow disk. A start that takes longer than `longest` hangs, and is ended.
///
/// It runs on a queue of its own, because a migration can occupy the threads of the tasks.
package final class StartTimer: Sendable {
    private static let interval = Duration.seconds(10)
    private static let granted = Duration.seconds(30)
    private static let longest = Duration.seconds(3600)

    private let manager: ServiceManager
    private let queue = BlockingExecutor(label: "tomte.start")
    private let isEnded = Mutex(false)

    package init(_ manager: ServiceManager) { self.manager = manager }

    /// Begins to extend the time, until `end` is called.
    package func begin() {
        manager.send(.status("The gateway starts."))
        extend(after: .zero)
    }

    package func end() { isEnded.withLock { $0 = true } }

    private func extend(after passed: Duration) {
        guard passed < Self.longest, !isEnded.withLock({ $0 }) else { return }
        manager.send(.extendingTimeout(Self.granted))
        queue.schedule(after: Self.interval) { [weak self] in self?.extend(after: passed + Self.interval) }
    }
}
