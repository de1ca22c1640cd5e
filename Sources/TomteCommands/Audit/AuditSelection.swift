import ArgumentParser
import Foundation
import GatewayWire
import HomeModel

/// Which entries a verb is about.
struct AuditSelection: ParsableArguments {
    @Option(help: "From when: an RFC 3339 time, or so long ago.")
    var since: Moment?

    @Option(help: "Until when; without, until now.")
    var until: Moment?

    @Option(help: "Only this event.")
    var event: AuditEvent?

    @Option(help: "Only this severity.")
    var severity: AuditSeverity?

    @Option(help: "Only what was done to this: the id of a device or person, or a setting.")
    var target: String?

    @Option(help: "Only what this one did: a person's id, console or gateway.")
    var actor: String?

    @Flag(help: "Only what was refused, or did not succeed; with the questions for a PIN, marked ?.")
    var refused = false

    /// Throws when no person has the id that `--actor` names. Does nothing where the caller may not read the list of people.
    func checkActor(_ client: GatewayClient) async throws(CommandFailure) {
        guard let actor, !AuditEntry.impersonalActors.contains(actor) else { return }
        let name = actor.split(separator: " ").last.map(String.init) ?? actor
        guard let people = try? await client.people().body(), !people.contains(where: { $0.id.rawValue == name })
        else { return }
        guard
            let person = try? NameMatch.one(
                of: people, noun: .person, text: actor, id: \.id.rawValue, name: \.name)
        else { throw .notFound(.person, InertText(actor, limit: 100)) }
        throw .invalid("--actor takes an id: that of \(person.name) is \(person.id).")
    }

    func query(now: Timestamp) -> [(name: String, value: String?)] {
        [
            ("since", since?.timestamp(before: now).rfc3339), ("until", until?.timestamp(before: now).rfc3339),
            ("event", event?.rawValue), ("severity", severity?.rawValue), ("target", target), ("actor", actor),
            ("success", refused ? "false" : nil),
        ]
    }
}
