import Synchronization
import TestSupport
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct HealthSummaryTests {
    /// A health check whose severity the test sets, and which counts its calls.
    private final class FakeCheck: Sendable {
        let severity = Mutex(HealthFinding.Severity.notice)
        let callCount = Mutex(0)
        /// The calls that wait for `open`; nil while calls do not wait.
        let waitingCalls = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

        var check: HealthChecks.Check {
            { [self] in
                callCount.withLock { $0 += 1 }
                if waitingCalls.withLock({ $0 != nil }) {
                    await withCheckedContinuation { continuation in waitingCalls.withLock { $0?.append(continuation) } }
                }
                let finding = HealthFinding("x", severity: severity.withLock { $0 }, message: "X.", remedy: "None.")
                return SubsystemHealth("part", summary: "", findings: [finding])
            }
        }

        func open() {
            let waiting = waitingCalls.withLock { waitingCalls in
                defer { waitingCalls = nil }
                return waitingCalls ?? []
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private let fake = FakeCheck()
    private let time = SettableTime()
    private let summary: HealthSummary

    init() { summary = HealthSummary(of: HealthChecks([fake.check]), uptime: time.clock.uptime) }

    @Test func statusIsCheckedAtMostOncePerSecond() async {
        for _ in 0..<100 { #expect(await summary.status() == "ok") }
        #expect(fake.callCount.withLock { $0 } == 1)
        fake.severity.withLock { $0 = .failing }
        time.advance(by: .milliseconds(999))
        #expect(await summary.status() == "ok")
        time.advance(by: .milliseconds(1))
        #expect(await summary.status() == "failing")
        fake.severity.withLock { $0 = .warning }
        time.advance(by: .seconds(1))
        #expect(await summary.status() == "warning")
        #expect(fake.callCount.withLock { $0 } == 3)
    }

    @Test func concurrentCallersShareOneCheck() async throws {
        fake.waitingCalls.withLock { $0 = [] }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { [summary] in await summary.status() } }
            // Also when the condition is not met in time.
            defer { fake.open() }
            try await eventually("the callers wait") {
                let waiting = await summary.waiters.count
                return waiting == 19 && fake.waitingCalls.withLock { $0?.count } == 1
            }
            fake.open()
            for try await status in group { #expect(status == "ok") }
        }
        #expect(fake.callCount.withLock { $0 } == 1)
    }

    /// A cancelled caller does not affect the next one.
    @Test func cancelledCallerDoesNotPreventTheNextCheck() async throws {
        fake.waitingCalls.withLock { $0 = [] }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [summary] in _ = await summary.status() }
            try? await eventually("the callers wait") { fake.waitingCalls.withLock { $0?.count ?? 0 } == 1 }
            group.cancelAll()
            fake.open()
        }
        #expect(await summary.status() == "ok")
        #expect(fake.callCount.withLock { $0 } == 2)
    }
}
