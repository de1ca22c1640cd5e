import GRDB
import HomeModel
import Synchronization

@testable import AuditTrail
@testable import GatewayCore
@testable import HomeStore
@testable import SQLiteDatabase

/// Runs `body` with a home as `withCore` does, in virtual time.
///
/// Time does not advance while a task can run. When `CoreHome.send` waits for the end of a command (or `sent` for its start)
/// and all tasks wait for time to pass, it advances to the next time that one of them waits for. So a busy machine misses no
/// deadline, and waiting takes no real time. `body` must not wait in real time while it waits for a command.
func withVirtualCore(_ body: @escaping @Sendable (CoreHome) async throws -> Void) async throws {
    let (time, executor) = (VirtualTime(), SeededExecutor())
    let run = VirtualRun()
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask(executorPreference: executor) {
            defer { run.isDone.withLock { $0 = true } }
            try await withCore(at: SettableTime(time)) { home in
                run.home.withLock { $0 = home }
                try await body(home)
            }
        }
        while !run.isDone.withLock({ $0 }) {
            let count = executor.run(atMost: 1000)
            guard let home = run.home.withLock({ $0 }) else {
                await Task.yield()
                continue
            }
            await home.settleStorage()
            guard count == 0, executor.run(atMost: 1) == 0 else { continue }
            if home.awaited.isAny, let next = time.nextWaking { time.advance(to: next) } else { await Task.yield() }
        }
        try await group.waitForAll()
    }
}

private final class VirtualRun: Sendable {
    /// Nil until the home is built.
    let home = Mutex<CoreHome?>(nil)
    let isDone = Mutex(false)
}

/// Counts the tasks that wait for a command.
final class AwaitedCommands: Sendable {
    private let count = Mutex(0)

    var isAny: Bool { count.withLock { $0 > 0 } }

    func during<Result>(_ wait: () async throws -> Result) async rethrows -> Result {
        count.withLock { $0 += 1 }
        defer { count.withLock { $0 -= 1 } }
        return try await wait()
    }
}

extension CoreHome {
    /// Returns when the link has received this many commands.
    func sent(_ count: Int) async throws { try await passTime { await link.sent.count >= count } }

    /// Lets virtual time pass until `isReached` returns true.
    func passTime(until isReached: () async -> Bool) async throws {
        try await awaited.during {
            while await !isReached() {
                try Task.checkCancellation()
                await clock.sleep(for: .milliseconds(50))
            }
        }
    }

    /// Returns when everything that was given to the audit log and to the database is written, and its writers were
    /// resumed: after two passes through their queues.
    fileprivate func settleStorage() async {
        for _ in 0..<2 {
            _ = await audit.isClosed
            _ = try? await database.people.pool.connections.writeWithoutTransaction { _ in }
        }
    }
}
