import GatewayWire
import HomeModel
import TomteClient

/// The names of people, for what the gateway returns by their ids. An id without a name stays as it is, such as the pseudonym
/// of a person who was erased.
struct PersonNames: Sendable {
    private let names: [String: String]

    init(_ names: [String: String] = [:]) { self.names = names }

    /// Reads the names. A caller who may not list people gets none.
    init(of client: CLIClient) async {
        let people = (try? await client.people().body()) ?? []
        self.init(Dictionary(people.map { ($0.id.rawValue, $0.name) }, uniquingKeysWith: { $1 }))
    }

    /// The name of the person, or the id.
    func person(_ id: String) -> String { EscapedText(names[id] ?? id, limit: 200).description }

    /// An actor of an audit entry: `Olga`, `console as Olga`, `gateway`.
    func actor(_ actor: String) -> String {
        guard !AuditEntry.impersonalActors.contains(actor) else { return actor }
        guard actor.hasPrefix(AuditEntry.consoleAs) else { return person(actor) }
        return AuditEntry.consoleAs + person(String(actor.dropFirst(AuditEntry.consoleAs.count)))
    }
}
