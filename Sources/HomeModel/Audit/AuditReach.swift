/// How much of the audit log somebody may read.
package enum AuditReach: Hashable, Sendable {
    case all
    /// What this person did, also through the console.
    case actsOf(PersonID)
    case nothing(AccessDecision.Denial)
}

extension AccessPolicy {
    /// Owners and admins read everything, members what they did themselves, everyone else nothing. A session that was
    /// made for less reads nothing either.
    package func auditReach(of identity: Identity, at now: DecisionTime) -> AuditReach {
        switch decide(identity, .viewAudit, at: now) {
        case .allow: return .all
        case .deny(.onlyRoles(let roles)):
            guard let person = identity.person, people[person]?.role == .member else {
                return .nothing(.onlyRoles(roles))
            }
            return .actsOf(person)
        case .deny(let denial): return .nothing(denial)
        }
    }
}
