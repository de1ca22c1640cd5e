/// Why an action is allowed or refused: a code, and what the decision depends on. With these a client writes the reason
/// in its own language.
package struct AccessReason: Hashable, Sendable {
    /// Stable, for programs.
    package let code: String
    /// The role that allows it, or that does not include it.
    package private(set) var role: Role?
    /// The only roles that include it, where no grant can add it.
    package private(set) var roles: [Role] = []
    /// The grant that allows it, or the deny that forbids it.
    package private(set) var grant: Grant?
    /// The grants that allow it at another time, or for a part of the home.
    package private(set) var conditional: [ConditionalGrant] = []

    /// A reason that consists of its code.
    package init(code: String) { self.code = code }
}

/// A grant that allows something at another time, or for a part of the home.
package struct ConditionalGrant: Hashable, Sendable {
    package let grant: Grant
    /// Why it is not in effect; nil when it is, for a part of the home.
    package let cause: InactiveGrant.Cause?
    /// When it next comes into effect; nil when it is in effect, and when it never is again.
    package let nextStart: Timestamp?
}

extension AccessReason {
    /// The reason for the decision about a person. `conditional` counts only where a grant is missing.
    package init(
        _ decision: AccessDecision, of person: PersonID, by policy: AccessPolicy, conditional: [ConditionalGrant] = []
    ) {
        func grant(_ id: GrantID) -> Grant? { policy.grants[person]?.first { $0.id == id } }
        switch decision {
        case .allow(.console): self.init(code: "console")
        case .allow(.ownTravel): self.init(code: "ownMovement")
        case .allow(.role(let role)):
            self.init(code: "role")
            self.role = role
        case .allow(.grant(let id)):
            self.init(code: "grant")
            self.grant = grant(id)
        case .deny(.notPermitted) where !conditional.isEmpty:
            self.init(code: conditional.contains { $0.cause == nil } ? "partOfHome" : "grantNotInEffect")
            self.conditional = conditional
        case .deny(let denial):
            self.init(denial, grant: grant)
        }
    }

    private init(_ denial: AccessDecision.Denial, grant: (GrantID) -> Grant?) {
        switch denial {
        case .onlyRoles(let roles):
            self.init(code: "onlyRoles")
            self.roles = roles
        case .ownDeny: self.init(code: "ownDeny")
        case .notPermitted(let role), .routineOnly(let role):
            self.init(code: denial.code)
            self.role = role
        case .denied(let id), .usedUp(let id), .clockUnknown(let id):
            self.init(code: denial.code)
            self.grant = grant(id)
        case .unknownPerson, .outOfScope, .lockedDown, .revoked, .stepUpNeeded, .outsideHours:
            self.init(code: denial.code)
        }
    }
}

extension AccessPolicy {
    /// The grants that allow `permission` to a person for one of `targets` at another time. For the whole home, which is
    /// a nil target, also those that allow it for a part of the home.
    package func conditionalGrants(
        of person: PersonID, for permission: Permission, on targets: [AccessTarget?], at now: DecisionTime
    ) -> [ConditionalGrant] {
        let isWholeHome = targets == [nil]
        return (grants[person] ?? []).compactMap { grant in
            guard grant.effect == .allow, grant.permissions.contains(permission), !grant.waitsForClock(at: now) else {
                return nil
            }
            let isPart = isWholeHome && grant.selector != AccessSelector()
            guard isPart || targets.contains(where: { $0.map(grant.selector.covers) ?? true }) else { return nil }
            let cause = inactiveCause(of: grant, at: now)
            // A grant that is over explains nothing about the whole home.
            guard isPart ? !grant.isOver(at: now) : cause != nil else { return nil }
            return ConditionalGrant(grant: grant, cause: cause, nextStart: timing(of: grant, at: now).nextStart)
        }
    }

    /// A sentence for people about such a grant.
    package func sentence(about conditional: ConditionalGrant, at now: DecisionTime) -> String {
        let id = conditional.grant.id
        guard let cause = conditional.cause else { return "The grant \(id) permits it for a part of the home." }
        let next = conditional.nextStart.map { " It applies next on \(dayAndTime(of: $0))." } ?? ""
        return sentence(about: InactiveGrant(id: id, cause: cause), at: now) + next
    }
}
