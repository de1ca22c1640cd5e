import GatewayWire
import HomeModel
import Testing
@testable import TomteCommands

/// Tests the sentences about the data that a shorter term deletes.
@Suite struct RetentionLossTests {
    private static let now = Timestamp(milliseconds: 1_800_000_000_000)
    private static let series = SeriesID(
        device: DeviceID("bedroom"), part: .main, capability: CapabilityName(.temperature))

    private func loss(
        _ change: (inout RetentionTerms) -> Void, from old: RetentionTerms = RetentionTerms(), oldest: Timestamp? = nil
    ) -> [String] {
        var new = old
        change(&new)
        let disk = [DiskUseBody(.energy, bytes: 1, oldest: oldest)]
        return RetentionLoss(from: old, to: new, disk: disk, at: Self.now).sentences
    }

    @Test func longerTermsDeleteNothing() {
        #expect(loss { _ in }.isEmpty)
        #expect(loss { $0.energyDays = 1000 }.isEmpty)
        #expect(loss { $0.energyRollUpDays = 3650 }.isEmpty)
    }

    @Test func rollUpsHaveTheTermOfTheReadingsUnlessTheyHaveTheirOwn() {
        let both = loss { $0.energyDays = 30 }
        #expect(both.count == 2 && both[0].hasPrefix("Energy readings are kept 30 days instead of 730 days"))
        #expect(both[1].hasPrefix("Hourly roll-ups of energy are kept 30 days"))
        let own = loss({ $0.energyDays = 30 }, from: RetentionTerms(energyRollUpDays: 3650))
        #expect(own.count == 1 && own[0].hasPrefix("Energy readings"))
    }

    @Test func sentenceNamesThePeriodThatIsDeleted() {
        let old = loss({ $0.energyDays = 30 }, oldest: Self.now - .days(100))
        #expect(old[0].contains("to \((Self.now - .days(30)).rfc3339.prefix(10)) are deleted"))
        #expect(loss({ $0.energyDays = 30 }, oldest: Self.now - .days(3))[0].hasSuffix("none are that old yet."))
    }

    @Test func refusedTermsDeleteNothing() {
        #expect(loss { $0.energyDays = 0 }.isEmpty)
        #expect(exception(to: RetentionException(days: 30, rollUpDays: 7)).isEmpty)
    }

    private func exception(
        from old: RetentionException = RetentionException(), to new: RetentionException
    ) -> [String] {
        RetentionLoss(of: Self.series, .environment, from: old, to: new, terms: RetentionTerms(), at: Self.now)
            .sentences
    }

    @Test(
        arguments: [
            (RetentionException(), RetentionException(days: 30), 2),
            (RetentionException(), RetentionException(days: 30, rollUpDays: 365), 1),
            (RetentionException(), RetentionException(days: 400), 0),
            (RetentionException(days: 30), RetentionException(), 0),
            (RetentionException(days: 400), RetentionException(), 2),
            (RetentionException(hold: "a bill"), RetentionException(), 2),
            (RetentionException(), RetentionException(hold: "a bill"), 0),
        ])
    func exceptionGivesOneSentencePerShorterTerm(_ old: RetentionException, new: RetentionException, losses: Int) {
        #expect(exception(from: old, to: new).count == losses)
    }
}

@Suite struct RetentionTextTests {
    @Test(
        arguments: [
            (0, 0, 0, "nothing was past its term."),
            (3, 2, 0, "removed 3 energy readings, 2 hourly roll-ups."),
            (3, 0, 5, "removed 3 energy readings. 5 records past their term are still there."),
            (0, 0, 5, "nothing was removed. 5 records past their term are still there."),
            (3, 0, nil, "removed 3 energy readings. The run ended early, so the remaining records were not counted."),
        ] as [(Int, Int, Int?, String)])
    func summaryNamesDeletedAndOverdueRecords(_ readings: Int, rollUps: Int, overdue: Int?, sentence: String) {
        let summary = RetentionRunSummary(
            at: Timestamp(milliseconds: 0), energyReadings: readings, environmentReadings: 0, stateChanges: 0,
            rollUps: rollUps, auditEntries: 0, overdue: overdue)
        #expect(RetentionText.sentence(summary) == sentence)
    }
}
