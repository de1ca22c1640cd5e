import ArgumentParser
import Foundation
import GatewayWire
import HomeModel
import TomteClient

/// Selects audit entries.
struct AuditSelection: ParsableArguments {
    @Option(help: "Start of the period: a time (RFC 3339), or a duration ago such as 1d.")
    var since: TimeArgument?

    @Option(help: "End of the period (default: now).")
    var until: TimeArgument?

    @Option(help: "Only entries of this event.")
    var event: AuditEvent?

    @Option(help: "Only entries of this severity.")
    var severity: AuditSeverity?

    @Option(help: "Only entries about this target: the id of a device or person, or a setting.")
    var target: String?

    @Option(help: "Only entries of this actor: a person's id, console or gateway.")
    var actor: String?

    @Flag(help: "Only refused and failed actions; requests for a PIN are among them, marked ?.")
    var refused = false

    /// Throws when no person has the id that `--actor` names. Does nothing when the caller may not list people.
    func checkActor(_ client: CLIClient) async throws(CLIError) {
        guard let actor, !AuditEntry.impersonalActors.contains(actor) else { return }
        let name = actor.split(separator: " ").last.map(String.init) ?? actor
        guard let people = try? await client.people().body(), !people.contains(where: { $0.id.rawValue == name })
        else { return }
        guard
            let person = try? NameMatch.one(
                of: people, noun: .person, text: actor, id: \.id.rawValue, name: \.name)
        else { throw .notFound(.person, EscapedText(actor, limit: 100)) }
        throw .invalid("--actor must be an id; that of \(person.name) is \(person.id).")
    }

    func query(now: Timestamp) -> AuditQuery {
        var query = AuditQuery()
        query.since = since?.timestamp(before: now)
        query.until = until?.timestamp(before: now)
        (query.event, query.severity) = (event, severity)
        (query.target, query.actor) = (target, actor)
        query.success = refused ? false : nil
        return query
    }
}
