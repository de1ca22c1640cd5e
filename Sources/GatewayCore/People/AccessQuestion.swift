package import HomeModel

/// “May this person do that there?”, asked by someone who manages people.
package struct AccessQuestion: Sendable {
    package let permission: Permission
    package let device: DeviceID?
    package let capability: CapabilityName?

    package init(permission: Permission, device: DeviceID?, capability: CapabilityName?) {
        self.permission = permission
        self.device = device
        self.capability = capability
    }
}

extension AccessDecision {
    /// The decision and what decided it, for people.
    package var sentence: String {
        switch self {
        case .allow(.console): "Yes: the console has an owner's rights."
        case .allow(.role(let role)): "Yes: the role \(role.rawValue) permits it."
        case .allow(.grant(let id)): "Yes: the grant \(id) permits it."
        case .deny(let denial): "No: \(denial)"
        }
    }
}

extension PeopleService {
    /// Writes down that somebody came in the name of a person who is not here.
    package func noteStranger(_ identity: Identity) async throws(ActRefusal) {
        try await acts.writeDown(.authLogin, .warning, by: identity, success: false)
    }

    /// The decision that `person` would get, with its reason. Asking changes nothing.
    package func explain(
        _ question: AccessQuestion, for person: PersonID, as identity: Identity
    ) async throws(ActRefusal) -> AccessDecision {
        try await acts.require(.managePeople, of: identity)
        guard await people.person(person) != nil else { throw .notFound }
        var target: AccessTarget?
        if let id = question.device {
            guard let device = await registry.snapshot[id] else { throw .notFound }
            target = AccessTarget(device: id, room: device.room, capability: question.capability?.kind)
        }
        return await people.policy.decide(person, question.permission, on: target, at: acts.clock.now())
    }
}
