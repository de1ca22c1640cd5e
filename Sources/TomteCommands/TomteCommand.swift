package import ArgumentParser
import GatewayApp

/// The `tomte` program: its subcommands, and its exit codes.
package struct TomteCommand: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tomte",
            abstract: "A home gateway: it discovers devices, records their readings and sends them commands.",
            discussion: HelpDiscussion.discussion(
                """
                Exit codes: 0 done, 1 the output cannot be written, 3 refused, 4 invalid,
                5 unreachable or timed out, 6 failed, 7 sent but not confirmable, or superseded,
                8 only some of several commands were confirmed, 64 usage, 69 no gateway running,
                130 interrupted before the outcome of a command was known. tomte run --help has those of the gateway.
                """,
                commands: "tomte status", "tomte devices list", "tomte send hall-lamp switch on"),
            version: Version.withCommit,
            groupedSubcommands: [
                CommandGroup(name: "Gateway", subcommands: hosts + observers),
                CommandGroup(name: "Home", subcommands: home),
                CommandGroup(name: "Rights and records", subcommands: rules),
            ])
    }

    /// Subcommands that run a gateway or simulated devices themselves, or prepare that.
    private static var hosts: [any ParsableCommand.Type] {
        [RunCommand.self, SetupCommand.self, SimulateCommand.self, ConvertPhotographCommand.self]
    }

    // The other subcommands send requests to a running gateway.
    private static var observers: [any ParsableCommand.Type] {
        [StatusCommand.self, DoctorCommand.self, WatchCommand.self, PairCommand.self]
    }
    private static var home: [any ParsableCommand.Type] {
        [
            HomeCommand.self, DevicesCommand.self, HomeKitCommand.self, MatterCommand.self, RoomsCommand.self,
            SendCommand.self, CommandsCommand.self, ReadingsCommand.self, ActivityCommand.self, EnergyCommand.self,
            AppliancesCommand.self, MaintenanceCommand.self, LayoutCommand.self, PreferencesCommand.self,
            ImportCommand.self,
        ]
    }
    private static var rules: [any ParsableCommand.Type] {
        [
            PeopleCommand.self, InviteCommand.self, InvitationsCommand.self, LockdownCommand.self, ClockCommand.self,
            AuditCommand.self, IncidentCommand.self, RetentionCommand.self, PrivacyCommand.self, WipeCommand.self,
        ]
    }

    package init() {}

    /// Runs the subcommand of the command line and ends the process with its exit code.
    package static func start() async -> Never {
        do {
            var command = try await asyncParseAsRoot(
                NegativeValue.movedToEnd(of: Array(CommandLine.arguments.dropFirst())))
            if var subcommand = command as? any AsyncParsableCommand {
                try await subcommand.run()
            } else {
                try command.run()
            }
            exit(withError: nil)
        } catch let failure as CLIError {
            failure.printMessage(.errors)
            exit(withError: ExitCode(failure.status.rawValue))
        } catch {
            end(because: error)
        }
    }

    /// Prints what the parser says, in lines that fit the terminal, and ends the process with its exit code.
    private static func end(because error: any Error) -> Never {
        let status = exitCode(for: error)
        let console = status == .success ? Console.output : .errors
        let explained = UnknownSubcommand.explained(
            fullMessage(for: error, columns: nil), words: Array(CommandLine.arguments.dropFirst()), root: Self.self)
        let message = ParserMessage.wrapped(explained, columns: console.terminal.columns)
        if !message.isEmpty { console.raw(Array((message + "\n").utf8)) }
        exit(withError: status)
    }
}

/// Makes the discussion in the help text of a subcommand.
enum HelpDiscussion {
    /// Notes, followed by examples, which are complete command lines.
    static func discussion(_ notes: String = "", commands: String...) -> String {
        let heading = commands.count == 1 ? "EXAMPLE:" : "EXAMPLES:"
        let lines = [heading] + commands.map { "  \($0)" }
        return (notes.isEmpty ? "" : joiningWrappedLines(of: notes) + "\n\n") + lines.joined(separator: "\n")
    }

    /// The notes with each paragraph in one line, because the parser wraps lines at the width of the terminal. Short lines
    /// and lines that begin with a space stay, as in a list.
    private static func joiningWrappedLines(of notes: String) -> String {
        var joined = ""
        var previous: Substring = ""
        for line in notes.split(separator: "\n", omittingEmptySubsequences: false) {
            let isContinued = previous.count > 70 && !previous.hasPrefix(" ") && !line.isEmpty && !line.hasPrefix(" ")
            if !joined.isEmpty { joined += isContinued ? " " : "\n" }
            joined += line
            previous = line
        }
        return joined
    }
}

/// Allows a negative number as the value of a command, as in `tomte send heater targetTemperature -5`. The parser
/// treats each word that begins with a dash as an option, unless it comes after `--`.
enum NegativeValue {
    private static let subcommand = "send"
    /// The options of the subcommand that have no value.
    private static let flags: Set<String> = ["--json", "--guarded"]

    /// The command line with a negative value moved to its end, after `--`. Any other command line is unchanged.
    static func movedToEnd(of words: [String]) -> [String] {
        guard words.first == subcommand, !words.contains("--") else { return words }
        let index = words.indices.dropFirst().first { index in
            let before = words[index - 1]
            return isNegative(words[index]) && (!before.hasPrefix("-") || flags.contains(before))
        }
        guard let index else { return words }
        var words = words
        let value = words.remove(at: index)
        return words + ["--", value]
    }

    /// Whether the word begins like a negative number; a unit may follow.
    private static func isNegative(_ word: String) -> Bool {
        let digits = word.dropFirst().drop { $0 == "." }
        return word.first == "-" && digits.first.map { $0.isASCII && $0.isNumber } ?? false
    }
}
