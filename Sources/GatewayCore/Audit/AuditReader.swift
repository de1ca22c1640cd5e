package import HomeModel
package import AuditTrail

/// Reads the audit log for identities that may see it: all entries, or only a person's own actions.
package struct AuditReader: Sendable {
    private let audit: AuditLog
    private let people: PeopleRegistry
    private let actions: AuthorizedActions
    private let quota = ReadQuota()

    package init(audit: AuditLog, people: PeopleRegistry, actions: AuthorizedActions) {
        self.audit = audit
        self.people = people
        self.actions = actions
    }

    /// Returns one page, newest first. A member gets only their own actions. Throws a refusal when the identity may
    /// read no entries at all.
    package func list(_ filter: AuditFilter, as identity: Identity) async throws(ActionRefusal) -> AuditPage {
        var filter = filter
        switch await reach(of: identity) {
        case .all: break
        case .actionsOf(let person): filter.actionsOf = person
        case .nothing: try await actions.require(.viewAudit, of: identity)
        }
        let selected = filter
        return try await quota.read(for: identity) { () async throws(ActionRefusal) in
            try await reading { () async throws(AuditError) in try await audit.page(selected) }
        }
    }

    /// Starts an export of all matching entries, newest first, one page at a time. An audit entry records the export
    /// before it begins. The export stops when the asker loses the permission to read, or when `isStillValid` returns false
    /// because the asker is no longer let in.
    package func export(
        _ filter: AuditFilter, as identity: Identity, isStillValid: @escaping @Sendable () async -> Bool = { true }
    ) async throws(ActionRefusal) -> AuditExport {
        try await actions.require(.viewAudit, of: identity)
        try await actions.require(.exportData, of: identity)
        try await actions.require(.exports, of: identity)
        try await actions.writeEntry(.dataExport, by: identity, metadata: ["what": "audit"])
        return AuditExport(audit: audit, filter: filter, asker: identity, quota: quota) { [actions] in
            guard await isStillValid() else { return false }
            return await actions.isAllowed(.viewAudit, identity: identity)
        }
    }

    /// Verifies the chains of the log. `remembered` are heads that the asker saved earlier.
    package func verify(
        remembered: [AuditHead] = [], as identity: Identity
    ) async throws(ActionRefusal) -> [AuditVerification] {
        try await actions.require(.viewAudit, of: identity)
        return try await quota.read(for: identity) { () async throws(ActionRefusal) in
            await audit.verify(remembered: remembered)
        }
    }

    /// Returns the current heads of the chains. Every identity that may read any entries gets them, so that many people
    /// save copies.
    package func heads(as identity: Identity) async throws(ActionRefusal) -> AuditHeads {
        if case .nothing = await reach(of: identity) { try await actions.require(.viewAudit, of: identity) }
        return try await reading { () async throws(AuditError) in try await audit.signedHeads() }
    }

    private func reach(of identity: Identity) async -> AuditVisibility {
        await people.policy.auditVisibility(of: identity, at: actions.clock.decisionTime())
    }
}

/// An export in progress.
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

    /// Returns the next page; nil after the last one. Checks the permission for each page, because a slow reader may
    /// lose it during the export. Throws `.unauthenticated` once the permission has ended.
    package mutating func next() async throws(ActionRefusal) -> [AuditRecord]? {
        guard !isOver else { return nil }
        guard await isAllowed() else { throw .unauthenticated }
        let (audit, filter) = (audit, filter)
        let page = try await quota.read(for: asker) { () async throws(ActionRefusal) in
            try await reading { () async throws(AuditError) in try await audit.page(filter) }
        }
        self.filter.before = page.next
        isOver = page.next == nil
        return page.records
    }
}

private func reading<Value: Sendable>(
    _ work: () async throws(AuditError) -> Value
) async throws(ActionRefusal) -> Value {
    do {
        return try await work()
    } catch {
        throw .notAudited
    }
}
