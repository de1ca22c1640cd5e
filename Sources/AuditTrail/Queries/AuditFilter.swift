import Foundation
package import HomeModel

/// Selects the entries of a listing. A property that is nil selects all entries.
package struct AuditFilter: Sendable {
    package static let limitBounds = 1...10_000

    package var since: Timestamp?
    /// The last time that matches.
    package var until: Timestamp?
    package var event: AuditEvent?
    package var severity: AuditSeverity?
    package var target: String?
    /// Matches the acting person, also when the person acts through the console, or the first whole words of the actor:
    /// `anna` and `console` match `console as anna`, `ann` does not.
    package var actor: String?
    package var success: Bool?
    /// Matches only entries of which this person is the actor, also through the console.
    package var actionsOf: PersonID?
    /// Matches only entries that name this person, as the actor or as the person concerned. A target alone does not count:
    /// a device may have the id of a person.
    package var naming: PersonID?
    /// Matches only entries after this position of the listing.
    package var before: AuditCursor?
    package var limit: Int

    /// `limit` is clamped to `limitBounds`.
    package init(
        since: Timestamp? = nil, until: Timestamp? = nil, event: AuditEvent? = nil, severity: AuditSeverity? = nil,
        target: String? = nil, actor: String? = nil, success: Bool? = nil, before: AuditCursor? = nil, limit: Int = 100
    ) {
        self.since = since
        self.until = until
        self.event = event
        self.severity = severity
        self.target = target
        self.actor = actor
        self.success = success
        self.before = before
        self.limit = min(max(limit, Self.limitBounds.lowerBound), Self.limitBounds.upperBound)
    }

    func matches(_ entry: AuditEntry) -> Bool {
        (event.map { entry.event == $0 } ?? true) && (success.map { entry.success == $0 } ?? true)
            && (target.map { entry.target == $0 } ?? true)
            && (actionsOf.map { entry.actingPerson == $0.rawValue } ?? true)
            && (naming.map { [entry.actingPerson, entry.concerned].contains($0.rawValue) } ?? true)
            && (actor.map { entry.actingPerson == $0 || entry.actor == $0 || entry.actor.hasPrefix($0 + " ") } ?? true)
    }
}

/// A filter prepared for a search. Most records are rejected by a byte search in their JSON, because decoding the JSON
/// would take ten times as long.
struct AuditQuery: Sendable {
    let filter: AuditFilter
    private let people: PersonKeyring
    /// A record can match only if it contains at least one text of each group.
    private let texts: [[[UInt8]]]

    init(_ filter: AuditFilter, people: PersonKeyring) {
        self.filter = filter
        self.people = people
        let persons = [
            filter.actor?.components(separatedBy: " ").last, filter.actionsOf?.rawValue, filter.naming?.rawValue,
        ]
        // A target that belongs to a person is encrypted with the data of that person, so every entry with the field
        // `concerned` may have this target.
        let target = filter.target.map { [$0, "concerned"] }
        let groups =
            [filter.event.map { [$0.rawValue] }, target]
            + persons.map { $0.map { [$0] + [people.pseudonym(of: $0)].compactMap { $0 } } }
        texts = groups.compactMap { $0 }.filter { $0.allSatisfy(\.isPlain) }.map { $0.map { Array($0.utf8) } }
    }

    /// Returns false only for a payload that cannot match.
    func mayMatch(_ payload: Data) -> Bool {
        payload.withUnsafeBytes { payload in
            texts.allSatisfy { group in group.contains { payload.firstOffset(of: $0) != nil } }
        }
    }

    /// Returns the decrypted entry if it matches the filter.
    func read(_ stored: StoredEntry) -> AuditEntry? {
        let entry = people.reveal(stored)
        return filter.matches(entry) ? entry : nil
    }
}

extension String {
    /// Whether JSON writes the text without any escape.
    fileprivate var isPlain: Bool {
        !isEmpty && utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x2F && $0 != 0x5C }
    }
}
