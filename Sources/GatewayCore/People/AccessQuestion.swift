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
    /// What decided it, for people.
    package var sentence: String {
        switch self {
        case .allow(.console): "The console has an owner's rights."
        case .allow(.role(.child)): "The role child permits it; sensitive commands are refused all the same."
        case .allow(.role(let role)): "The role \(role.rawValue) permits it."
        case .allow(.grant(let id)): "The grant \(id) permits it."
        case .deny(let denial): denial.description
        }
    }
}

extension PeopleService {
    /// Writes down that somebody came in the name of a person who is not here.
    package func noteStranger(_ identity: Identity) async throws(ActRefusal) {
        try await acts.writeDown(.authLogin, .warning, by: identity, success: false)
    }

    /// Passes when `identity` holds the permission; a refusal is written down.
    package func require(_ permission: Permission, of identity: Identity) async throws(ActRefusal) {
        try await acts.require(permission, of: identity)
    }

    /// Passes when `identity` confirmed this purpose with a PIN just now; a refusal is written down.
    package func require(_ stepUp: StepUp, of identity: Identity) async throws(ActRefusal) {
        try await acts.require(stepUp, of: identity)
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
