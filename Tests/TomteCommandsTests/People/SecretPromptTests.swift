import Testing

@testable import TomteCommands

/// A PIN that nobody sees while it is typed is asked for twice.
@Suite struct SecretPromptTests {
    private func chosen(_ answers: String?..., isRepeated: Bool = true) throws(CommandFailure) -> String {
        var answers = answers
        return try SecretPrompt.choose("New:", again: isRepeated ? "Again:" : nil) { _ in
            answers.isEmpty ? nil : answers.removeFirst()
        }
    }

    @Test func twoEqualAnswersAreTaken() throws { #expect(try chosen("482915", "482915") == "482915") }

    @Test func withoutATerminalOneAnswerIsEnough() throws {
        #expect(try chosen("482915", isRepeated: false) == "482915")
    }

    @Test(arguments: ["482916", "", nil]) func aTypoIsNoticed(_ again: String?) {
        #expect { try chosen("482915", again) } throws: { ($0 as? CommandFailure)?.status == .invalid }
    }
}
