import HomeModel
import Testing

struct AuditVisibilityTests {
    @Test(
        arguments: [
            (.owner, .all), (.admin, .all), (.member, .actionsOf(.any(.member))),
            (.child, .nothing(.onlyRoles([.owner, .admin]))), (.guest, .nothing(.onlyRoles([.owner, .admin]))),
            (.service, .nothing(.onlyRoles([.owner, .admin]))),
        ] as [(Role, AuditVisibility)])
    func roleDecidesWhichAuditEntriesAreVisible(role: Role, visibility: AuditVisibility) {
        #expect(AccessPolicy.household().auditVisibility(of: .any(role), at: noon) == visibility)
    }

    @Test func consoleReadsAllEntries() {
        #expect(AccessPolicy().auditVisibility(of: .console, at: noon) == .all)
    }

    @Test func unknownPersonReadsNoEntries() {
        let stranger = Identity.person(PersonID("stranger-1"))
        #expect(AccessPolicy.household().auditVisibility(of: stranger, at: noon) == .nothing(.unknownPerson))
    }
}
