/// The part of the audit log that an identity may read.
package enum AuditVisibility: Hashable, Sendable {
    case all
    /// The entries about what this person did, also through the console.
    case actionsOf(PersonID)
    case nothing(AccessDecision.Denial)
}

extension AccessPolicy {
    /// Decides which entries `identity` may read: owners and admins all, members those about what they did themselves,
    /// everyone else none. A session with a scope that does not include `viewAudit` may read none either.
    package func auditVisibility(of identity: Identity, at now: DecisionTime) -> AuditVisibility {
        switch decide(identity, permission: .viewAudit, at: now) {
        case .allow: return .all
        case .deny(.onlyRoles(let roles)):
            guard let person = identity.person, people[person]?.role == .member else {
                return .nothing(.onlyRoles(roles))
            }
            return .actionsOf(person)
        case .deny(let denial): return .nothing(denial)
        }
    }
}
