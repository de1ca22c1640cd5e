package import HomeModel

/// The question whether a person may do something, asked by a person who manages people.
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

/// The answer to an `AccessQuestion`, with its reason.
package struct AccessExplanation: Sendable {
    package let isAllowed: Bool
    /// Whether some of it requires a PIN.
    package let needsPIN: Bool
    /// Whether some of it is refused.
    package let isPartial: Bool
    /// The reason, for people.
    package let sentence: String
    /// The reason by code, with what the decision depends on.
    package let reason: AccessReason
    /// Where some of it is refused, why.
    package let restReason: AccessReason?
    /// The time of the decision; nil while the clock is not known.
    package let time: Timestamp?

    fileprivate init(_ decision: AccessDecision, in context: ReasonContext) {
        (isAllowed, needsPIN, isPartial) = (decision.isAllowed, false, false)
        sentence = decision.sentence(in: context)
        (reason, restReason, time) = (context.reason(for: decision), nil, context.knownTime)
    }

    fileprivate init(_ answer: CommandAccessSummary, in context: ReasonContext) {
        (isAllowed, needsPIN, isPartial) = (answer.isAllowed, answer.needsPIN, answer.isPartial)
        sentence = answer.isAllowed ? answer.sentence : answer.best.sentence(in: context)
        reason = context.reason(for: answer.best)
        restReason = answer.isPartial ? context.reason(for: answer.worst) : nil
        time = context.knownTime
    }

    /// The rights permit it, but the device has nothing that it could be done to.
    fileprivate init(impossible rule: CommandRuleViolation, in context: ReasonContext) {
        (isAllowed, needsPIN, isPartial, sentence) = (false, false, false, rule.description)
        (reason, restReason, time) = (AccessReason(code: rule.code), nil, context.knownTime)
    }
}

/// What the reason for a decision about a person depends on.
private struct ReasonContext {
    let person: PersonID
    let policy: AccessPolicy
    let now: DecisionTime
    let conditional: [ConditionalGrant]

    var knownTime: Timestamp? { now.isKnown ? now.wall : nil }

    init(
        _ question: AccessQuestion, of person: PersonID, on targets: [AccessTarget?], by policy: AccessPolicy,
        at now: DecisionTime
    ) {
        (self.person, self.policy, self.now) = (person, policy, now)
        conditional = policy.conditionalGrants(of: person, for: question.permission, on: targets, at: now)
    }

    func reason(for decision: AccessDecision) -> AccessReason {
        AccessReason(decision, of: person, by: policy, conditional: conditional)
    }
}

extension CommandAccessSummary {
    fileprivate var sentence: String {
        switch (best, worst) {
        case (.deny(.stepUpNeeded), .deny(.stepUpNeeded)): "Only with a PIN."
        case (.deny(.stepUpNeeded), .deny(let denial)): "Some of it, only with a PIN. The rest is refused: \(denial)"
        case (.deny(let denial), _): denial.description
        case (.allow, .allow): best.sentence
        case (.allow, .deny(.stepUpNeeded)): permitted
        case (.allow, .deny(let denial)): "Some of it is permitted. \(permitted) The rest is refused: \(denial)"
        }
    }

    /// The reason why commands are permitted, and whether some of them need a PIN.
    private var permitted: String {
        needsPIN ? "\(best.sentence) Commands that can do harm are permitted only with a PIN." : best.sentence
    }
}

extension AccessDecision {
    /// The reason. Where a grant is missing, the sentence names grants for another time or for a part of the home, at
    /// most three.
    fileprivate func sentence(in context: ReasonContext) -> String {
        guard case .deny(.notPermitted) = self, !context.conditional.isEmpty else { return sentence }
        return context.conditional.prefix(3).map { context.policy.sentence(about: $0, at: context.now) }
            .joined(separator: " ")
    }

    /// The reason, for people.
    package var sentence: String {
        switch self {
        case .allow(.console): "The console has an owner's rights."
        case .allow(.role(.child)): "The role child permits it; sensitive commands are still refused."
        case .allow(.role(let role)): "The role \(role.rawValue) permits it."
        case .allow(.grant(let id)): "The grant \(id) permits it."
        case .allow(.ownTravel): "It stops what the person set in motion."
        case .deny(let denial): denial.description
        }
    }
}

extension PeopleService {
    /// Writes an audit entry for a request in the name of a person who does not exist here.
    package func recordStranger(_ identity: Identity) async throws(ActionRefusal) {
        try await actions.writeEntry(.authLogin, severity: .warning, by: identity, success: false)
    }

    /// Returns the answer that `person` would get now, with its reason. For commands this is the answer to the command
    /// itself, including the lockdown and the PIN. Asking changes nothing.
    package func explain(
        _ question: AccessQuestion, for person: PersonID, as identity: Identity
    ) async throws(ActionRefusal) -> AccessExplanation {
        try await actions.require(.managePeople, of: identity)
        guard await people.person(person) != nil else { throw .notFound }
        let (policy, now) = (await people.policy, actions.clock.decisionTime())
        func context(_ targets: [AccessTarget?]) -> ReasonContext {
            ReasonContext(question, of: person, on: targets, by: policy, at: now)
        }
        guard let id = question.device else {
            return AccessExplanation(
                policy.decide(person, permission: question.permission, at: now), in: context([nil]))
        }
        guard let device = await registry.snapshot[id] else { throw .notFound }
        let reasons = context(device.targets(of: question))
        if question.permission == .controlDevices,
            let commandAccess = policy.commandAccess(
                toCommandsOf: person, for: device, part: question.part, capability: question.capability, at: now)
        {
            return AccessExplanation(commandAccess, in: reasons)
        }
        let decision = policy.decide(question, about: device, for: person, at: now)
        // As with a command itself, its validity is checked once it is permitted.
        if decision.isAllowed, let broken = device.ruleBroken(by: question) {
            return AccessExplanation(impossible: broken, in: reasons)
        }
        return AccessExplanation(decision, in: reasons)
    }
}

extension AccessPolicy {
    /// The decision about what the question names, where that is no command that the device accepts.
    fileprivate func decide(
        _ question: AccessQuestion, about device: Device, for person: PersonID, at now: DecisionTime
    ) -> AccessDecision {
        let target = AccessTarget(device: device.id, room: device.room, capability: question.capability?.kind)
        return question.permission == .controlDevices
            ? decideUnknownCommand(of: person, on: target, at: now)
            : decide(person, permission: question.permission, on: target, at: now)
    }
}

extension Device {
    /// Returns why the device cannot do what the question names: the part or capability does not exist, or accepts no
    /// commands.
    fileprivate func ruleBroken(by question: AccessQuestion) -> CommandRuleViolation? {
        do throws(CommandRuleViolation) {
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

    /// Returns the possible targets of the question: the device as a whole, and each kind of capability that it names.
    fileprivate func targets(of question: AccessQuestion) -> [AccessTarget?] {
        let parts = description.parts.filter { question.part == nil || $0.id == question.part }
        let kinds = parts.flatMap(\.capabilities)
            .filter { question.capability == nil || $0.name == question.capability }.map(\.kind)
        let whole = question.capability == nil ? [nil] : [] as [CapabilityKind?]
        return (whole + Set(kinds)).map { AccessTarget(device: id, room: room, capability: $0) }
    }
}
