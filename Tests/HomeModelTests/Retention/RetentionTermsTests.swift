import HomeModel
import Testing

struct RetentionTermsTests {
    @Test func defaultTermsAreTheDocumentedOnes() {
        let terms = RetentionTerms()
        #expect(terms.term(of: .energy) == .days(730))
        #expect(terms.term(of: .environment) == .days(365))
        #expect(terms.term(of: .informational) == .days(90))
        #expect(terms.term(of: .warning) == .days(365))
        #expect(terms.term(of: .security) == .days(1095))
        #expect(terms.outOfBounds.isEmpty)
    }

    /// Columns: the exception, the days for which readings are kept, the days for which hours are kept.
    @Test(
        arguments: [
            (RetentionException(days: 7), 7, 7), (RetentionException(days: 7, rollUpDays: 90), 7, 90),
            (RetentionException(days: 1000), 1000, 3650), (RetentionException(rollUpDays: 800), 730, 800),
            (RetentionException(), 730, 3650),
        ] as [(RetentionException, Int, Int)])
    func shorterTermOfASeriesAppliesToItsHours(_ exception: RetentionException, days: Int, rollUpDays: Int) {
        let series = SeriesID(device: DeviceID("main"), part: .main, capability: CapabilityName(.power))
        var terms = RetentionTerms(energyDays: 730, energyRollUpDays: 3650)
        terms.exceptions[series] = exception
        #expect(terms.outOfBounds.isEmpty)
        #expect(terms.edge(of: series, .energy, at: noon) == noon - .days(days))
        #expect(terms.rollUpEdge(of: series, .energy, at: noon) == noon - .days(rollUpDays))
        terms.exceptions[series]?.rollUpDays = 3
        terms.exceptions[series]?.days = 5
        #expect(terms.outOfBounds == ["rollUpDays"])
    }

    @Test(
        arguments: [(1, true), (3650, true), (0, false), (3651, false), (-1, false), (.max, false), (.min, false)]
            as [(Int, Bool)])
    func termsMustLieBetweenADayAndTenYears(_ days: Int, isWithin: Bool) {
        let energy = RetentionTerms(energyDays: days)
        #expect(energy.outOfBounds == (isWithin ? [] : ["energyDays"]))
        let all = RetentionTerms(
            energyDays: days, environmentDays: days, auditInformationalDays: days, auditWarningDays: days,
            auditSecurityDays: 90)
        #expect(all.outOfBounds.count == (isWithin ? 0 : 4))
    }

    /// Evidence of the actions of an admin cannot be deleted on the same day.
    @Test(
        arguments: [(89, false), (90, true), (3650, true), (3651, false), (1, false), (.min, false)] as [(Int, Bool)])
    func securityEntriesAreKeptForNinetyDaysAtLeast(_ days: Int, isWithin: Bool) {
        #expect(RetentionTerms(auditSecurityDays: days).outOfBounds == (isWithin ? [] : ["auditSecurityDays"]))
    }
}
