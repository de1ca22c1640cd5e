import Foundation
package import HomeModel

/// Adds, changes and revokes grants and denies: rights of a person beyond their role, or limits of these rights.
package struct GrantService: Sendable {
    static let maximumPerPerson = 100
    package static let mostWindows = 20
    package static let mostUses = 10_000

    let people: PeopleRegistry
    let registry: HomeRegistry
    let actions: AuthorizedActions
    let service: PeopleService

    package init(people: PeopleRegistry, registry: HomeRegistry, actions: AuthorizedActions, service: PeopleService) {
        self.people = people
        self.registry = registry
        self.actions = actions
        self.service = service
    }

    /// Returns grants or denies, oldest first, including those that do not apply any more.
    package func list(_ effect: Grant.Effect, as identity: Identity) async throws(ActionRefusal) -> [Grant] {
        try await actions.require(.managePeople, of: identity)
        return await people.grants.filter { $0.effect == effect }
    }

    /// Adds a grant or deny. It is in force for the very next decision. A new id replaces the id of `draft`.
    package func give(_ draft: Grant, as identity: Identity) async throws(ActionRefusal) -> Grant {
        try await actions.require(.managePeople, of: identity)
        guard let person = await people.person(draft.person) else { throw .notFound }
        try await service.requireManaging(person.role, as: identity)
        return try await naming(draft.selector.rooms) { () async throws(ActionRefusal) in
            try await give(checked: draft, as: identity)
        }
    }

    private func give(checked draft: Grant, as identity: Identity) async throws(ActionRefusal) -> Grant {
        try await check(draft)
        guard await people.grants.count(where: { $0.person == draft.person }) < Self.maximumPerPerson else {
            throw .conflict("A person has at most \(Self.maximumPerPerson) grants and denies; revoke some first.")
        }
        let grant = Grant(
            id: GrantID(slugging: "\(draft.effect)-\(UUID().uuidString.prefix(8))", fallback: GrantID("grant")),
            person: draft.person, effect: draft.effect, permissions: draft.permissions, selector: draft.selector,
            conditions: draft.conditions)
        let act = try await actions.writeEntry(
            .grantCreate, by: identity, about: grant.person, metadata: grant.auditDetails)
        try await actions.storing(for: [act], survivingFailure: { grant.effect == .deny }) {
            () async throws(StorageError) in
            try await people.add(grant)
        }
        return grant
    }

    /// Changes a grant or deny. The change is in force for the very next decision, and counted uses stay counted.
    /// Removed rights end at once, and with them the event streams of the person.
    package func change(
        _ id: GrantID, effect: Grant.Effect, by change: GrantChange, as identity: Identity
    ) async throws(ActionRefusal) -> Grant {
        let grant = try await managed(id, effect: effect, as: identity)
        try Self.checkGrantable(change.permissions ?? [], effect: effect)
        let changed = change.applied(to: grant)
        return try await naming(changed.selector.rooms) { () async throws(ActionRefusal) in
            try await self.change(grant, to: changed, fields: change.fields, as: identity)
        }
    }

    private func change(
        _ grant: Grant, to changed: Grant, fields: [String], as identity: Identity
    ) async throws(ActionRefusal) -> Grant {
        try await check(changed, besides: grant.selector)
        let act = try await actions.writeEntry(
            .grantChange, by: identity, about: grant.person,
            metadata: changed.auditDetails.merging(["changed": fields.joined(separator: " ")]) { $1 })
        let isDone = try await actions.storing(for: [act], survivingFailure: { await people.isInForce(changed) }) {
            () async throws(StorageError) in try await people.change(grant, to: changed)
        }
        guard isDone else {
            await actions.recordFailure(of: [act], .overtaken)
            throw .conflict("Another request is changing it. Read it again, then repeat the change.")
        }
        return changed
    }

    /// Revokes a grant or deny. A grant ends at once; a deny ends once the change is on the disk.
    package func revoke(_ id: GrantID, effect: Grant.Effect, as identity: Identity) async throws(ActionRefusal) {
        let grant = try await managed(id, effect: effect, as: identity)
        let act = try await actions.writeEntry(
            .grantRevoke, by: identity, about: grant.person,
            metadata: ["grant": id.rawValue, "effect": grant.effect.rawValue])
        try await actions.storing(for: [act], survivingFailure: { grant.effect == .allow }) {
            () async throws(StorageError) in
            try await people.revoke(id)
        }
    }

    /// Runs `body` while none of these rooms can be removed.
    func naming(
        _ rooms: Set<RoomID>, body: () async throws(ActionRefusal) -> Grant
    ) async throws(ActionRefusal) -> Grant {
        guard await people.lockRooms(rooms) else { throw .conflict("One of these rooms is being removed.") }
        do throws(ActionRefusal) {
            let grant = try await body()
            await people.unlockRooms(rooms)
            return grant
        } catch {
            await people.unlockRooms(rooms)
            throw error
        }
    }

    /// Throws unless a grant may add these permissions: a grant cannot make a person an admin.
    package static func checkGrantable(
        _ permissions: Set<Permission>, effect: Grant.Effect
    ) throws(ActionRefusal) {
        guard effect == .deny || permissions.isSubset(of: Permission.grantable) else {
            throw .invalid(
                field: "permissions", code: "notGrantable",
                detail: "A grant adds controlDevices, viewEnergy and viewEnvironment only; for more, change the role.")
        }
    }

    /// Returns the grant or deny, if the asker may change and revoke it.
    private func managed(
        _ id: GrantID, effect: Grant.Effect, as identity: Identity
    ) async throws(ActionRefusal) -> Grant {
        try await actions.require(.managePeople, of: identity)
        guard let grant = await people.grants.first(where: { $0.id == id && $0.effect == effect }) else {
            throw .notFound
        }
        guard let role = await people.person(grant.person)?.role else { return grant }
        try await service.requireManaging(role, as: identity)
        if effect == .deny, grant.person == identity.person, role != .owner {
            // A person to whom something was denied may not lift the deny themselves.
            throw .denied(.ownDeny)
        }
        return grant
    }

    /// Validates a grant or deny. Rooms and devices that it named before may not exist in the home any more.
    func check(_ draft: Grant, besides known: AccessSelector = AccessSelector()) async throws(ActionRefusal) {
        guard !draft.permissions.isEmpty else {
            let grantable = Permission.grantable.map(\.rawValue).sorted().joined(separator: ", ")
            throw .invalid(
                field: "permissions", code: "notGrantable",
                detail: "Name at least one permission; a grant adds \(grantable).")
        }
        let isEverywhere = draft.selector == AccessSelector()
        guard isEverywhere || draft.permissions.isSubset(of: Permission.grantable) else {
            throw .invalid(
                field: "permissions", code: "notGrantable",
                detail: "Only permissions for devices can be limited to some of them; deny the others everywhere.")
        }
        let home = await registry.snapshot
        if let room = draft.selector.rooms.subtracting(known.rooms).first(where: { home.rooms[$0] == nil }) {
            throw .invalid(field: "rooms", code: "notFound", detail: "There is no room “\(room)”.")
        }
        if let device = draft.selector.devices.subtracting(known.devices).first(where: { home.devices[$0] == nil }) {
            throw .invalid(field: "devices", code: "notFound", detail: "There is no device “\(device)”.")
        }
        try draft.conditions.check(now: actions.clock.now())
    }
}

