import HomeModel
import Testing

@testable import TomteCommands

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
