package import HomeModel

/// A group command as its audit entries describe it.
package struct RecentGroupCommand: Sendable {
    /// The record at its end. A child without an entry of its own has the code `notSent` if an earlier run of the gateway
    /// ended before the group did: no command is sent before its entry is written.
    package let record: GroupCommandRecord
    /// Nil when it had no idempotency key.
    package let digest: IdempotencyDigest?
    /// The time since its entry was written.
    package let age: Duration
    /// Its entry, when it still needs an entry with the outcome.
    let unfinished: AuditEntry?
}

/// Collects the group commands of an earlier run of the gateway.
struct RecentGroupCommands: Sendable {
    /// The entry of a group command, with the pages of its list that were found so far.
    private struct Found {
        let record: AuditRecord
        let age: Duration
        let outcomes: ChildOutcomes?
        var pages: [Int: String]
    }

    /// As many as the gateway remembers.
    private static let maximumGroups = 256
    private static let interruption = "The gateway stopped before the command was sent."

    /// Oldest first.
    private(set) var groups: [RecentGroupCommand] = []
    /// Newest first.
    private var found: [(id: CommandID, group: Found)] = []
    private var indices: [CommandID: Int] = [:]
    private var outcomes: [CommandID: ChildOutcomes] = [:]

    /// Adds an entry of a group command. Entries come newest first: the outcome, the command, and its further pages.
    mutating func add(_ record: AuditRecord, of id: CommandID, age: Duration) {
        let metadata = record.entry.metadata
        switch record.entry.event {
        case .groupOutcome: outcomes[id] = metadata[GroupMetadataKey.outcomes].map { ChildOutcomes($0) }
        case .groupControl where record.entry.success && found.count < Self.maximumGroups:
            indices[id] = found.count
            let pages = metadata[GroupMetadataKey.parts].map { [0: $0] } ?? [:]
            found.append((id, Found(record: record, age: age, outcomes: outcomes[id], pages: pages)))
        case .groupParts:
            guard let index = indices[id], let page = metadata[GroupMetadataKey.page].flatMap({ Int($0) }) else {
                return
            }
            found[index].group.pages[page] = metadata[GroupMetadataKey.parts]
        default: break
        }
    }

    /// Completes the group commands from the entries of their children, once all entries were added.
    mutating func finish(with commands: [RecentCommand]) {
        let children = Dictionary(
            commands.filter { $0.record.parent != nil }.map { ($0.record.id, $0.record) }
        ) { $1 }
        groups = found.reversed().compactMap { Self.group($0.group, id: $0.id, children: children) }
        (found, indices, outcomes) = ([], [:], [:])
    }

    private static func group(
        _ found: Found, id: CommandID, children: [CommandID: CommandRecord]
    ) -> RecentGroupCommand? {
        let entry = found.record.entry
        guard let list = list(of: found),
            var record = GroupCommandRecord(entry, id: id, list: list, at: found.record.time)
        else { return nil }
        for index in record.children.indices {
            let own = children[record.children[index].id]
            if let ending = found.outcomes?.endings[index + 1] {
                record.children[index].end(ending.outcome, code: ending.code, detail: own?.detail)
            } else if let own, let outcome = own.outcome {
                record.children[index].end(outcome, code: own.code, detail: own.detail)
            } else {
                record.children[index].end(.failed, code: CommandRefusal.notSent.code, detail: interruption)
            }
        }
        return RecentGroupCommand(
            record: record, digest: IdempotencyDigest(entry), age: found.age,
            unfinished: found.outcomes == nil ? entry : nil)
    }

    /// The list of parts; nil when the log no longer contains all of its pages.
    private static func list(of found: Found) -> GroupPartList? {
        guard let count = found.record.entry.metadata[GroupMetadataKey.pages].flatMap({ Int($0) }),
            (1...GroupCommandRequest.maximumParts).contains(count), found.pages.count == count
        else { return nil }
        return GroupPartList(pages: found.pages.sorted { $0.key < $1.key }.map(\.value))
    }
}

extension GroupCommandRecord {
    /// Returns nil when the entry does not contain the command.
    fileprivate init?(_ entry: AuditEntry, id: CommandID, list: GroupPartList, at time: Timestamp) {
        let facts = entry.metadata
        guard let capability = facts[CommandMetadataKey.capability].flatMap({ CapabilityName($0) }),
            let value = facts[CommandMetadataKey.value],
            let deadline = facts[CommandMetadataKey.deadline].flatMap({ Int($0) })
        else { return nil }
        let purposes = facts[GroupMetadataKey.purposes]?.split(separator: " ") ?? []
        self.init(
            id: id, targets: GroupTargets(facts, list: list),
            purposes: Set(purposes.compactMap { Purpose(rawValue: String($0)) }), capability: capability,
            value: CapabilityValue(value, as: capability.kind.facts.valueType), receivedAt: time,
            deadline: .milliseconds(deadline),
            children: list.children.enumerated().map { index, child in
                Child(
                    id: GroupCommandRequest.childID(index + 1, of: id), device: child.device, part: child.part)
            },
            leftOut: list.leftOut, sender: entry.actor)
    }
}

extension GroupTargets {
    fileprivate init(_ facts: [String: String], list: GroupPartList) {
        let rooms = facts[GroupMetadataKey.rooms]?.split(separator: " ") ?? []
        self =
            switch facts[GroupMetadataKey.targets] {
            case GroupTargets.home.kind: .home
            case GroupTargets.rooms([]).kind: .rooms(rooms.compactMap { RoomID(String($0)) })
            default: .parts(list.children.map { PartTarget(device: $0.device, part: $0.part) })
            }
    }
}
