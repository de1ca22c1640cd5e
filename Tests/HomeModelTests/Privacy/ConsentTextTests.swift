import HomeModel
import Testing

struct ConsentTextTests {
    @Test(arguments: ConsentID.allCases)
    func textHasAVersionADateAndWhatAWithdrawalDoes(_ id: ConsentID) throws {
        #expect(id.textVersion >= 1)
        #expect(LocalDate(id.textDate) != nil)
        #expect(!id.title.isEmpty && id.text.contains("withdraw") && id.text.contains("deleted"))
    }

    /// The texts name the days that the program really uses.
    @Test func textsStateTheRealTerms() {
        #expect(ConsentID.presenceHistory.text.contains("\(RetentionTerms.presenceBounds.upperBound) days"))
        #expect(ConsentID.crashReports.text.contains("90 days"))
    }
}
