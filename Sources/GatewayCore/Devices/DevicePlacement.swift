import HomeModel
import HomeStorage

/// Grants and denies that depend on which room a device is in, or on that it is part of the home.
///
/// Who moves a device changes what others may do with it, so it takes the same PIN as a change of the grants themselves;
/// and moving a device is no way around a deny.
struct DevicePlacement: Sendable {
    let people: PeopleRegister
    let acts: AuditedActs

    /// Passes when the asker may take a device out of or into these rooms. `device` is one that leaves the home; only then
    /// do rights count that name the device itself.
    func require(
        changing rooms: Set<RoomID>, leaving device: DeviceID? = nil, as identity: Identity
    ) async throws(ActRefusal) {
        let concerned = await people.grants.filter { grant in
            !grant.selector.rooms.isDisjoint(with: rooms) || device.map(grant.selector.devices.contains) ?? false
        }
        guard !concerned.isEmpty else { return }
        // Also one that does not hold at this hour: else a lamp would be moved by day and switched by night.
        if let person = identity.person,
            let deny = concerned.first(where: { $0.effect == .deny && $0.person == person })
        {
            try await acts.writeDown(
                .deviceMove, .warning, by: identity, target: device?.rawValue, success: false,
                metadata: ["grant": deny.id.rawValue])
            throw .denied(.denied(by: deny.id))
        }
        try await acts.require(StepUp.people, of: identity)
    }

    /// Ends the grants and denies that name a device which left the home. Those that name others too go on without it.
    /// `write` writes an entry down before each.
    func endRights(
        naming device: DeviceID,
        write: (AuditEvent, Grant) async throws(ActRefusal) -> WrittenAct
    ) async throws(ActRefusal) {
        for grant in await people.grants where grant.selector.devices.contains(device) {
            if grant.selector.devices == [device], grant.selector.rooms.isEmpty {
                // Without a device it would hold everywhere.
                let act = try await write(.grantRevoke, grant)
                try await acts.storing(for: [act], survivingFailure: { grant.effect == .allow }) {
                    () async throws(StorageError) in
                    try await people.revoke(grant.id)
                }
            } else {
                let act = try await write(.grantChange, grant)
                var change = GrantChange()
                change.devices = grant.selector.devices.subtracting([device])
                let changed = change.applied(to: grant)
                let isDone = try await acts.storing(for: [act], survivingFailure: { await people.holds(changed) }) {
                    () async throws(StorageError) in try await people.change(grant, to: changed)
                }
                // One that is being changed just now keeps the name of a device that never comes back.
                if !isDone { await acts.noteFailure(of: [act], .overtaken) }
            }
        }
    }
}

extension DevicePlacement {
    func endRights(naming device: DeviceID, as identity: Identity) async throws(ActRefusal) {
        try await endRights(naming: device) { event, grant async throws(ActRefusal) in
            try await acts.writeDown(
                event, by: identity, about: grant.person, metadata: Self.metadata(of: grant, without: device))
        }
    }

    /// What names devices that are not of this home is ended: an earlier version let it stand, or the gateway stopped
    /// between the removal and this.
    func endRightsOfMissingDevices(in home: HomeSnapshot) async throws(ActRefusal) {
        let named = Set(await people.grants.flatMap(\.selector.devices))
        for device in named.sorted() where home[device] == nil {
            try await endRights(naming: device) { event, grant async throws(ActRefusal) in
                try await acts.writeDownGateway(
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
