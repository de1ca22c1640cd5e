import Testing

@testable import TomteCommands

/// A terminal does not show a PIN while a person types it, so the prompt asks for it twice.
@Suite struct SecretPromptTests {
    private func chosen(_ answers: String?..., isRepeated: Bool = true) throws(CLIError) -> String {
        var answers = answers
        return try SecretPrompt.choose("New:", again: isRepeated ? "Again:" : nil) { _ in
            answers.isEmpty ? nil : answers.removeFirst()
        }
    }

    @Test func twoEqualAnswersGiveTheSecret() throws { #expect(try chosen("482915", "482915") == "482915") }

    @Test func oneAnswerIsEnoughWithoutATerminal() throws {
        #expect(try chosen("482915", isRepeated: false) == "482915")
    }

    @Test(arguments: ["482916", "", nil]) func differentSecondAnswerIsRefused(_ again: String?) {
        #expect { try chosen("482915", again) } throws: { ($0 as? CLIError)?.status == .invalid }
    }
}
