/// What shall be other of a grant or deny; what is nil stays. Whose it is, its effect and its uses never change.
package struct GrantChange: Hashable, Sendable {
    /// A condition that can be taken away.
    package enum Bound: String, Sendable, Codable, CaseIterable { case notBefore, notAfter, maximumUses }

    package var permissions: Set<Permission>?
    package var rooms: Set<RoomID>?
    package var devices: Set<DeviceID>?
    package var capabilities: Set<CapabilityKind>?
    package var notBefore: Timestamp?
    package var notAfter: Timestamp?
    package var windows: [WeeklyWindow]?
    package var maximumUses: Int?
    package var lifted: Set<Bound> = []

    package init() {}

    /// What it changes, in the words of the API.
    package var fields: [String] {
        let given = [
            "permissions": permissions != nil, "rooms": rooms != nil, "devices": devices != nil,
            "capabilities": capabilities != nil, "notBefore": notBefore != nil, "notAfter": notAfter != nil,
            "windows": windows != nil, "maximumUses": maximumUses != nil,
        ]
        return Set(given.filter(\.value).keys).union(lifted.map(\.rawValue)).sorted()
    }

    package func applied(to grant: Grant) -> Grant {
        let (selector, conditions) = (grant.selector, grant.conditions)
        return Grant(
            id: grant.id, person: grant.person, effect: grant.effect, permissions: permissions ?? grant.permissions,
            selector: AccessSelector(
                rooms: rooms ?? selector.rooms, devices: devices ?? selector.devices,
                capabilities: capabilities ?? selector.capabilities),
            conditions: AccessConditions(
                notBefore: lifted.contains(.notBefore) ? nil : notBefore ?? conditions.notBefore,
                notAfter: lifted.contains(.notAfter) ? nil : notAfter ?? conditions.notAfter,
                windows: windows ?? conditions.windows,
                maximumUses: lifted.contains(.maximumUses) ? nil : maximumUses ?? conditions.maximumUses),
            uses: grant.uses)
    }
}

extension Grant {
    /// What holds until the disk knows that this became `new`: what gives more holds only then, what takes away now.
    package func meanwhile(becoming new: Grant) -> [Grant] {
        switch effect {
        case .deny where includes(new): [self]
        case .deny: [self, new]
        case .allow where includes(new): [new]
        case .allow where new.includes(self): [self]
        case .allow: [nothing(becoming: new)]
        }
    }

    /// What still holds if the disk does not take `new`, and is to be told to it: what takes away, and nothing that gives.
    /// Nil when it has that already, or cannot have it: of a deny that moved both hold.
    package func kept(without new: Grant) -> Grant? {
        switch effect {
        case .deny: new.includes(self) && !includes(new) ? new : nil
        case .allow: meanwhile(becoming: new).first { $0 != self }
        }
    }

    /// Allows nothing, lasts no longer than either, and counts uses.
    private func nothing(becoming new: Grant) -> Grant {
        let (old, new) = (conditions, new.conditions)
        return Grant(
            id: id, person: person, effect: effect, permissions: [], selector: selector,
            conditions: AccessConditions(
                notBefore: old.notBefore, notAfter: [old.notAfter, new.notAfter].compactMap(\.self).min(),
                windows: old.windows, maximumUses: [old.maximumUses, new.maximumUses].compactMap(\.self).min()),
            uses: uses)
    }

    package func used(_ times: Int) -> Grant {
        var grant = self
        grant.uses = times
        return grant
    }

    /// Whether it holds wherever and whenever `other` does. Said in doubt: no.
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
