package import HomeModel

/// An entry of the activity: an act of a person, or an event of a device.
package struct ActivityEntry: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case act(Act, Disclosure)
        case event(DeviceEvent)
    }

    /// How much of an act the reader may see.
    package enum Disclosure: Hashable, Sendable {
        /// With its audit entries.
        case full
        /// An act of the reader's own, without the audit entries.
        case own
        /// An act of another person that concerned the reader: who did it, without the audit entries.
        case concerned
        /// A command of another person: only what it did to the device.
        case command
    }

    package let content: Content

    package var time: Timestamp {
        switch content {
        case .act(let act, _): act.time
        case .event(let event): event.time
        }
    }

    package var category: ActivityCategory {
        switch content {
        case .act(let act, _): act.category
        case .event(let event): event.kind.category
        }
    }

    /// Distinguishes the entry from all others of the same time.
    package var id: String {
        switch content {
        case .act(let act, _): "act.\(act.main.entry.severity.rawValue).\(act.main.sequence)"
        case .event(let event):
            [
                "event", event.kind.rawValue, event.device.rawValue, event.series?.part.rawValue,
                event.series?.capability.description, "\(event.time.milliseconds)",
            ]
            .compactMap(\.self).joined(separator: ".")
        }
    }

    /// The device that the entry is about.
    package var device: DeviceID? {
        switch content {
        case .event(let event): event.device
        case .act(let act, _):
            [.control, .settings].contains(act.category) && act.main.entry.concerned == nil
                ? act.main.entry.target.flatMap { DeviceID($0) } : nil
        }
    }

    /// The person who acted, or `console`, `gateway` or `stranger`, if the reader may know.
    package var actor: String? {
        guard case .act(let act, let disclosure) = content, disclosure != .command else { return nil }
        return act.main.entry.actingPerson ?? act.main.entry.actor
    }

    /// Whether an act was refused, or failed, or had not the result that its person wanted.
    func isFailed(at now: Timestamp) -> Bool {
        guard case .act(let act, _) = content else { return false }
        return switch act.status(at: now) {
        case .done, .pending: false
        case .refused, .failed, .unknown, .abandoned: true
        }
    }

    var position: ActivityCursor { ActivityCursor(time: time, id: id) }
}

/// A position in the activity, which is listed newest first: entries before it come next.
package struct ActivityCursor: Hashable, Sendable, Comparable, LosslessStringConvertible {
    package let time: Timestamp
    /// Empty for the position after all entries of `time` or later.
    let id: String

    init(time: Timestamp, id: String = "") {
        self.time = time
        self.id = id
    }

    package static func < (left: Self, right: Self) -> Bool { (left.time, left.id) < (right.time, right.id) }

    /// Parses `milliseconds_id`.
    package init?(_ text: String) {
        let halves = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= 400, halves.count == 2, halves[0].first != "+",
            let milliseconds = Int64(halves[0]), halves[1].utf8.allSatisfy(Self.isAllowed)
        else { return nil }
        self.init(time: Timestamp(milliseconds: milliseconds), id: String(halves[1]))
    }

    package var description: String { "\(time.milliseconds)_\(id)" }

    /// The characters of ids, which need no encoding in an address.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// Selects entries of the activity. A property that is nil selects all entries.
package struct ActivityQuery: Hashable, Sendable {
    package static let limitBounds = 1...200

    package var device: DeviceID?
    package var room: RoomID?
    /// A person's id, or `console`, `gateway` or `stranger`.
    package var person: PersonID?
    package var category: ActivityCategory?
    /// Whether only acts are selected that were refused or failed.
    package var onlyFailed: Bool
    /// The first moment.
    package var since: Timestamp?
    /// The last moment.
    package var until: Timestamp?
    package var before: ActivityCursor?
    package var limit: Int

    package init(
        device: DeviceID? = nil, room: RoomID? = nil, person: PersonID? = nil, category: ActivityCategory? = nil,
        onlyFailed: Bool = false, since: Timestamp? = nil, until: Timestamp? = nil, before: ActivityCursor? = nil,
        limit: Int = 50
    ) {
        self.device = device
        self.room = room
        self.person = person
        self.category = category
        self.onlyFailed = onlyFailed
        self.since = since
        self.until = until
        self.before = before
        self.limit = min(max(limit, Self.limitBounds.lowerBound), Self.limitBounds.upperBound)
    }
}

/// A part of the activity, newest first.
package struct ActivityPage: Sendable {
    package let entries: [ActivityEntry]
    /// The position at which the next page begins; nil after the last one. A page may have fewer entries than its
    /// limit, or none, although another one follows: each page reads only a limited part of the past.
    package let next: ActivityCursor?
}
