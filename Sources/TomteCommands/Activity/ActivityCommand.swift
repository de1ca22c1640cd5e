import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// The subcommand `tomte activity`.
struct ActivityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "activity",
        abstract: "Show what people did and what happened at home.",
        discussion: HelpDiscussion.discussion(
            """
            The newest entries come first. Owners and admins see everything; members and
            children see their own acts and what happened at home, without the names of others;
            guests see only their own acts. tomte audit list shows the audit entries of acts.
            """,
            commands: "tomte activity", "tomte activity --device front-door --since 1d",
            "tomte activity --person anna --limit 20", "tomte activity --category openings --room hall",
            "tomte activity --follow"))

    private static let usual = 30

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var output: OutputOptions

    @Option(help: "Only entries about this device, by id or name.")
    var device: DeviceArgument?

    @Option(help: "Only entries about devices that are in this room now, by id or name.")
    var room: String?

    @Option(help: "Only what this person did, by id or name; or console, gateway or stranger.")
    var person: String?

    @Option(help: "Only entries of this category.")
    var category: ActivityCategory?

    @Flag(help: "Only acts that were refused or failed. A movement that a person stopped is neither.")
    var failed = false

    @Option(help: "Start of the period: a time (RFC 3339), or a duration ago such as 1d.")
    var since: TimeArgument?

    @Option(help: "End of the period (default: now).")
    var until: TimeArgument?

    @Option(help: "Maximum number of entries, 1 to 200 (default 30).")
    var limit: Int?

    @Flag(help: "Go on with new entries as they happen; Ctrl-C ends.")
    var follow = false

    func validate() throws {
        guard limit.map((1...200).contains) ?? true else { throw ValidationError("--limit must be 1 to 200.") }
        guard !follow || until == nil else { throw ValidationError("--follow shows new entries; leave out --until.") }
    }

    func run() async throws(CLIError) {
        if follow { Interruption.endsProcess() }
        try await gateway.withClient { client throws(CLIError) in
            let query = try await query(client)
            let people = try? await client.people().body()
            let clock = try await HomeClockText(of: client)
            let text = ActivityText(try await client.devices().body(), people: people, zone: clock.zone)
            if follow {
                return try await ActivityFollower(client, query: query, text: text, isJSON: output.isJSON).run()
            }
            let answer = try await client.activity(query)
            try output.show(answer) { entries, console in
                guard !entries.isEmpty else {
                    console.line("No activity matches.")
                    if let child = people?.first(where: { $0.id == query.person && $0.role == .child }) {
                        console.prose("What children do is only in the audit log: tomte audit list --actor \(child.id)")
                    }
                    return
                }
                console.table(text.table(entries))
                console.line(StyledText(clock.note))
            }
        }
    }

    private func query(_ client: CLIClient) async throws(CLIError) -> ActivityQuery {
        let now = Timestamp(Date())
        var query = ActivityQuery()
        if let device { query.device = try await client.resolve(device).id }
        if let room { query.room = try await client.resolveRoom(room).id }
        if let person { query.person = try await actor(person, client: client) }
        (query.category, query.isFailed) = (category, failed)
        (query.since, query.until) = (since?.timestamp(before: now), until?.timestamp(before: now))
        query.limit = limit ?? Self.usual
        return query
    }

    private func actor(_ text: String, client: CLIClient) async throws(CLIError) -> PersonID {
        if AuditEntry.impersonalActors.contains(text), let id = PersonID(text) { return id }
        return try await client.resolvePerson(text).id
    }
}

extension ActivityCategory: ExpressibleByArgument {}
