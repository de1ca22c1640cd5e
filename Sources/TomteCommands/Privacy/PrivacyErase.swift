import ArgumentParser
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte privacy erase`.
struct PrivacyErase: AsyncParsableCommand {
    /// What an erasure does, for people who are asked to confirm one.
    static let consequences = """
        All rights end at once, and everything that the gateway stores about the person is deleted. Entries of the audit \
        log stay, with a pseudonym and without the details. This cannot be undone. Flash memory may keep remains of \
        deleted data for a while, which no program can overwrite for certain.
        """

    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase a person: more than their removal, and not to be undone.",
        discussion: HelpDiscussion.discussion(
            """
            PERSON is an id, or a name that only one person has; for a person who was removed earlier it is the id. With
            --removed it is only that, also when another person has it as a name.
            \(consequences)

            tomte people remove only ends the rights: the audit log names the person until its entries have passed their
            term. The copy of the database from before the last upgrade is deleted too, so the program cannot go back
            to its earlier version afterwards.

            On a terminal it asks for the name first; without one, --name confirms it. The last owner cannot be erased:
            make another person an owner first.
            """,
            commands: "tomte privacy erase anna", "tomte privacy erase anna --name Anna"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Argument(help: "Id or name of the person; the id of a person who was removed.")
    var person: String

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Confirm with the name of the person, or with the id of a removed one.", valueName: "name"))
    var name: String?

    @Flag(help: "PERSON is the id of a person who was removed.")
    var removed = false

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let known = try await known(client)
            guard let id = known?.id ?? PersonID(person) else {
                throw .notFound(.person, EscapedText(person, limit: 100))
            }
            let confirmation = try confirmation(of: known?.name ?? id.rawValue, id: id)
            let answer = try await client.erase(NewErasureBody(person: id, name: confirmation))
            try output.show(answer) { erasure, console in
                switch erasure.state {
                case .finished:
                    console.line(
                        "\("✓", .good) The person was erased. Pseudonym in the audit log: \(erasure.pseudonym)")
                case .running:
                    console.line("\("✓", .good) The rights of the person have ended.")
                    console.prose(
                        "The erasure goes on, also after a restart. tomte privacy erasures shows when it is finished.")
                }
            }
        }
    }

    /// The person; nil for one who is not in the home any more. People who may not list the others can erase themselves.
    private func known(_ client: CLIClient) async throws(CLIError) -> PersonBody? {
        if removed { return nil }
        if let own = try await client.home().body().person, [own.id.rawValue, own.name].contains(person) { return own }
        do throws(CLIError) {
            return try await client.resolvePerson(person)
        } catch .notFound {
            return nil
        }
    }

    private func confirmation(of name: String, id: PersonID) throws(CLIError) -> String {
        if let confirmed = self.name { return confirmed }
        guard Console.output.canPrompt else {
            throw .usage("Without a terminal, confirm the erasure with --name and the name of the person.")
        }
        Console.output.prose(Self.consequences)
        guard let typed = Console.output.prompt(to: "Type \(name, .strong) to erase this person (\(id)):") else {
            throw .declined
        }
        return typed
    }
}

/// The subcommand `tomte privacy erasures`.
struct PrivacyErasures: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erasures",
        abstract: "List the erasures of people, oldest first.",
        discussion: HelpDiscussion.discussion(
            """
            The list does not name the people. The pseudonym stands for the person in the audit log. An erasure that was
            interrupted, also by a loss of power, is finished at the next start of the gateway.
            """, commands: "tomte privacy erasures", "tomte privacy erasures --json"))

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    func run() async throws(CLIError) {
        try await gateway.withClient { client throws(CLIError) in
            let clock = try await HomeClockText(of: client)
            try output.show(try await client.erasures()) { erasures, console in
                if erasures.isEmpty { return console.line("No person was erased from this home.") }
                var table = Table([
                    Table.Column("PSEUDONYM", isNeverTruncated: true),
                    Table.Column("REQUESTED", isNeverTruncated: true),
                    Table.Column("FINISHED", isNeverTruncated: true),
                ])
                for erasure in erasures {
                    table.add([
                        StyledText(erasure.pseudonym), StyledText(clock.minute(erasure.requestedAt)),
                        StyledText(erasure.finishedAt.map { clock.minute($0) } ?? "running"),
                    ])
                }
                console.table(table)
                console.line(StyledText(clock.note))
            }
        }
    }
}
