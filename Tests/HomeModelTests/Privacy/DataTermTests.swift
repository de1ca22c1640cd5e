import HomeModel
import Testing

struct DataTermTests {
    /// Columns: the term, and its days in terms that all differ.
    @Test(
        arguments: [
            (.energyDays, 1), (.environmentDays, 2), (.energyRollUpDays, 30), (.environmentRollUpDays, 2),
            (.presenceDays, 4), (.auditInformationalDays, 5), (.auditWarningDays, 6), (.auditSecurityDays, 97),
        ] as [(RetentionTermName, Int)])
    func termNamesTheDaysOfItsProperty(_ name: RetentionTermName, days: Int) {
        let terms = RetentionTerms(
            energyDays: 1, environmentDays: 2, energyRollUpDays: 30, auditInformationalDays: 5, auditWarningDays: 6,
            auditSecurityDays: 97, presenceDays: 4)
        #expect(name.days(in: terms) == days)
    }

    @Test func presenceWithConsentHasTheTermOfTheEnvironment() {
        var terms = RetentionTerms(environmentDays: 40)
        #expect(RetentionTermName.presenceDays.days(in: terms) == 7)
        terms.limitsPresence = false
        #expect(RetentionTermName.presenceDays.days(in: terms) == 40)
    }

    @Test func codesAreUnique() {
        for codes in [DataTerm.codes, DataReaders.codes] { #expect(Set(codes).count == codes.count) }
    }

    @Test func classesAreOrderedByTheirProtection() {
        let classes: [DataClass] = [.published, .internalUse, .confidential, .sensitive, .secret]
        #expect(classes == DataClass.allCases && classes.sorted() == classes)
        #expect(classes.map(\.rawValue) == ["public", "internal", "confidential", "sensitive", "secret"])
    }

    /// Columns: two amounts, and both together.
    @Test(
        arguments: [
            (StoredDataAmount(), StoredDataAmount(bytes: 3), StoredDataAmount(bytes: 3)),
            (StoredDataAmount(rows: 2, bytes: 1), StoredDataAmount(bytes: 3), StoredDataAmount(rows: 2, bytes: 4)),
            (
                StoredDataAmount(rows: 2, bytes: 1, isAtLeast: true), StoredDataAmount(rows: 3, bytes: 4),
                StoredDataAmount(rows: 5, bytes: 5, isAtLeast: true)
            ),
        ])
    func amountsAreAdded(_ left: StoredDataAmount, right: StoredDataAmount, sum: StoredDataAmount) {
        #expect(left + right == sum)
        #expect(right + left == sum)
    }
}
