package import HomeModel
package import HomeStorage

/// The audit log for those who may read it: all of it, or a person's own acts.
package struct AuditReader: Sendable {
    private let audit: AuditLog
    private let people: PeopleRegister
    private let acts: AuditedActs
    private let quota = ReadQuota()

    package init(audit: AuditLog, people: PeopleRegister, acts: AuditedActs) {
        self.audit = audit
        self.people = people
        self.acts = acts
    }

    /// One page, newest first. A member sees what they did themselves; who may read nothing is refused.
    package func list(_ filter: AuditFilter, as identity: Identity) async throws(ActRefusal) -> AuditPage {
        var filter = filter
        switch await reach(of: identity) {
        case .all: break
        case .actsOf(let person): filter.actsOf = person
        case .nothing: try await acts.require(.viewAudit, of: identity)
        }
        let selected = filter
        return try await quota.read(for: identity) { () async throws(ActRefusal) in
            try await reading { () async throws(AuditError) in try await audit.page(selected) }
        }
    }

    /// Everything that matches, newest first, a page at a time. Handing it out is written down before it begins; it stops
    /// when the asker may not read any more, or by `holds` is not let in any more.
    package func export(
        _ filter: AuditFilter, as identity: Identity, holds: @escaping @Sendable () async -> Bool = { true }
    ) async throws(ActRefusal) -> AuditExport {
        try await acts.require(.viewAudit, of: identity)
        try await acts.require(.exportData, of: identity)
        try await acts.require(.exports, of: identity)
        try await acts.writeDown(.dataExport, by: identity, metadata: ["what": "audit"])
        return AuditExport(audit: audit, filter: filter, asker: identity, quota: quota) { [acts] in
            guard await holds() else { return false }
            return await acts.may(.viewAudit, identity)
        }
    }

    /// `remembered` are heads that the asker kept.
    package func verify(
        remembered: [AuditHead] = [], as identity: Identity
    ) async throws(ActRefusal) -> [AuditVerification] {
        try await acts.require(.viewAudit, of: identity)
        return try await quota.read(for: identity) { () async throws(ActRefusal) in
            await audit.verify(remembered: remembered)
        }
    }

    /// The heads as they are now: for everyone who may read anything at all, so that many remember them.
    package func heads(as identity: Identity) async throws(ActRefusal) -> AuditHeads {
        if case .nothing = await reach(of: identity) { try await acts.require(.viewAudit, of: identity) }
        return try await reading { () async throws(AuditError) in try await audit.signedHeads() }
    }

    private func reach(of identity: Identity) async -> AuditReach {
        await people.policy.auditReach(of: identity, at: acts.clock.decisionTime())
    }
}

/// An export under way.
package struct AuditExport: Sendable {
    private static let pageSize = 1000

    private let audit: AuditLog
    private var filter: AuditFilter
    private var isOver = false
    private let asker: Identity
    private let quota: ReadQuota
    private let isAllowed: @Sendable () async -> Bool

    fileprivate init(
        audit: AuditLog, filter: AuditFilter, asker: Identity, quota: ReadQuota,
        isAllowed: @escaping @Sendable () async -> Bool
    ) {
        self.audit = audit
        self.asker = asker
        self.quota = quota
        self.isAllowed = isAllowed
        self.filter = filter
        self.filter.limit = Self.pageSize
    }

    /// Nil when everything was given. Permission is asked for each page: a slow reader may lose it on the way.
    package mutating func next() async throws(ActRefusal) -> [AuditRecord]? {
        guard !isOver else { return nil }
        guard await isAllowed() else { throw .unauthenticated }
        let (audit, filter) = (audit, filter)
        let page = try await quota.read(for: asker) { () async throws(ActRefusal) in
            try await reading { () async throws(AuditError) in try await audit.page(filter) }
        }
        self.filter.before = page.next
        isOver = page.next == nil
        return page.records
    }
}

private func reading<Value: Sendable>(
    _ work: () async throws(AuditError) -> Value
) async throws(ActRefusal) -> Value {
    do {
        return try await work()
    } catch {
        throw .notAudited
    }
}
