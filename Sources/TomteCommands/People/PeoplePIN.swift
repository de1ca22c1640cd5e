import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

struct PeoplePIN: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin",
        abstract: "Set or take away a person's PIN, which confirms what is sensitive, or allow a first one.",
        discussion: Example.discussion(
            """
            It is asked for twice, and not shown; without a terminal it is the first line of standard input. With --gateway one \
            sets one's own, after the one of before.

            A person sets their first PIN within ten minutes after pairing. After that, --allow-first gives them ten \
            minutes more.
            """,
            "tomte people pin anna", "tomte people pin anna --clear", "tomte people pin kim --allow-first"))

    @OptionGroup var gateway: GatewayOptions

    @Argument(help: "Id or name; not needed to set one's own with --gateway.")
    var person: String?

    @Flag(help: "Take it away.")
    var clear = false

    @Flag(help: "Allow a person without a PIN to set their first one, for ten minutes.")
    var allowFirst = false

    func validate() throws {
        guard !clear || !allowFirst else { throw ValidationError("Use one of --clear and --allow-first.") }
        guard !allowFirst || person != nil else { throw ValidationError("Say who may set a first PIN.") }
    }

    func run() async throws(CommandFailure) {
        try await gateway.withClient { client throws(CommandFailure) in
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
            if !client.isConsole { body.currentPIN = SecretPrompt.ask("PIN until now (empty if none):") }
            let pin = try SecretPrompt.choose(
                "New PIN (6 to 12 digits):", again: Console.output.canAsk ? "The same PIN again:" : nil)
            body = PINBody(pin: pin, currentPIN: body.currentPIN)
            try await client.setPIN(body, of: id)
            Console.output.line("\("✓", .good) The PIN of \(id.rawValue, .strong) is set.")
        }
    }

    private func person(_ client: GatewayClient) async throws(CommandFailure) -> PersonID {
        // Setting one's own needs no list of everyone.
        if let person, client.isConsole || clear || allowFirst { return try await client.resolvePerson(person).id }
        guard let own = try await client.home().body().person else { throw .usage("Say whose PIN.") }
        return own.id
    }
}

/// Asks for what must not be seen.
enum SecretPrompt {
    /// Asks for a new secret. With `again` it asks twice, because the terminal shows no input; throws when both differ.
    static func choose(
        _ question: String, again: String?, asking: (String) -> String? = { ask($0) }
    ) throws(CommandFailure) -> String {
        let secret = asking(question) ?? ""
        guard let again, asking(again) ?? "" != secret else { return secret }
        throw .invalid("The two PINs differ; nothing was changed.")
    }

    /// Nil when nothing was answered.
    static func ask(_ question: String) -> String? {
        guard Console.output.canAsk else { return readLine() }
        var settings = termios()
        tcgetattr(STDIN_FILENO, &settings)
        var silent = settings
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(STDIN_FILENO, TCSANOW, &silent)
        defer {
            tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            Console.output.line()
        }
        return Console.output.answer(to: StyledText(question))
    }
}
