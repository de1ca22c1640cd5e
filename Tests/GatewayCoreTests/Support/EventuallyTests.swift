import TestSupport
import Testing

@Suite struct EventuallyTests {
    /// The first answer comes after the deadline, and was given before what is waited for happened.
    @Test func answerThatCameLateIsAskedForAgain() async throws {
        let limit = Duration.seconds(1)
        var answers = [false, true]
        try await eventually("it happened", within: limit) {
            if answers.count == 2 { try await ContinuousClock().sleep(for: limit * 2) }
            return answers.removeFirst()
        }
        #expect(answers.isEmpty)
    }

    @Test func whatNeverHappensIsReported() async {
        await #expect(throws: NeverHappened.self) { try await eventually("it happened", within: .zero) { false } }
    }
}
