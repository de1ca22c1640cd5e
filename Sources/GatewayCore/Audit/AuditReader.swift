package import HomeModel
package import HomeStorage

/// The audit log for those who may read it: all of it, or a person's own acts.
package struct AuditReader: Sendable {
    private let audit: AuditLog
    private let people: PeopleRegister
    private let acts: AuditedActs

    package init(audit: AuditLog, people: PeopleRegister, acts: AuditedActs) {
        self.audit = audit
        self.people = people
        self.acts = acts
    }

    /// Newest first. Who may not read everything sees what they did themselves.
    package func list(_ filter: AuditFilter, as identity: Identity) async throws(ActRefusal) -> [AuditRecord] {
        let mayReadAll = await people.policy.decide(identity, .viewAudit, at: acts.clock.now()).isAllowed
        var filter = filter
        if !mayReadAll { filter.actor = identity.description }
        do {
            return try await audit.records(filter)
        } catch {
            throw .notAudited
        }
    }

    package func verify(as identity: Identity) async throws(ActRefusal) -> [AuditVerification] {
        try await acts.require(.viewAudit, of: identity)
        return await audit.verify()
    }
}
