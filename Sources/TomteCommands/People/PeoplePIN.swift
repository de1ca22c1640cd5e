import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte people pin`.
struct PeoplePIN: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Set or remove a person's PIN, which confirms sensitive actions, or allow a first PIN.",
        discussion: HelpDiscussion.discussion(
            """
            The PIN is asked for twice and not shown; without a terminal it is read from the first line of standard \
            input. With --gateway you set your own PIN, and the current PIN is asked for first.

            A person can set their first PIN within ten minutes after pairing. After that, --allow-first gives them \
            ten more minutes.
            """,
            commands: "tomte people pin anna", "tomte people pin anna --clear", "tomte people pin kim --allow-first"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id or name of the person; not needed for your own PIN with --gateway.")
    var person: String?

    @Flag(help: "Remove the PIN.")
    var clear = false

    @Flag(help: "Allow a person without a PIN to set their first one, for ten minutes.")
    var allowFirst = false

    func validate() throws {
        guard !clear || !allowFirst else { throw ValidationError("Use one of --clear and --allow-first.") }
        guard !allowFirst || person != nil else { throw ValidationError("Give the person who may set a first PIN.") }
    }

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let id = try await person(client)
            if allowFirst {
                try await client.allowFirstPIN(of: id)
                return Console.output.line(
                    "\("✓", .good) \(id.rawValue, .strong) may set a first PIN, for ten minutes.")
            }
            if clear {
                try await client.clearPIN(of: id)
                return Console.output.line("\("✓", .good) \(id.rawValue, .strong) has no PIN now.")
            }
            var body = PINBody(pin: "")
            if !client.isConsole { body.currentPIN = SecretPrompt.ask("Current PIN (empty if none):") }
            let pin = try SecretPrompt.choose(
                "New PIN (6 to 12 digits):", again: Console.output.canPrompt ? "The same PIN again:" : nil)
            body = PINBody(pin: pin, currentPIN: body.currentPIN)
            try await client.setPIN(body, of: id)
            Console.output.line("\("✓", .good) The PIN of \(id.rawValue, .strong) is set.")
        }
    }

    private func person(_ client: CLIClient) async throws(CLIError) -> PersonID {
        // A person who sets their own PIN may not be permitted to list people.
        if let person, client.isConsole || clear || allowFirst { return try await client.resolvePerson(person).id }
        guard let own = try await client.home().body().person else { throw .usage("Give the person whose PIN it is.") }
        return own.id
    }
}

/// Asks for a secret without showing it.
enum SecretPrompt {
    /// Asks for a new secret. With `again` it asks twice, because the terminal shows no input; throws when both differ.
    static func choose(
        _ question: String, again: String?, asking: (String) -> String? = { ask($0) }
    ) throws(CLIError) -> String {
        let secret = asking(question) ?? ""
        guard let again, asking(again) ?? "" != secret else { return secret }
        throw .invalid("The two PINs differ; nothing was changed.")
    }

    /// Asks for a secret; without a terminal reads a line of standard input. Nil when there is no answer.
    static func ask(_ question: String) -> String? {
        guard Console.output.canPrompt else { return readLine() }
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            Console.output.line()
        }
        return Console.output.prompt(to: StyledText(question))
    }
}
