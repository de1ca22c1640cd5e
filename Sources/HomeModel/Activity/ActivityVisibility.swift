/// The part of the activity that an identity may read.
package enum ActivityVisibility: Hashable, Sendable {
    /// Everything, with the audit entries.
    case everything
    /// What this person did, the events of the devices that the identity may see, and the commands of others to these
    /// devices without their senders.
    case household(PersonID)
    /// Only what this person did.
    case own(PersonID)
}

extension AccessPolicy {
    /// Decides which part of the activity `identity` may read: owners and admins all of it, members and children that of
    /// the household, guests and services only what they did themselves. A session with a scope reads no more than its
    /// person, and without `viewAudit` no audit entries.
    package func activityVisibility(of identity: Identity, at now: DecisionTime) -> ActivityVisibility {
        guard let person = identity.person else { return .everything }
        if decide(identity, permission: .viewAudit, at: now).isAllowed { return .everything }
        return switch people[person]?.role {
        case .owner, .admin, .member, .child: .household(person)
        case .guest, .service, nil: .own(person)
        }
    }

    /// The children whose names `identity` does not get with their acts: all but itself, also for an owner. What children
    /// do is in the audit log, and in no list by person.
    package func unnamedChildren(for identity: Identity) -> Set<PersonID> {
        Set(people.values.lazy.filter { $0.role == .child && $0.id != identity.person }.map(\.id))
    }
}
