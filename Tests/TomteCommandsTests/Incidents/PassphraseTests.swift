import Testing

@testable import TomteCommands

/// A person in a terminal may try again; the passphrase of a program is the one that it gives.
@Suite struct PassphraseTests {
    private static let good = "correct horse battery staple"

    private func chosen(_ answers: String?..., isInteractive: Bool = true) throws(CLIError) -> String {
        var answers = answers
        return try PassphraseEncryption.choosePassphrase(
            isInteractive: isInteractive, asking: { _ in answers.isEmpty ? nil : answers.removeFirst() },
            telling: { _ in })
    }

    @Test func shortPassphraseIsAskedForAgain() throws {
        #expect(try chosen("short", Self.good, Self.good) == Self.good)
    }

    @Test func twoThatDifferAreAskedForAgain() throws {
        #expect(try chosen(Self.good, "another", Self.good, Self.good) == Self.good)
    }

    @Test(arguments: [true, false]) func emptyOrShortAnswerEndsIt(_ isInteractive: Bool) {
        #expect { try chosen("short", "", isInteractive: isInteractive) } throws: {
            ($0 as? CLIError)?.status == .invalid
        }
    }
}
