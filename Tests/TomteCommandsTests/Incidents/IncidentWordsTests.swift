import HomeModel
import Testing

@testable import TomteCommands

struct IncidentWordsTests {
    @Test(arguments: Containment.allCases) func actIsToldWithoutItsCode(_ step: Containment) {
        let target = step.needsTarget ? "61mj" : nil
        let act = IncidentAct(
            time: Timestamp(milliseconds: 0), actor: "olga", containment: step, target: target,
            targetName: target.map { _ in "Chromium on Linux" }, targetPerson: target.map { _ in "kim" }, isDone: true)
        #expect(!act.words().contains(step.rawValue) || step == .lockdown)
        #expect(act.words().contains("“Chromium on Linux” (61mj) of kim") == step.needsTarget)
    }

    @Test(arguments: [
        ("olga", "signed out their other clients"), ("console", "signed out everything of “Olga” (olga)"),
        ("console as olga", "signed out everything of “Olga” (olga)"),
        ("kim", "signed out everything of “Olga” (olga)"),
    ])
    func stepOfPersonAgainstThemselvesKeepsTheirClient(actor: String, words: String) {
        let act = IncidentAct(
            time: Timestamp(milliseconds: 0), actor: actor, containment: .endSessionsOfPerson, target: "olga",
            targetName: "Olga", signedOut: 2, isDone: true)
        #expect(act.words() == words)
    }

    @Test(arguments: [
        ("olga", "olga", "chose a new PIN"), ("console", "olga", "chose a new PIN for “Olga” (olga)"),
    ])
    func changeOfPINSaysWhoseItIs(actor: String, person: String, words: String) {
        let act = IncidentAct(
            time: Timestamp(milliseconds: 0), actor: actor, containment: .changePIN, target: person, targetName: "Olga",
            isDone: true)
        #expect(act.words() == words)
    }

    @Test func actorsHaveTheirNames() {
        let names = PersonNames(["olga": "Olga"])
        let actors = ["olga", "console as olga", "console", "~x1"].map { names.actor($0) }
        #expect(actors == ["Olga", "console as Olga", "console", "~x1"])
    }

    @Test func remainderNamesWhatHoldsAfterTheEnd() {
        let act = { (step: Containment, target: String?, name: String?, signedOut: Int?) in
            IncidentAct(
                time: Timestamp(milliseconds: 0), actor: "olga", containment: step, target: target, targetName: name,
                targetPerson: step == .revokeClient ? "kim" : nil, signedOut: signedOut, isDone: true)
        }
        let acts = [
            act(.lockdown, nil, nil, nil), act(.revokeClient, "61mj", "Train phone", nil),
            act(.revokeClient, "61mj", "Train phone", nil), act(.endSessionsOfPerson, "mia", "Mia", 0),
            act(.revokeDevice, "plug", "Fridge", nil),
        ]
        let left = IncidentRemainder(acts: acts, isLockedDown: true, oldKeysEnd: "2026-12-12 15:37")
        #expect(
            left.lines == [
                "Lockdown is still on. End it: tomte lockdown off",
                "Signed out: Train phone (kim). Invite them again: tomte people invite PERSON",
                "Disconnected: Fridge. Set them up again: tomte devices provision DEVICE",
                "New keys exist. The old ones count until 2026-12-12 15:37. tomte incident keys shows what is left to do.",
            ])
        #expect(IncidentRemainder(acts: [], isLockedDown: false, oldKeysEnd: nil).lines.isEmpty)
    }

    @Test func rulesFitIntoATerminal() throws {
        let all = IncidentRules.standard.all
        #expect(all.allSatisfy { !$0.rule.words.contains($0.rule.rawValue) })
        let words = try #require(all.map(\.rule.words.count).max())
        let raisedBy = try #require(all.map(\.raisedBy.count).max())
        #expect(words + raisedBy + "MOST A DAY".count + 4 <= 80)
    }
}