extension PeopleRegistry {
    /// Whether this is the state of the grant or deny now, or the state that is in force and must still be stored. The
    /// number of uses does not count.
    func isInForce(_ grant: Grant) -> Bool {
        let wanted = grant.withUses(0)
        return grants.filter { $0.id == grant.id }.map { $0.withUses(0) } == [wanted]
            || unsavedGrants[grant.id]?.withUses(0) == wanted
    }
}

extension AccessConditions {
    fileprivate func check(now: Timestamp) throws(ActionRefusal) {
        if let notAfter, notAfter <= max(now, notBefore ?? now) {
            throw .invalid(
                field: "notAfter", code: "outOfRange", detail: "The end must be after the beginning and in the future.")
        }
        guard windows.count <= GrantService.mostWindows else {
            throw .invalid(
                field: "windows", code: "tooMany", detail: "At most \(GrantService.mostWindows) weekly windows.")
        }
        guard (1...GrantService.mostUses).contains(maximumUses ?? 1) else {
            throw .invalid(
                field: "maximumUses", code: "outOfRange",
                detail: "A grant is good for 1 to \(GrantService.mostUses) uses.")
        }
    }
}

extension Grant {
    /// The maximum of characters of one detail; words beyond it are counted.
    private static let maximumDetailLength = 200

    /// The scope and conditions of the grant for the audit log: ids, hours and times. Open conditions have no detail.
    var auditDetails: [String: String] {
        var details = [
            "grant": id.rawValue, "effect": effect.rawValue,
            "permissions": permissions.map(\.rawValue).sorted().joined(separator: " "),
        ]
        details["rooms"] = Self.bounded(selector.rooms.map(\.rawValue).sorted(), separator: " ")
        details["devices"] = Self.bounded(selector.devices.map(\.rawValue).sorted(), separator: " ")
        details["capabilities"] = Self.bounded(selector.capabilities.map(\.rawValue).sorted(), separator: " ")
        details["windows"] = Self.bounded(conditions.windows.map(\.description), separator: "; ")
        details["notBefore"] = conditions.notBefore?.rfc3339
        details["notAfter"] = conditions.notAfter?.rfc3339
        details["maximumUses"] = conditions.maximumUses.map(String.init)
        return details
    }

    /// Returns nil for an empty list.
    private static func bounded(_ words: [String], separator: String) -> String? {
        guard var text = words.first else { return nil }
        for (index, word) in words.enumerated().dropFirst() {
            guard text.count + separator.count + word.count <= maximumDetailLength else {
                return "\(text)\(separator)+\(words.count - index)"
            }
            text += separator + word
        }
        return text
    }
}
