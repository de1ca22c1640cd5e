import Foundation
import HomeModel
import Testing

struct IncidentTests {
    private let now = Timestamp(milliseconds: 1_767_182_400_000)
    private let kim: PersonID = PersonID("kim")

    private func signal(of subject: IncidentSubject) -> IncidentSignal {
        IncidentSignal(
            rule: .manyRefusals, subject: subject,
            evidence: IncidentEvidence(code: "manyRefusals", count: 10, first: now, last: now))
    }

    private func incident(
        _ subject: IncidentSubject = IncidentSubject(person: "kim"), openedAt: Timestamp? = nil, isOpen: Bool = true
    ) -> Incident {
        Incident(
            id: .random(), rule: .manyRefusals, title: nil, subject: subject, openedAt: openedAt ?? now,
            openedBy: "gateway",
            closing: isOpen ? nil : Incident.Closing(time: now, actor: "olga", reason: nil))
    }

    @Test func oneOpenIncidentOfASubjectCollectsFurtherEvidence() {
        let open = incident()
        let admission = IncidentAdmission(
            of: signal(of: open.subject), among: [incident(isOpen: false), open], rules: .standard, now: now)
        #expect(admission == .extends(open.id))
    }

    @Test func closedIncidentIsNotOpenedAgain() {
        let closed = incident(isOpen: false)
        #expect(
            IncidentAdmission(of: signal(of: closed.subject), among: [closed], rules: .standard, now: now) == .opens)
    }

    @Test(arguments: [(4, IncidentAdmission.opens), (5, .limited), (6, .limited)])
    func ruleOpensOnlySoManyIncidentsADay(_ count: Int, expected: IncidentAdmission) {
        let others = (0..<count).map { incident(IncidentSubject(person: "person-\($0)")) }
        let old = (0..<9).map { incident(IncidentSubject(person: "old-\($0)"), openedAt: now - .days(1)) }
        #expect(
            IncidentAdmission(
                of: signal(of: IncidentSubject(person: "kim")), among: others + old, rules: .standard, now: now)
                == expected)
    }

    @Test func erasureLeavesAPseudonymAndNoNotesOfThePerson() throws {
        let text = try #require(IncidentText("I was there."))
        var incident = incident()
        incident.notes = [
            IncidentNote(time: now, author: "kim", text: text), IncidentNote(time: now, author: "olga", text: text),
            IncidentNote(time: now, author: "console as kim", text: text),
        ]
        incident.acts = [
            IncidentAct(
                time: now, actor: "console as kim", containment: .endSessionsOfPerson, target: "kim",
                targetName: "Kim Berg", isDone: true),
            IncidentAct(
                time: now, actor: "olga", containment: .revokeClient, target: "phone", targetName: "Kim’s phone",
                targetPerson: "kim", isDone: true),
            IncidentAct(
                time: now, actor: "olga", containment: .revokeClient, target: "tablet", targetName: "Mia’s tablet",
                targetPerson: "mia", isDone: true),
        ]
        incident.closing = Incident.Closing(time: now, actor: "kim", reason: text)
        #expect(incident.names(kim))
        incident.erase(kim, pseudonym: "~0123456789abcdef")
        #expect(!incident.names(kim))
        #expect(incident.notes.map(\.author) == ["olga"])
        #expect(incident.closing?.reason == nil && incident.closing?.actor == "~0123456789abcdef")
        let json = String(decoding: try JSONEncoder().encode(incident), as: UTF8.self)
        #expect(!json.contains("\"kim\"") && !json.contains("as kim"))
        #expect(json.contains("console as ~0123456789abcdef"))
        #expect(incident.acts.map(\.targetName) == [nil, nil, "Mia’s tablet"])
    }

    @Test func reopenedIncidentKeepsHowItWasClosed() throws {
        var incident = incident()
        let isReopenedWhileOpen = incident.reopen(at: now, by: "kim")
        #expect(!isReopenedWhileOpen)
        incident.closing = Incident.Closing(time: now, actor: "kim", reason: IncidentText("It was found."))
        let isReopened = incident.reopen(at: now + .hours(1), by: "kim")
        #expect(isReopened)
        #expect(incident.isOpen && incident.changedAt == now + .hours(1))
        let reopening = try #require(incident.reopenings?.first)
        #expect(reopening.closing.reason?.text == "It was found." && reopening.actor == "kim")
        let json = try JSONEncoder().encode(incident)
        #expect(try JSONDecoder().decode(Incident.self, from: json) == incident)
        #expect(incident.names(kim))
        incident.erase(kim, pseudonym: "~0123456789abcdef")
        #expect(!incident.names(kim) && incident.reopenings?.first?.closing.reason == nil)
    }

    /// A title is a note of the person who wrote it last.
    @Test func titleIsErasedWithThePersonWhoseWordsItIs() throws {
        var incident = Incident(
            id: IncidentID.random(), rule: nil, title: IncidentText(title: "My phone was stolen"),
            subject: IncidentSubject(), openedAt: now, openedBy: "mia")
        incident.rename(try #require(IncidentText(title: "Mia lost a phone")), at: now + .hours(1), by: "kim")
        #expect(incident.names(kim) && incident.changedAt == now + .hours(1))
        incident.erase(PersonID("mia"), pseudonym: "~fedcba9876543210")
        #expect(incident.title?.text == "Mia lost a phone")
        incident.erase(kim, pseudonym: "~0123456789abcdef")
        #expect(!incident.names(kim) && incident.title == nil)
        let json = try JSONEncoder().encode(incident)
        #expect(try JSONDecoder().decode(Incident.self, from: json) == incident)
    }

    @Test func lockdownEndsOnceAndOnlyWhereItBegan() {
        var incident = incident()
        let act = { (step: Containment) in
            IncidentAct(time: now, actor: "olga", containment: step, target: nil, isDone: true)
        }
        #expect(!incident.includes(act(.endLockdown)))
        incident.acts.append(act(.lockdown))
        #expect(incident.includes(act(.endLockdown)) && !incident.includes(act(.revokeClient)))
        incident.acts.append(act(.endLockdown))
        #expect(!incident.includes(act(.endLockdown)))
    }

    @Test func evidenceBeyondTheLimitIsCounted() {
        var incident = incident()
        let evidence = IncidentEvidence(code: "manyRefusals", count: 10, first: now, last: now)
        for _ in 0..<250 { incident.add(evidence) }
        #expect(incident.evidence.count == Incident.mostEvidence)
        #expect(incident.evidence.reduce(0) { $0 + $1.count } == 2500)
    }

    @Test(arguments: [
        ("It was a guest.", true), ("two\nlines", true), ("two\r\nlines", true), ("", false), (" \n ", false),
        ("a\u{0}b", false), ("a\u{202E}b", false), ("a\tb", false), ("a\u{1B}[31m", false), ("Åäö 日本", true),
        (String(repeating: "x", count: 2000), true), (String(repeating: "x", count: 2001), false),
    ])
    func textIsBoundedAndVisible(_ text: String, isAccepted: Bool) {
        #expect((IncidentText(text) != nil) == isAccepted)
    }

    @Test func titleIsOneShortLine() {
        #expect(IncidentText(title: "My phone was stolen") != nil)
        #expect(IncidentText(title: "two\nlines") == nil)
        #expect(IncidentText(title: String(repeating: "x", count: 121)) == nil)
    }

    @Test func incidentIsTheSameAfterCoding() throws {
        var incident = incident(IncidentSubject(person: "kim", client: ClientID("phone"), device: "plug", file: "a"))
        incident.add(
            IncidentEvidence(
                code: "manyRefusals", count: 10, first: now, last: now,
                values: ["target": .text("lamp"), "hours": .number(7)],
                entries: [AuditReference(severity: .warning, sequence: 42)]))
        let json = try JSONEncoder().encode(incident)
        #expect(try JSONDecoder().decode(Incident.self, from: json) == incident)
    }

    @Test(arguments: ["security:0", "warning:42"]) func referenceIsParsed(_ text: String) {
        #expect(AuditReference(text)?.description == text)
    }

    @Test(arguments: ["", "security", "security:", "security:-1", "other:1", "security:1:2"])
    func otherTextIsNoReference(_ text: String) {
        #expect(AuditReference(text) == nil)
    }

    @Test(arguments: IncidentRule.allCases) func eachRuleHasASentence(_ rule: IncidentRule) {
        let incident = Incident(
            id: .random(), rule: rule, title: nil, subject: IncidentSubject(person: "kim", device: "plug"),
            openedAt: now, openedBy: "gateway")
        #expect(IncidentSentence.text(of: incident).hasSuffix("."))
    }
}
