import ArgumentParser
import Testing

@testable import TomteCommands

@Suite struct UnknownSubcommandTests {
    private static func message(_ words: [String]) -> String {
        do {
            _ = try TomteCommand.parseAsRoot(words)
            return ""
        } catch {
            return UnknownSubcommand.explained(
                TomteCommand.fullMessage(for: error, columns: nil), words: words, root: TomteCommand.self)
        }
    }

    @Test(arguments: [
        (["upkeep", "list"], "“tomte upkeep”. Did you mean “tomte maintenance”?"),
        (["upkeep", "list", "--json"], "“tomte upkeep”. Did you mean “tomte maintenance”?"),
        (["keys"], "“tomte keys”. Did you mean “tomte incident keys”?"),
        (["maintenance", "due"], "“tomte maintenance due”. Did you mean “tomte maintenance list --due”?"),
        (["incidents"], "“tomte incidents”. Did you mean “tomte incident”?"),
        (["device", "list"], "“tomte device”. Did you mean “tomte devices”?"),
        (["rooms", "lst"], "“tomte rooms lst”. Did you mean “tomte rooms list”?"),
        (["backup"], "“tomte backup”."),
    ])
    func messageSuggestsKnownOrNearNames(words: [String], expected: String) throws {
        let lines = Self.message(words).split(separator: "\n")
        #expect(lines.first == "Error: There is no command \(expected)")
        #expect(try #require(lines.dropFirst().first).hasPrefix("Usage: tomte"))
    }

    /// Other mistakes keep the words of the parser.
    @Test(arguments: [
        ["readings", "kitchen", "temperature", "extra"], ["devices", "list", "--bogus"], ["rooms", "add"],
    ])
    func otherMistakesKeepTheirMessage(words: [String]) {
        let text = Self.message(words)
        #expect(text.hasPrefix("Error: ") && !text.contains("There is no command"), "\(text)")
    }

    @Test(arguments: Set(UnknownSubcommand.synonyms.values).sorted())
    func everySynonymStandsForACommand(target: String) {
        var level: any ParsableCommand.Type = TomteCommand.self
        for word in target.split(separator: " ").prefix(while: { !$0.hasPrefix("-") }) {
            let next = level.configuration.subcommands.first { $0.configuration.commandName == String(word) }
            guard let next else {
                Issue.record("there is no \(target)")
                return
            }
            level = next
        }
    }
}
