import TestSupport
import Testing

@Suite struct EventuallyTests {
    /// The first check ends after the limit, with a result from before the condition was met.
    @Test func lateCheckIsRepeatedOnce() async throws {
        let limit = Duration.seconds(1)
        var answers = [false, true]
        try await eventually("the condition is met", within: limit) {
            if answers.count == 2 { try await ContinuousClock().sleep(for: limit * 2) }
            return answers.removeFirst()
        }
        #expect(answers.isEmpty)
    }

    @Test func conditionThatIsNeverMetIsReported() async {
        await #expect(throws: TimedOutWaiting.self) {
            try await eventually("the condition is met", within: .zero) { false }
        }
    }
}
