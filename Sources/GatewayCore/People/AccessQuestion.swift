package import HomeModel

/// “May this person do that there?”, asked by someone who manages people.
package struct AccessQuestion: Sendable {
    package let permission: Permission
    package let device: DeviceID?
    package let part: PartID?
    package let capability: CapabilityName?

    package init(permission: Permission, device: DeviceID?, part: PartID? = nil, capability: CapabilityName?) {
        self.permission = permission
        self.device = device
        self.part = part
        self.capability = capability
    }
}

/// The answer, with what decided it.
package struct AccessAnswer: Sendable {
    package let isAllowed: Bool
    /// Whether some of it takes a PIN.
    package let needsPIN: Bool
    /// Whether some of it is refused.
    package let isPartial: Bool
    /// For people.
    package let sentence: String

    init(_ decision: AccessDecision) {
        (isAllowed, needsPIN, isPartial, sentence) = (decision.isAllowed, false, false, decision.sentence)
    }

    init(_ answer: CommandAnswer) {
        (isAllowed, needsPIN, isPartial) = (answer.isAllowed, answer.needsPIN, answer.isPartial)
        sentence = answer.sentence
    }
}

extension CommandAnswer {
    fileprivate var sentence: String {
        switch (best, worst) {
        case (.deny(.stepUpNeeded), .deny(.stepUpNeeded)): "Only with a PIN."
        case (.deny(.stepUpNeeded), .deny(let denial)): "Some of it, only with a PIN. \(denial)"
        case (.deny(let denial), _): denial.description
        case (.allow, .allow): best.sentence
        case (.allow, .deny(.stepUpNeeded)): "\(best.sentence) What can do harm, only with a PIN."
        case (.allow, .deny(let denial)): "Some of it. \(best.sentence) The rest is refused: \(denial)"
        }
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

    /// The answer that `person` would get now, with its reason: of commands that of the command itself, with the lockdown
    /// and the PIN that it takes. Asking changes nothing.
    package func explain(
        _ question: AccessQuestion, for person: PersonID, as identity: Identity
    ) async throws(ActRefusal) -> AccessAnswer {
        try await acts.require(.managePeople, of: identity)
        guard await people.person(person) != nil else { throw .notFound }
        let (policy, now) = (await people.policy, acts.clock.decisionTime())
        var target: AccessTarget?
        if let id = question.device {
            guard let device = await registry.snapshot[id] else { throw .notFound }
            if question.permission == .controlDevices,
                let answer = policy.answer(
                    toCommandsOf: person, for: device, part: question.part, capability: question.capability, at: now)
            {
                return AccessAnswer(answer)
            }
            target = AccessTarget(device: id, room: device.room, capability: question.capability?.kind)
        }
        return AccessAnswer(policy.decide(person, question.permission, on: target, at: now))
    }
}
