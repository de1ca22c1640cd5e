import ArgumentParser
import Testing

@testable import TomteCommands

@Suite struct HelpTests {
    private struct Subcommand: Sendable, CustomTestStringConvertible {
        let path: String
        let discussion: String
        let hasSubcommands: Bool

        var testDescription: String { path }
        /// The lines of the discussion that are command lines.
        var examples: [String] {
            discussion.split(separator: "\n").filter { $0.hasPrefix("  tomte ") }.map { String($0.dropFirst(2)) }
        }
    }

    private static let subcommands = subcommands(below: TomteCommand.self, path: "tomte")

    private static func subcommands(below command: any ParsableCommand.Type, path: String) -> [Subcommand] {
        let configuration = command.configuration
        let children = configuration.subcommands.flatMap { child in
            subcommands(below: child, path: path + " " + (child.configuration.commandName ?? "?"))
        }
        let subcommand = Subcommand(path: path, discussion: configuration.discussion, hasSubcommands: !children.isEmpty)
        return [subcommand] + children
    }

    @Test(arguments: subcommands)
    private func everySubcommandHasExamplesThatParse(subcommand: Subcommand) throws {
        #expect(!subcommand.examples.isEmpty)
        for example in subcommand.examples {
            let words = Self.words(example)
            #expect(throws: Never.self, "\(example)") { try TomteCommand.parseAsRoot(Array(words.dropFirst())) }
            #expect(example.hasPrefix(subcommand.path))
        }
    }

