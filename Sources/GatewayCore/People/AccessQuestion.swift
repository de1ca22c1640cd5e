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

    /// `idle` says which grants would permit it, and why they do not now.
    init(_ decision: AccessDecision, idle: [String]) {
        (isAllowed, needsPIN, isPartial) = (decision.isAllowed, false, false)
        sentence = decision.sentence(idle: idle)
    }

    init(_ answer: CommandAnswer, idle: [String]) {
        (isAllowed, needsPIN, isPartial) = (answer.isAllowed, answer.needsPIN, answer.isPartial)
        sentence = answer.isAllowed ? answer.sentence : answer.best.sentence(idle: idle)
    }
}

extension AccessAnswer {
    /// The rights permit it, and there is nothing that it could be done to.
    fileprivate init(impossible rule: CommandRuleBroken) {
        (isAllowed, needsPIN, isPartial, sentence) = (false, false, false, rule.description)
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
    /// What decided it, and where a grant is missing, which ones there are for another time. Of many the first say enough.
    fileprivate func sentence(idle: [String]) -> String {
        guard case .deny(.notPermitted) = self, !idle.isEmpty else { return sentence }
        return idle.prefix(3).joined(separator: " ")
    }

    /// What decided it, for people.
    package var sentence: String {
        switch self {
        case .allow(.console): "The console has an owner's rights."
        case .allow(.role(.child)): "The role child permits it; sensitive commands are refused all the same."
        case .allow(.role(let role)): "The role \(role.rawValue) permits it."
        case .allow(.grant(let id)): "The grant \(id) permits it."
        case .allow(.ownTravel): "It stops what the person set in motion."
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
        var targets: [AccessTarget?] = [nil]
        func idle() -> [String] {
            policy.idleGrants(of: person, for: question.permission, on: targets, at: now)
                .map { policy.sentence(about: $0) }
        }
        if let id = question.device {
            guard let device = await registry.snapshot[id] else { throw .notFound }
            targets = device.targets(of: question)
            if question.permission == .controlDevices,
                let answer = policy.answer(
                    toCommandsOf: person, for: device, part: question.part, capability: question.capability, at: now)
            {
                return AccessAnswer(answer, idle: idle())
            }
            let target = AccessTarget(device: id, room: device.room, capability: question.capability?.kind)
            let decision =
                question.permission == .controlDevices
                ? policy.decideUnknownCommand(of: person, on: target, at: now)
                : policy.decide(person, question.permission, on: target, at: now)
            // As with a command itself, whether it makes sense is looked at once it is permitted.
            if decision.isAllowed, let broken = device.ruleBroken(by: question) {
                return AccessAnswer(impossible: broken)
            }
            return AccessAnswer(decision, idle: idle())
        }
        return AccessAnswer(policy.decide(person, question.permission, at: now), idle: idle())
    }
}

extension Device {
    /// Why nothing here can be done as the question says: it names what does not exist, or what takes no commands.
    fileprivate func ruleBroken(by question: AccessQuestion) -> CommandRuleBroken? {
        do throws(CommandRuleBroken) {
            if question.permission == .controlDevices {
                try CommandValidator.commanded(question.capability, of: question.part, in: description)
            } else {
                try CommandValidator.capabilities(question.capability, of: question.part, in: description)
            }
            return nil
        } catch {
            return error
        }
    }

    /// What the question may be about: the device as a whole, and each kind of capability that it asks for.
    fileprivate func targets(of question: AccessQuestion) -> [AccessTarget?] {
        let parts = description.parts.filter { question.part == nil || $0.id == question.part }
        let kinds = parts.flatMap(\.capabilities)
            .filter { question.capability == nil || $0.name == question.capability }.map(\.kind)
        let whole = question.capability == nil ? [nil] : [] as [CapabilityKind?]
        return (whole + Set(kinds)).map { AccessTarget(device: id, room: room, capability: $0) }
    }
}
