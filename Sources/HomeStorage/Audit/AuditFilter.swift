import Foundation
package import HomeModel

/// Which entries to list; what is nil does not matter.
package struct AuditFilter: Sendable {
    package static let limitBounds = 1...10_000

    package var since: Timestamp?
    /// Up to and with this time.
    package var until: Timestamp?
    package var event: AuditEvent?
    package var severity: AuditSeverity?
    package var target: String?
    /// The actor: a person, also through the console, or whole words from the start: `anna` and `console` find
    /// `console as anna`, `ann` does not.
    package var actor: String?
    package var success: Bool?
    /// Only what this person did, also through the console.
    package var actsOf: PersonID?
    /// Only what comes behind this place.
    package var before: AuditCursor?
    package var limit: Int

    /// `limit` is held to `limitBounds`.
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
            && (target.map { entry.target == $0 } ?? true) && (actsOf.map { entry.actingPerson == $0.rawValue } ?? true)
            && (actor.map { entry.actingPerson == $0 || entry.actor == $0 || entry.actor.hasPrefix($0 + " ") } ?? true)
    }
}

/// A filter made ready for records. Most records are passed over by a glance at their bytes: reading their JSON would
/// take ten times as long.
struct AuditQuery: Sendable {
    let filter: AuditFilter
    private let people: PersonKeyring
    /// Of each group one text has to stand in a record.
    private let texts: [[[UInt8]]]

    init(_ filter: AuditFilter, people: PersonKeyring) {
        self.filter = filter
        self.people = people
        let persons = [filter.actor?.components(separatedBy: " ").last, filter.actsOf?.rawValue]
        // The thing of a person is sealed with them: any entry that concerns somebody may be about it.
        let target = filter.target.map { [$0, "concerned"] }
        let groups =
            [filter.event.map { [$0.rawValue] }, target]
            + persons.map { $0.map { [$0] + [people.pseudonym(of: $0)].compactMap { $0 } } }
        texts = groups.compactMap { $0 }.filter { $0.allSatisfy(\.isPlain) }.map { $0.map { Array($0.utf8) } }
    }

    /// False only for what cannot match.
    func mayMatch(_ payload: Data) -> Bool {
        payload.withUnsafeBytes { payload in
            texts.allSatisfy { group in group.contains { payload.firstPlace(of: $0) != nil } }
        }
    }

    /// The entry if it matches.
    func read(_ stored: StoredEntry) -> AuditEntry? {
        let entry = people.reveal(stored)
        return filter.matches(entry) ? entry : nil
    }
}

extension String {
    /// Whether it stands in JSON as it is.
    fileprivate var isPlain: Bool {
        !isEmpty && utf8.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x2F && $0 != 0x5C }
    }
}
