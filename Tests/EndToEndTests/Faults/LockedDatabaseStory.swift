import GRDB
import TestSupport
import Testing

/// Another program, such as a database browser, holds the lock of the home's database. Readings do not need the lock,
/// also those of new series. The gateway refuses changes that need it with a clear message, and does not use much
/// processor time.
@Suite(.timeLimit(.minutes(FaultRounds.minutes))) struct LockedDatabaseStory {
    @Test func lockedDatabaseLosesNoReadings() async throws {
        try await withHome { home in
            let report = try await FaultyHome.run(in: home) { faulty in
                for round in 1...FaultRounds.disk { try await lockAndUnlock(faulty, isFirst: round == 1) }
            }
            #expect(report.lost.isEmpty, "\(report.lost)")
        }
    }

    private func lockAndUnlock(_ faulty: FaultyHome, isFirst: Bool) async throws {
        let home = faulty.home
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let browser = try DatabaseQueue(path: "\(home.state)/home.sqlite", configuration: configuration)
        defer { try? browser.close() }
        try await browser.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        let newest = try await faulty.newestStored()
        try await eventually("known series are stored") { try await faulty.newestStored() > newest }
        let refused = try await home.tomte("people", "add", "Ella", "--role", "member")
        #expect(refused.status != 0 && refused.errors.contains("holds a lock"), "\(refused.errors)")
        let command = try await faulty.switchTheLamp()
        // The lamp was never switched before, so the series of its states is not in the database yet.
        if isFirst {
            try await eventually("a new series is stored") {
                let states = try await home.tomte("readings", "lamp", "switch", "--since", "1h", "--json")
                return states.status == 0 && states.output.contains("true")
            }
            #expect(!(try await home.findings().contains("storage.cannotWrite")))
        }

        let spent = try #require(await home.processorTime)
        let time = try await ContinuousClock().measure {
            try await faulty.publishLog.waitToGrow(by: FaultRounds.stallSeconds * FaultyHome.readingsPerSecond)
        }
        let load = try (#require(await home.processorTime) - spent) / time
        #expect(load < 0.5)
        try await browser.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        let recovered = try await faulty.waitForRecovery()
        print("database locked: a command took \(command), \(load) of a core, recovered after \(recovered)")
    }
}
