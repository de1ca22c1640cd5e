import Foundation
package import HomeModel
import HomeStorage

/// What one person may do beyond their role, or may not do in spite of it: given, changed and taken back.
package struct GrantService: Sendable {
    static let mostOfAPerson = 100
    package static let mostWindows = 20
    package static let mostUses = 10_000

    let people: PeopleRegister
    let registry: HomeRegistry
    let acts: AuditedActs
    let service: PeopleService

    package init(people: PeopleRegister, registry: HomeRegistry, acts: AuditedActs, service: PeopleService) {
        self.people = people
        self.registry = registry
        self.acts = acts
        self.service = service
    }

    /// Oldest first; also those that hold no more.
    package func list(_ effect: Grant.Effect, as identity: Identity) async throws(ActRefusal) -> [Grant] {
        try await acts.require(.managePeople, of: identity)
        return await people.grants.filter { $0.effect == effect }
    }

    /// Holds for the very next decision. The id of `draft` is replaced by a new one.
    package func give(_ draft: Grant, as identity: Identity) async throws(ActRefusal) -> Grant {
        try await acts.require(.managePeople, of: identity)
        guard let person = await people.person(draft.person) else { throw .notFound }
        try await service.requireManaging(person.role, as: identity)
        return try await naming(draft.selector.rooms) { () async throws(ActRefusal) in
            try await give(checked: draft, as: identity)
        }
    }

    private func give(checked draft: Grant, as identity: Identity) async throws(ActRefusal) -> Grant {
        try await check(draft)
        guard await people.grants.count(where: { $0.person == draft.person }) < Self.mostOfAPerson else {
            throw .conflict("A person has at most \(Self.mostOfAPerson) grants and denies; revoke some first.")
        }
        let grant = Grant(
            id: GrantID(slugging: "\(draft.effect)-\(UUID().uuidString.prefix(8))", fallback: GrantID("grant")),
            person: draft.person, effect: draft.effect, permissions: draft.permissions, selector: draft.selector,
            conditions: draft.conditions)
        let act = try await acts.writeDown(
            .grantCreate, by: identity, about: grant.person, metadata: grant.auditDetails)
        try await acts.storing(for: [act], survivingFailure: { grant.effect == .deny }) {
            () async throws(StorageError) in
            try await people.add(grant)
        }
        return grant
    }

    /// Holds for the very next decision, and what was used stays used. What is taken away ends at once, event streams of
    /// the person too.
    package func change(
        _ id: GrantID, _ effect: Grant.Effect, by change: GrantChange, as identity: Identity
    ) async throws(ActRefusal) -> Grant {
        let grant = try await managed(id, effect, as: identity)
        try Self.checkGrantable(change.permissions ?? [], effect)
        let changed = change.applied(to: grant)
        return try await naming(changed.selector.rooms) { () async throws(ActRefusal) in
            try await self.change(grant, to: changed, fields: change.fields, as: identity)
        }
    }

    private func change(
        _ grant: Grant, to changed: Grant, fields: [String], as identity: Identity
    ) async throws(ActRefusal) -> Grant {
        try await check(changed, besides: grant.selector)
        let act = try await acts.writeDown(
            .grantChange, by: identity, about: grant.person,
            metadata: changed.auditDetails.merging(["changed": fields.joined(separator: " ")]) { $1 })
        let isDone = try await acts.storing(for: [act], survivingFailure: { await people.holds(changed) }) {
            () async throws(StorageError) in try await people.change(grant, to: changed)
        }
        guard isDone else {
            await acts.noteFailure(of: [act], .overtaken)
            throw .conflict("Another request is changing it; look at it and try again.")
        }
        return changed
    }

    package func revoke(_ id: GrantID, _ effect: Grant.Effect, as identity: Identity) async throws(ActRefusal) {
        let grant = try await managed(id, effect, as: identity)
        let act = try await acts.writeDown(
            .grantRevoke, by: identity, about: grant.person,
            metadata: ["grant": id.rawValue, "effect": grant.effect.rawValue])
        try await acts.storing(for: [act], survivingFailure: { grant.effect == .allow }) {
            () async throws(StorageError) in
            try await people.revoke(id)
        }
    }

    /// Runs `body` while none of these rooms can be removed.
    private func naming(
        _ rooms: Set<RoomID>, _ body: () async throws(ActRefusal) -> Grant
    ) async throws(ActRefusal) -> Grant {
        guard await people.beginNaming(rooms) else { throw .conflict("One of these rooms is being removed.") }
        do throws(ActRefusal) {
            let grant = try await body()
            await people.endNaming(rooms)
            return grant
        } catch {
            await people.endNaming(rooms)
            throw error
        }
    }

    /// A grant makes nobody an admin.
    package static func checkGrantable(
        _ permissions: Set<Permission>, _ effect: Grant.Effect
    ) throws(ActRefusal) {
        guard effect == .deny || permissions.isSubset(of: Permission.grantable) else {
            throw .invalid(
                field: "permissions", code: "notGrantable",
                detail: "A grant adds controlDevices, viewEnergy and viewEnvironment only; for more, change the role.")
        }
    }

    /// The grant or deny, for whom may change it and take it back.
    private func managed(
        _ id: GrantID, _ effect: Grant.Effect, as identity: Identity
    ) async throws(ActRefusal) -> Grant {
        try await acts.require(.managePeople, of: identity)
        guard let grant = await people.grants.first(where: { $0.id == id && $0.effect == effect }) else {
            throw .notFound
        }
        guard let role = await people.person(grant.person)?.role else { return grant }
        try await service.requireManaging(role, as: identity)
        if effect == .deny, grant.person == identity.person, role != .owner {
            // Whoever was denied something does not lift it themselves.
            throw .denied(.ownDeny)
        }
        return grant
    }

    /// What it named before may be gone from the home since.
    private func check(_ draft: Grant, besides known: AccessSelector = AccessSelector()) async throws(ActRefusal) {
        guard !draft.permissions.isEmpty else {
            let grantable = Permission.grantable.map(\.rawValue).sorted().joined(separator: ", ")
            throw .invalid(
                field: "permissions", code: "notGrantable", detail: "Name at least one; a grant adds \(grantable).")
        }
        let isEverywhere = draft.selector == AccessSelector()
        guard isEverywhere || draft.permissions.isSubset(of: Permission.grantable) else {
            throw .invalid(
                field: "permissions", code: "notGrantable",
                detail: "Only what is about devices can be denied for some; deny the rest everywhere.")
        }
        let home = await registry.snapshot
        if let room = draft.selector.rooms.subtracting(known.rooms).first(where: { home.rooms[$0] == nil }) {
            throw .invalid(field: "rooms", code: "notFound", detail: "There is no room “\(room)”.")
        }
        if let device = draft.selector.devices.subtracting(known.devices).first(where: { home.devices[$0] == nil }) {
            throw .invalid(field: "devices", code: "notFound", detail: "There is no device “\(device)”.")
        }
        try draft.conditions.check(now: acts.clock.now())
    }
}

extension PeopleRegister {
    /// Whether this is what holds of the grant or deny now, or also holds and is told to the disk again, whatever was used
    /// of it.
    func holds(_ grant: Grant) -> Bool {
        let wanted = grant.used(0)
        return grants.filter { $0.id == grant.id }.map { $0.used(0) } == [wanted]
            || untoldGrants[grant.id]?.used(0) == wanted
    }
}

extension AccessConditions {
    fileprivate func check(now: Timestamp) throws(ActRefusal) {
        if let notAfter, notAfter <= max(now, notBefore ?? now) {
            throw .invalid(
                field: "notAfter", code: "outOfRange", detail: "It would be over before it begins, or already is.")
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
