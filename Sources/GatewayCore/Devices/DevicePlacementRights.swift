import HomeModel

/// Protects the grants and denies that depend on the room of a device, or on the device being part of the home.
///
/// Moving a device changes what others may do with it. So a move requires the same PIN as a change of the grants
/// themselves, and cannot bypass a deny.
struct DevicePlacementRights: Sendable {
    let people: PeopleRegistry
    /// The grants of open invitations depend on rooms too, and take effect later.
    let invitations: InvitationRegistry
    let actions: AuthorizedActions

    /// Throws a refusal unless the asker may move a device out of or into these rooms. `device` is one that leaves the
    /// home; only then do rights count that name the device itself.
    func require(
        changing rooms: Set<RoomID>, leaving device: DeviceID? = nil, as identity: Identity
    ) async throws(ActionRefusal) {
        let concerned = await (people.grants + invitations.all.flatMap(\.grants)).filter { grant in
            !grant.selector.rooms.isDisjoint(with: rooms) || device.map(grant.selector.devices.contains) ?? false
        }
        guard !concerned.isEmpty else { return }
        // A deny counts at every hour: otherwise a lamp could be moved by day and switched by night.
        if let person = identity.person,
            let deny = concerned.first(where: { $0.effect == .deny && $0.person == person })
        {
            try await actions.writeEntry(
                .deviceMove, severity: .warning, by: identity, target: device?.rawValue, success: false,
                metadata: ["grant": deny.id.rawValue])
            throw .denied(.denied(by: deny.id))
        }
        try await actions.require(StepUp.people, of: identity)
    }

    /// Ends the grants and denies that name a device which left the home. Those that also name other devices or rooms
    /// continue without it. `write` writes an audit entry before each change.
    func endRights(
        naming device: DeviceID,
        write: (AuditEvent, Grant) async throws(ActionRefusal) -> AuditedAction
    ) async throws(ActionRefusal) {
        for grant in await people.grants where grant.selector.devices.contains(device) {
            if grant.selector.devices == [device], grant.selector.rooms.isEmpty {
                // Without a device the grant would apply everywhere.
                let act = try await write(.grantRevoke, grant)
                try await actions.storing(for: [act], survivingFailure: { grant.effect == .allow }) {
                    () async throws(StorageError) in
                    try await people.revoke(grant.id)
                }
            } else {
                let act = try await write(.grantChange, grant)
                var change = GrantChange()
                change.devices = grant.selector.devices.subtracting([device])
                let changed = change.applied(to: grant)
                let isDone = try await actions.storing(
                    for: [act], survivingFailure: { await people.isInForce(changed) }
                ) {
                    () async throws(StorageError) in try await people.change(grant, to: changed)
                }
                // A grant that another request changes at this moment keeps the id of a device that never comes back.
                if !isDone { await actions.recordFailure(of: [act], .overtaken) }
            }
        }
    }
}

extension DevicePlacementRights {
    func endRights(naming device: DeviceID, as identity: Identity) async throws(ActionRefusal) {
        try await endRights(naming: device) { event, grant async throws(ActionRefusal) in
            try await actions.writeEntry(
                event, by: identity, about: grant.person, metadata: Self.metadata(of: grant, without: device))
        }
    }

    /// Ends the rights that name devices which are not in this home: an earlier version left them, or the gateway
    /// stopped between the removal of the device and this step.
    func endRightsOfMissingDevices(in home: HomeSnapshot) async throws(ActionRefusal) {
        let named = Set(await people.grants.flatMap(\.selector.devices))
        for device in named.sorted() where home[device] == nil {
            try await endRights(naming: device) { event, grant async throws(ActionRefusal) in
                try await actions.writeGatewayEntry(
                    event, about: grant.person, metadata: Self.metadata(of: grant, without: device))
            }
        }
    }

    private static func metadata(of grant: Grant, without device: DeviceID) -> [String: String] {
        [
            "grant": grant.id.rawValue, "effect": grant.effect.rawValue, "reason": "deviceRemoved",
            "device": device.rawValue,
        ]
    }
}
