import HomeModel
import Testing

struct RetentionTermsTests {
    @Test func defaultsAreThePromisedOnes() {
        let terms = RetentionTerms()
        #expect(terms.term(of: .energy) == .days(730))
        #expect(terms.term(of: .environment) == .days(365))
        #expect(terms.term(of: .informational) == .days(90))
        #expect(terms.term(of: .warning) == .days(365))
        #expect(terms.term(of: .security) == .days(1095))
        #expect(terms.outOfBounds.isEmpty)
    }

    @Test(
        arguments: [(1, true), (3650, true), (0, false), (3651, false), (-1, false), (.max, false), (.min, false)]
            as [(Int, Bool)])
    func termsLieBetweenADayAndTenYears(_ days: Int, _ isWithin: Bool) {
        let energy = RetentionTerms(energyDays: days)
        #expect(energy.outOfBounds == (isWithin ? [] : ["energyDays"]))
        let all = RetentionTerms(
            energyDays: days, environmentDays: days, auditInformationalDays: days, auditWarningDays: days,
            auditSecurityDays: 90)
        #expect(all.outOfBounds.count == (isWithin ? 0 : 4))
    }

    /// Evidence of what an admin did outlives the day.
    @Test(
        arguments: [(89, false), (90, true), (3650, true), (3651, false), (1, false), (.min, false)] as [(Int, Bool)])
    func securityEntriesAreKeptForNinetyDaysAtLeast(_ days: Int, _ isWithin: Bool) {
        #expect(RetentionTerms(auditSecurityDays: days).outOfBounds == (isWithin ? [] : ["auditSecurityDays"]))
    }
}
