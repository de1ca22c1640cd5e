import HomeModel

// The grants of an invitation: checked when it is made, and given when it is used.
extension GrantService {
    static let maximumPerInvitation = 10

    /// Validates the grants of a new invitation.
    func checkInvited(_ drafts: [Grant]) async throws(ActionRefusal) {
        guard drafts.count <= Self.maximumPerInvitation else {
            throw .invalid(
                field: "grants", code: "tooMany",
                detail: "At most \(Self.maximumPerInvitation) grants in an invitation."
            )
        }
        for draft in drafts { try await check(draft) }
    }

    /// Gives the person the grants of a used invitation, each with an audit entry. Returns those that were added now.
    /// Throws when one of them cannot be given, and then takes back the others.
    ///
    /// Rooms and devices that have left the home since are left out, and a grant of which nothing is left, or which has
    /// ended, is not given.
    func giveInvited(_ invitation: Invitation) async throws(ActionRefusal) -> [GrantID] {
        var given: [GrantID] = []
        do throws(ActionRefusal) {
            try await give(invitation, noting: &given)
        } catch {
            await takeBack(given, of: invitation)
            throw error
        }
        return given
    }

    private func give(_ invitation: Invitation, noting given: inout [GrantID]) async throws(ActionRefusal) {
        for (index, draft) in invitation.grants.enumerated() {
            let id = GrantID(
                slugging: "allow-\(invitation.id)-\(index + 1)", fallback: GrantID("allow"))
            // An earlier attempt to use the invitation may have given it.
            guard await !people.grants.contains(where: { $0.id == id }),
                let grant = await draft.limited(to: registry.snapshot, id: id, person: invitation.person),
                !grant.isOver(at: actions.clock.decisionTime())
            else { continue }
            try await give(grant, of: invitation.id)
            given.append(id)
        }
    }

    private func give(_ grant: Grant, of invitation: InvitationID) async throws(ActionRefusal) {
        guard await people.grants.count(where: { $0.person == grant.person }) < Self.maximumPerPerson else {
            throw .conflict("A person has at most \(Self.maximumPerPerson) grants and denies; revoke some first.")
        }
        _ = try await naming(grant.selector.rooms) { () async throws(ActionRefusal) in
            let act = try await actions.writeGatewayEntry(
                .grantCreate, about: grant.person,
                metadata: grant.auditDetails.merging(["invitation": invitation.rawValue]) { $1 })
            try await actions.storing(for: [act]) { () async throws(StorageError) in try await people.add(grant) }
            return grant
        }
    }

    /// Takes back the grants of an invitation whose client did not come in.
    func takeBack(_ grants: [GrantID], of invitation: Invitation) async {
        guard !grants.isEmpty else { return }
        for id in grants {
            _ = try? await actions.writeGatewayEntry(
                .grantRevoke, about: invitation.person,
                metadata: ["grant": id.rawValue, "invitation": invitation.id.rawValue])
            // A grant ends at once, and the removal is repeated until it is stored.
            try? await people.revoke(id)
        }
        await actions.recordRestrictions()
    }
}

extension Grant {
    /// The grant for this person without rooms and devices that are not in the home. Nil when nothing is left that it
    /// names: without a room or device it would apply everywhere.
    fileprivate func limited(to home: HomeSnapshot, id: GrantID, person: PersonID) -> Grant? {
        let rooms = selector.rooms.filter { home.rooms[$0] != nil }
        let devices = selector.devices.filter { home.devices[$0] != nil }
        let wasEverywhere = selector.rooms.isEmpty && selector.devices.isEmpty
        guard wasEverywhere || !rooms.isEmpty || !devices.isEmpty else { return nil }
        return Grant(
            id: id, person: person, effect: .allow, permissions: permissions,
            selector: AccessSelector(rooms: rooms, devices: devices, capabilities: selector.capabilities),
            conditions: conditions)
    }
}
