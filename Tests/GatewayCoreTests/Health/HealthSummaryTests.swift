import Synchronization
import TestSupport
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(1))) struct HealthSummaryTests {
    /// A part that is as the test says, and counts who looks at it.
    private final class Part: Sendable {
        let severity = Mutex(HealthFinding.Severity.notice)
        let looks = Mutex(0)
        /// Looks wait for it.
        let gate = Mutex<[CheckedContinuation<Void, Never>]?>(nil)

        var check: HealthBoard.Check {
            { [self] in
                looks.withLock { $0 += 1 }
                if gate.withLock({ $0 != nil }) {
                    await withCheckedContinuation { continuation in gate.withLock { $0?.append(continuation) } }
                }
                let finding = HealthFinding("x", severity.withLock { $0 }, "X.", remedy: "None.")
                return SubsystemHealth("part", summary: "", findings: [finding])
            }
        }

        func open() {
            let waiting = gate.withLock { gate in
                defer { gate = nil }
                return gate ?? []
            }
            for continuation in waiting { continuation.resume() }
        }
    }

    private let part = Part()
    private let time = SettableTime()
    private let summary: HealthSummary

    init() { summary = HealthSummary(of: HealthBoard([part.check]), uptime: time.clock.uptime) }

    @Test func aChangeShowsWithinASecondAndNobodyLooksMoreOften() async {
        for _ in 0..<100 { #expect(await summary.status() == "ok") }
        #expect(part.looks.withLock { $0 } == 1)
        part.severity.withLock { $0 = .failing }
        time.advance(by: .milliseconds(999))
        #expect(await summary.status() == "ok")
        time.advance(by: .milliseconds(1))
        #expect(await summary.status() == "failing")
        part.severity.withLock { $0 = .warning }
        time.advance(by: .seconds(1))
        #expect(await summary.status() == "warning")
        #expect(part.looks.withLock { $0 } == 3)
    }

    @Test func whoAsksTogetherSharesOneLook() async throws {
        part.gate.withLock { $0 = [] }
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<20 { group.addTask { [summary] in await summary.status() } }
            // Also when that never happens.
            defer { part.open() }
            try await eventually("the callers wait") {
                let waiting = await summary.waiters.count
                return waiting == 19 && part.gate.withLock { $0?.count } == 1
            }
            part.open()
            for try await status in group { #expect(status == "ok") }
        }
        #expect(part.looks.withLock { $0 } == 1)
    }

    /// Somebody who hangs up takes nobody along.
    @Test func theNextOneLooksWhenTheFirstWasCancelled() async throws {
        part.gate.withLock { $0 = [] }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [summary] in _ = await summary.status() }
            try? await eventually("the callers wait") { part.gate.withLock { $0?.count ?? 0 } == 1 }
            group.cancelAll()
            part.open()
        }
        #expect(await summary.status() == "ok")
        #expect(part.looks.withLock { $0 } == 2)
    }
}
