import HomeModel
import SeededRandom
import Testing

struct ConsentRecordTests {
    private static func answer(_ number: Int, version: Int = 1) -> ConsentRecord.Answer {
        ConsentRecord.Answer(
            version: version, time: noon + .seconds(number), person: PersonID("olga"), isFromConsole: false)
    }

    /// Columns: the state before, the state after an owner gave the consent, that after an owner withdrew it, and
    /// whether the withdrawal deletes something.
    @Test(
        arguments: [
            (.notAsked, .given, .notGiven, true), (.notGiven, .given, .notGiven, false),
            (.given, .given, .notGiven, true),
        ] as [(ConsentRecord.State, ConsentRecord.State, ConsentRecord.State, Bool)])
    func answerChangesTheState(
        _ before: ConsentRecord.State, given: ConsentRecord.State, withdrawn: ConsentRecord.State, deletes: Bool
    ) {
        let record = ConsentRecord(state: before)
        let (yes, no) = (record.given(Self.answer(1)), record.withdrawn(Self.answer(2)))
        #expect(yes.state == given && yes.answer == Self.answer(1) && !yes.isDeletionPending)
        #expect(no.state == withdrawn && no.isDeletionPending == deletes)
        #expect(!no.afterDeletion.isDeletionPending && no.afterDeletion.state == .notGiven)
        #expect(record.afterDeletion == record)
    }

    @Test(
        arguments: [
            (ConsentRecord(state: .notAsked), true), (ConsentRecord.initial, false),
            (ConsentRecord(state: .given, answer: answer(1, version: 1)), true),
            (ConsentRecord(state: .given, answer: answer(1, version: 2)), false),
            (ConsentRecord(state: .notGiven, answer: answer(1, version: 1)), false),
        ])
    func ownerIsAskedOnceForEachText(_ record: ConsentRecord, isAsked: Bool) {
        #expect(record.awaitsAnswer(toVersion: 2) == isAsked)
    }

    @Test func removedPersonIsForgottenAndTheAnswerStays() {
        let record = ConsentRecord.initial.given(Self.answer(1))
        let forgotten = record.forgetting(PersonID("olga"))
        #expect(forgotten.isGiven && forgotten.answer?.person == nil && forgotten.answer?.time == noon + .seconds(1))
        #expect(record.forgetting(PersonID("olle")) == record)
    }

    /// The record behaves as a model that keeps the whole list of events and looks back in it.
    @Test(arguments: [1, 2, 3] + (0..<5).map { _ in UInt64.random(in: 1000...10_000_000) })
    func recordMatchesAModelOfAllEvents(seed: UInt64) {
        enum Event: CaseIterable { case give, withdraw, deletionEnds }
        var random = SeededGenerator(seed: seed)
        for start in [ConsentRecord.State.notAsked, .notGiven] {
            var record = ConsentRecord(state: start)
            var events: [Event] = []
            for number in 0..<40 {
                let event = Event.allCases.randomElement(using: &random) ?? .give
                switch event {
                case .give: record = record.given(Self.answer(number))
                case .withdraw: record = record.withdrawn(Self.answer(number))
                case .deletionEnds: record = record.afterDeletion
                }
                events.append(event)
                let answers = events.filter { $0 != .deletionEnds }
                let isGiven = answers.last == .give
                #expect(record.isGiven == isGiven, "seed \(seed): \(events)")
                let isAsked = start == .notAsked && answers.isEmpty
                #expect((record.state == .notAsked) == isAsked, "seed \(seed): \(events)")
                // What a consent allowed is there from the start of an older home, or since it was given.
                let allowed = events.lastIndex(of: .give) ?? (start == .notAsked ? -1 : nil)
                let ended = allowed.flatMap { allowed in
                    events.indices.first { $0 > allowed && events[$0] == .withdraw }
                }
                let isPending = ended.map { !events[$0...].contains(.deletionEnds) } ?? false
                #expect(record.isDeletionPending == isPending, "seed \(seed): \(events)")
            }
        }
    }
}
