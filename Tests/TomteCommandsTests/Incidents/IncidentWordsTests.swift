import HomeModel
import Testing

@testable import TomteCommands

struct IncidentWordsTests {
    @Test(arguments: Containment.allCases) func actIsToldWithoutItsCode(_ step: Containment) {
        let target = step.needsTarget ? "61mj" : nil
        let act = IncidentAct(
            time: Timestamp(milliseconds: 0), actor: "olga", containment: step, target: target,
            targetName: target.map { _ in "Chromium on Linux" }, targetPerson: target.map { _ in "kim" }, isDone: true)
        #expect(!act.words.contains(step.rawValue) || step == .lockdown)
        #expect(act.words.contains("“Chromium on Linux” (61mj) of kim") == step.needsTarget)
    }

    @Test func rulesFitIntoATerminal() throws {
        let all = IncidentRules.standard.all
        #expect(all.allSatisfy { !$0.rule.words.contains($0.rule.rawValue) })
        let words = try #require(all.map(\.rule.words.count).max())
        let raisedBy = try #require(all.map(\.raisedBy.count).max())
        #expect(words + raisedBy + "MOST A DAY".count + 4 <= 80)
    }
}
