import Concurrency
import GatewayCore
import Logging
import Synchronization
import TestSupport
import Testing

@testable import GatewayApp

struct WatchdogTests {
    private static let parts = [(name: "lane", usesDisk: false), (name: "log", usesDisk: true)]

    @Test func watchdogIsFedWhenAllPartsHaveAnswered() {
        var rounds = WatchdogRounds([(name: "a", usesDisk: false), (name: "b", usesDisk: false)])
        #expect(rounds.begin(at: .seconds(0)).asked == [0, 1])
        #expect(rounds.answered(0, at: .seconds(1)) == false)
        #expect(rounds.answered(1, at: .seconds(2)) == true)
        #expect(rounds.begin(at: .seconds(30)).late.isEmpty)
    }

    @Test func partThatHangsKeepsTheWatchdogHungry() {
        var rounds = WatchdogRounds(Self.parts)
        _ = rounds.begin(at: .seconds(0))
        for round in 1...10 {
            #expect(rounds.answered(1, at: .seconds(round * 30 - 1)) == false)
            let (asked, late) = rounds.begin(at: .seconds(round * 30))
            #expect(asked == [1])
            #expect(late == [WatchdogRounds.Late(name: "lane", since: .seconds(round * 30))])
        }
        // A late answer ends the round.
        _ = rounds.answered(1, at: .seconds(301))
        #expect(rounds.answered(0, at: .seconds(302)) == true)
        #expect(rounds.begin(at: .seconds(330)).late.isEmpty)
    }

    @Test func slowDiskDoesNotStopTheWatchdogUntilItHangs() {
        var rounds = WatchdogRounds(Self.parts)
        let patience = WatchdogRounds.diskPatience
        #expect(rounds.begin(at: .zero).asked == [0, 1])
        #expect(rounds.answered(0, at: .seconds(1)) == true)
        // The log was asked at first and is not asked again before it has answered.
        let (asked, late) = rounds.begin(at: patience - .seconds(30))
        #expect(asked == [0] && late.isEmpty)
        #expect(rounds.answered(0, at: patience - .seconds(29)) == true)
        _ = rounds.begin(at: patience)
        #expect(rounds.answered(0, at: patience + .seconds(1)) == false)
        #expect(rounds.begin(at: patience + .seconds(30)).late.map(\.name) == ["log"])
        _ = rounds.answered(0, at: patience + .seconds(31))
        #expect(rounds.answered(1, at: patience + .seconds(32)) == true)
    }

    @Test func answeringPartsFeedTheWatchdogAgainAndAgain() async throws {
        let feeds = Mutex(0)
        let watchdog = Watchdog(
            parts: [.init(name: "a") {}, .init(name: "b", usesDisk: true) {}], timeout: .milliseconds(2),
            clock: .system(), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        ) { feeds.withLock { $0 += 1 } }
        try await running(watchdog) {
            try await eventually("the watchdog was fed three times") { feeds.withLock { $0 } >= 3 }
        }
    }

    @Test func hangingPartIsNamedInTheLogAndNotFed() async throws {
        let feeds = Mutex(0)
        let log = Mutex<[String]>([])
        let hangs = Reply()
        let watchdog = Watchdog(
            parts: [.init(name: "a") {}, .init(name: "telemetry lane") { await hangs.wait() }],
            timeout: .milliseconds(2), clock: .system(),
            logger: Logger(label: "test") { _ in ListLogHandler { line in log.withLock { $0.append(line) } } }
        ) { feeds.withLock { $0 += 1 } }
        try await running(watchdog) {
            // On a busy machine the log may name the other part too.
            try await eventually("the log names the part twice") {
                log.withLock { $0.count { $0 == "telemetry lane" } } >= 2
            }
            #expect(feeds.withLock { $0 } == 0)
            hangs.send()
            try await eventually("the watchdog is fed") { feeds.withLock { $0 } > 0 }
        }
    }

    private func running(_ watchdog: Watchdog, body: @Sendable @escaping () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await watchdog.run() }
            group.addTask { try await body() }
            try await group.next()
            group.cancelAll()
        }
    }
}

/// Passes the name of the part in each log line to a closure.
private struct ListLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    let record: @Sendable (String) -> Void

    init(record: @escaping @Sendable (String) -> Void) { self.record = record }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { record(event.metadata?[LogKey.part]?.description ?? event.message.description) }
}
