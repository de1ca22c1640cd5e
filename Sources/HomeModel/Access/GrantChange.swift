/// A change of a grant or deny. A field that is nil stays as it is; the person, the effect and the uses never change.
package struct GrantChange: Hashable, Sendable {
    /// A condition that a change can remove.
    package enum Bound: String, Sendable, Codable, CaseIterable { case notBefore, notAfter, maximumUses }

    package var permissions: Set<Permission>?
    package var rooms: Set<RoomID>?
    package var devices: Set<DeviceID>?
    package var capabilities: Set<CapabilityKind>?
    package var notBefore: Timestamp?
    package var notAfter: Timestamp?
    package var windows: [WeeklyWindow]?
    package var maximumUses: Int?
    /// The conditions to remove.
    package var removedBounds: Set<Bound> = []

    package init() {}

    /// The names of the fields that change, as the API spells them, in alphabetical order.
    package var fields: [String] {
        let given = [
            "permissions": permissions != nil, "rooms": rooms != nil, "devices": devices != nil,
            "capabilities": capabilities != nil, "notBefore": notBefore != nil, "notAfter": notAfter != nil,
            "windows": windows != nil, "maximumUses": maximumUses != nil,
        ]
        return Set(given.filter(\.value).keys).union(removedBounds.map(\.rawValue)).sorted()
    }

    /// Returns the changed grant. A condition that is both set and removed is removed.
    package func applied(to grant: Grant) -> Grant {
        let (selector, conditions) = (grant.selector, grant.conditions)
        return Grant(
            id: grant.id, person: grant.person, effect: grant.effect, permissions: permissions ?? grant.permissions,
            selector: AccessSelector(
                rooms: rooms ?? selector.rooms, devices: devices ?? selector.devices,
                capabilities: capabilities ?? selector.capabilities),
            conditions: AccessConditions(
                notBefore: removedBounds.contains(.notBefore) ? nil : notBefore ?? conditions.notBefore,
                notAfter: removedBounds.contains(.notAfter) ? nil : notAfter ?? conditions.notAfter,
                windows: windows ?? conditions.windows,
                maximumUses: removedBounds.contains(.maximumUses) ? nil : maximumUses ?? conditions.maximumUses),
            uses: grant.uses)
    }
}

extension Grant {
    /// The grants that are in effect until the change to `new` is stored. A reduction of rights is in effect at once,
    /// an addition only once it is stored.
    package func grantsWhileStoring(becoming new: Grant) -> [Grant] {
        switch effect {
        case .deny where includes(new): [self]
        case .deny: [self, new]
        case .allow where includes(new): [new]
        case .allow where new.includes(self): [self]
        case .allow: [nothing(becoming: new)]
        }
    }

    /// The grant to store when storing `new` failed: it keeps the reduction of rights, and none of the addition.
    ///
    /// Nil when the stored grant already has this effect, and when one grant cannot have it: of a deny that moved to
    /// other targets or times, both the old and the new one stay in effect.
    package func fallback(without new: Grant) -> Grant? {
        switch effect {
        case .deny: new.includes(self) && !includes(new) ? new : nil
        case .allow: grantsWhileStoring(becoming: new).first { $0 != self }
        }
    }

    /// A grant that allows nothing, ends no later than either of the two, and counts uses.
    private func nothing(becoming new: Grant) -> Grant {
        let (old, new) = (conditions, new.conditions)
        return Grant(
            id: id, person: person, effect: effect, permissions: [], selector: selector,
            conditions: AccessConditions(
                notBefore: old.notBefore, notAfter: [old.notAfter, new.notAfter].compactMap(\.self).min(),
                windows: old.windows, maximumUses: [old.maximumUses, new.maximumUses].compactMap(\.self).min()),
            uses: uses)
    }

    /// The same grant with `times` uses.
    package func withUses(_ times: Int) -> Grant {
        var grant = self
        grant.uses = times
        return grant
    }

    /// Whether this grant is in effect wherever and whenever `other` is. False in case of doubt.
    private func includes(_ other: Grant) -> Bool {
        permissions.isSuperset(of: other.permissions) && selector.includes(other.selector)
            && conditions.include(other.conditions)
    }
}

extension AccessSelector {
    fileprivate func includes(_ other: AccessSelector) -> Bool {
        let isEverywhere = rooms.isEmpty && devices.isEmpty
        let isSomewhere = !(other.rooms.isEmpty && other.devices.isEmpty)
        let places = isSomewhere && rooms.isSuperset(of: other.rooms) && devices.isSuperset(of: other.devices)
        return (isEverywhere || places)
            && (capabilities.isEmpty || !other.capabilities.isEmpty && capabilities.isSuperset(of: other.capabilities))
    }
}

extension AccessConditions {
    fileprivate func include(_ other: AccessConditions) -> Bool {
        let begins = notBefore.map { start in other.notBefore.map { start <= $0 } ?? false } ?? true
        let ends = notAfter.map { end in other.notAfter.map { end >= $0 } ?? false } ?? true
        let repeats = windows.isEmpty || !other.windows.isEmpty && Set(windows).isSuperset(of: other.windows)
        return begins && ends && repeats && (maximumUses ?? .max) >= (other.maximumUses ?? .max)
    }
}
