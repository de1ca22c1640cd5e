package import ArgumentParser

/// The `tomte` executable: every verb, and how it ends.
package struct TomteCommand: AsyncParsableCommand {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "tomte",
            abstract: "Looks after a home: finds its devices, listens to them, tells them what to do.",
            discussion: Example.discussion(
                """
                Exit codes: 0 done, 3 refused, 4 invalid, 5 unreachable or timed out, 6 failed,
                7 sent but not confirmable, or superseded, 64 usage, 69 no gateway running,
                130 interrupted while the outcome of a command was open.
                """,
                "tomte status", "tomte devices list", "tomte send hall-lamp switch on"),
            groupedSubcommands: [
                CommandGroup(name: "Gateway", subcommands: hosts + observers),
                CommandGroup(name: "Home", subcommands: home),
                CommandGroup(name: "House rules", subcommands: rules),
            ])
    }

    /// Verbs that are a gateway, or devices, themselves.
    private static var hosts: [any ParsableCommand.Type] { [RunCommand.self, SimulateCommand.self] }

    // Verbs that ask a running gateway.
    private static var observers: [any ParsableCommand.Type] {
        [StatusCommand.self, DoctorCommand.self, WatchCommand.self, PairCommand.self]
    }
    private static var home: [any ParsableCommand.Type] {
        [
            HomeCommand.self, DevicesCommand.self, RoomsCommand.self, SendCommand.self, CommandsCommand.self,
            ReadingsCommand.self, EnergyCommand.self, ImportCommand.self,
        ]
    }
    private static var rules: [any ParsableCommand.Type] {
        [PeopleCommand.self, LockdownCommand.self, ClockCommand.self, AuditCommand.self, RetentionCommand.self]
    }

    package init() {}

    /// Runs what the command line says and ends the process with the verb's exit code.
    package static func start() async -> Never {
        do {
            var command = try await asyncParseAsRoot(
                NegativeValue.movedToEnd(of: Array(CommandLine.arguments.dropFirst())))
            if var verb = command as? any AsyncParsableCommand {
                try await verb.run()
            } else {
                try command.run()
            }
            exit(withError: nil)
        } catch let failure as CommandFailure {
            failure.tell(.errors)
            exit(withError: ExitCode(failure.status.rawValue))
        } catch {
            exit(withError: error)
        }
    }
}
