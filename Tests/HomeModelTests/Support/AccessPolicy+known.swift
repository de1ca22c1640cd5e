@testable import HomeModel

extension DecisionTime {
    static func known(_ wall: Timestamp) -> DecisionTime { DecisionTime(wall: wall, isKnown: true) }
    static func unknown(_ wall: Timestamp) -> DecisionTime { DecisionTime(wall: wall, isKnown: false) }
}

/// Decisions with a known clock.
extension AccessPolicy {
    func decide(
        _ identity: Identity, permission: Permission, on target: AccessTarget? = nil, at now: Timestamp
    ) -> AccessDecision { decide(identity, permission: permission, on: target, at: .known(now)) }

    func decide(
        _ id: PersonID, permission: Permission, on target: AccessTarget? = nil, at now: Timestamp
    ) -> AccessDecision { decide(id, permission: permission, on: target, at: .known(now)) }

    func decideCommand(
        _ identity: Identity, on target: AccessTarget, safety: SafetyClass, isSafe: Bool = false, at now: Timestamp
    ) -> AccessDecision { decideCommand(identity, on: target, safety: safety, isSafe: isSafe, at: .known(now)) }

    func authorize(
        _ request: CommandRequest, by identity: Identity, for device: Device?, at now: Timestamp
    ) throws(CommandRefusal) -> AuthorizedCommand {
        try authorize(request, by: identity, for: device, at: .known(now))
    }

    func mayAnywhere(_ identity: Identity, permission: Permission, at now: Timestamp) -> Bool {
        mayAnywhere(identity, permission: permission, at: .known(now))
    }

    func mayStaySignedIn(_ id: PersonID, at now: Timestamp) -> Bool { mayStaySignedIn(id, at: .known(now)) }

    func maySee(_ identity: Identity, device: Device, at now: Timestamp) -> Bool {
        maySee(identity, device: device, at: .known(now))
    }

    func maySee(_ identity: Identity, kind: CapabilityKind, of device: Device, at now: Timestamp) -> Bool {
        maySee(identity, capability: kind, of: device, at: .known(now))
    }

    func rights(of identity: Identity, to device: Device, at now: Timestamp) -> DeviceRights {
        rights(of: identity, to: device, at: .known(now))
    }

    func visibility(of identity: Identity, in devices: some Sequence<Device>, at now: Timestamp) -> Visibility {
        visibility(of: identity, in: devices, at: .known(now))
    }

    func auditVisibility(of identity: Identity, at now: Timestamp) -> AuditVisibility {
        auditVisibility(of: identity, at: .known(now))
    }

    func distance(
        of id: PersonID, to permission: Permission, on target: AccessTarget, at now: Timestamp
    ) -> Duration? { distance(of: id, to: permission, on: target, at: .known(now)) }

    func nextChange(for person: PersonID, after now: Timestamp) -> Timestamp? {
        nextChange(for: person, after: .known(now))
    }
}