    @Test(arguments: subcommands)
    private func everyExampleFitsATerminal(subcommand: Subcommand) {
        // The parser breaks a line of 80 columns.
        for example in subcommand.examples { #expect(example.count + 2 < 80, "\(example)") }
    }

    @Test(arguments: subcommands)
    private func helpFitsATerminal(subcommand: Subcommand) {
        let words = subcommand.path.split(separator: " ").dropFirst().map(String.init)
        let text = Self.message(words + ["--help"])
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        for example in subcommand.examples { #expect(text.contains("  \(example)\n"), "\(example)") }
    }

    @Test(arguments: [
        ["energy", "--by", "week"], ["people", "grant", "kim", "controlDevice"], ["audit", "list", "--foo"],
        ["maintenance", "done", "x", "--photo"],
    ])
    func usageErrorsFitATerminal(line: [String]) {
        let text = Self.message(line)
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(text.hasPrefix("Error: ") && text.contains("\nUsage: tomte \(line[0])"), "\(text)")
    }

    @Test func usageIsBrokenBetweenOptionsAndNotWithin() {
        let usage = "Usage: tomte people deny [--scope <permission> ...] --role <role> <permissions> ..."
        #expect(
            ParserMessage.wrapped("\(usage)\n  See 'tomte people deny --help' for more information.", columns: 40)
                == """
                Usage: tomte people deny
                       [--scope <permission> ...]
                       --role <role> <permissions> ...
                  See 'tomte people deny --help' for more information.
                """)
    }

    @Test(arguments: [
        [], ["status"], ["devices", "list", "--discovered", "--json"], ["send", "a/b", "switch", "on", "--key", "k"],
        ["readings", "a", "temperature", "--since", "1h", "--until", "5m", "--limit", "10", "--format", "csv"],
        ["readings", "a", "power", "--since", "7d", "--resolution", "auto", "--points", "500", "--json"],
        ["energy", "--since", "7d", "--by", "room", "--json"],
        ["energy", "price", "1.85", "SEK", "--from", "2026-12-01"],
        ["maintenance", "history", "export", "--csv"], ["maintenance", "history", "export", "--format", "csv"],
        ["appliances", "export", "--json"], ["appliances", "export", "--format", "json"],
        ["rooms", "remove", "Utility room", "--yes"], ["people", "rename", "4tq9", "Wall panel", "--client", "--json"],
        ["people", "amend", "allow-1", "--without", "until", "--without", "room", "--permission", "viewEnergy"],
        ["people", "why", "anna", "controlDevices", "a/b", "--capability", "number.fan-boost"],
        ["retention", "set", "--audit-informational-days", "1", "--audit-warning-days", "2"],
        ["readings", "strike", "meter", "power", "--from", "2d", "--value-below", "-5"],
        ["homekit", "pair"], ["homekit", "pair", "Desk lamp", "--json"],
        ["homekit", "unpair", "a", "--discard", "--yes"],
        ["homekit", "share", "a", "--identifier", "B", "--public-key", "00", "--administrator"],
        ["matter", "commission"], ["matter", "commission", "Plug in lamp", "--json"],
        ["matter", "commission", "--accept", "test-device", "--accept", "unknown-maker", "plug"],
        ["matter", "share", "plug", "--for", "15m", "--json", "--yes"], ["matter", "unshare", "plug", "--json"],
        ["matter", "unpair", "plug", "--discard", "--yes", "--json"], ["matter", "identify", "plug", "--json"],
        ["watch", "--for", "10s", "--count", "3", "--state", "/s", "--as", "anna"],
    ])
    func validCommandLinesParse(line: [String]) {
        #expect(throws: Never.self) { try TomteCommand.parseAsRoot(line) }
    }

    @Test(arguments: [
        ["bogus"], ["send", "a", "switch"], ["send", "a", "switch", "on", "--deadline", "0"], ["retention", "set"],
        ["readings", "a"], ["readings", "a", "power", "--since", "1m", "--until", "2m"], ["energy", "--by", "week"],
        ["maintenance", "history", "export", "--csv", "--format", "json"], ["appliances", "export", "--format", "xml"],
        ["energy", "price", "1.85"], ["energy", "price", "1,85", "SEK"],
        ["energy", "price", "1.85", "SEK", "--remove", "2026-12-01"], ["preferences", "set"],
        ["preferences", "set", "--language", "sv_SE"],
        ["readings", "a", "power", "--since", "1h", "--points", "1"], ["people", "add", "Anna"],
        ["people", "add", "Anna", "--role", "king"], ["people", "rename", "a", "b", "--client", "--token"],
        ["people", "rename", "anna"], ["people", "amend", "allow-1", "--without", "person"],
        ["people", "revoke", "allow-1", "--invitation", "7k2m"], ["rooms", "add"],
        ["audit", "list", "--event", "x"], ["watch", "--count", "0"], ["devices", "adopt", "a", "--purpose", "x"],
        ["import", "home-assistant", "ha.db", "--flow", "sensor.a=solar"], ["homekit", "pair", "Desk", "lamp"],
        ["homekit", "pair", "031-45-154"], ["homekit", "pair", "lamp", "03145154"], ["homekit", "identify"],
        ["homekit", "pair", "x-hm://0023B6WQLAB1C"], ["homekit", "share", "a", "--identifier", "B"],
        ["matter", "commission", "34970112332"], ["matter", "commission", "plug", "3497-011-2332"],
        ["matter", "commission", "3497", "011", "2332"], ["matter", "commission", "MT:Y.K9042C00KA0648G00"],
        ["matter", "commission", "7497-0112-3365", "52132", "7694"],
        ["matter", "commission", "--accept", "unreachable"],
        ["matter", "share"], ["matter", "share", "plug", "--for", "2m"], ["matter", "share", "plug", "--for", "16m"],
    ])
    func invalidCommandLinesAreUsageErrors(line: [String]) {
        #expect { try TomteCommand.parseAsRoot(line) } throws: { error in
            TomteCommand.exitCode(for: error).rawValue == ExitStatus.usage.rawValue
        }
    }

    /// What the program prints for a line that the parser does not accept, or that asks for help.
    private static func message(_ line: [String]) -> String {
        do {
            // The help is a command of its own, which throws its text.
            var command = try TomteCommand.parseAsRoot(line)
            if !(command is any AsyncParsableCommand) { try command.run() }
            return ""
        } catch {
            return ParserMessage.wrapped(TomteCommand.fullMessage(for: error, columns: 80), columns: 80)
        }
    }

    /// Splits a line as a shell does; the examples use only double quotes.
    private static func words(_ line: String) -> [String] {
        line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap { index, piece in
            index.isMultiple(of: 2) ? piece.split(separator: " ").map(String.init) : [String(piece)]
        }
    }
}
