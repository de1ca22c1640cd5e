import HomeModel
import Testing

struct AuditReachTests {
    @Test(
        arguments: [
            (.owner, .all), (.admin, .all), (.member, .actsOf(.any(.member))),
            (.child, .nothing(.onlyRoles([.owner, .admin]))), (.guest, .nothing(.onlyRoles([.owner, .admin]))),
            (.service, .nothing(.onlyRoles([.owner, .admin]))),
        ] as [(Role, AuditReach)])
    func whoReadsWhat(role: Role, reach: AuditReach) {
        #expect(AccessPolicy.household().auditReach(of: .any(role), at: noon) == reach)
    }

    @Test func theConsoleReadsEverything() {
        #expect(AccessPolicy().auditReach(of: .console, at: noon) == .all)
    }

    @Test func aStrangerReadsNothing() {
        let stranger = Identity.person(PersonID("stranger-1"))
        #expect(AccessPolicy.household().auditReach(of: stranger, at: noon) == .nothing(.unknownPerson))
    }
}

struct AuditTextTests {
    private static let hash = String(repeating: "a0", count: 32)

    @Test(arguments: ["informational:0:\(hash)", "security:18446744073709551615:\(hash)"])
    func aHeadReadsAsItIsWritten(text: String) throws {
        #expect(try #require(AuditHead(text)).description == text)
    }

    @Test(arguments: [
        "", "informational", "informational:1", "informational:1:abc", "other:1:\(hash)", "warning:-1:\(hash)",
        "warning:1:\(hash):", "warning:18446744073709551616:\(hash)", "warning:1:\(hash.uppercased())",
    ])
    func whatIsNoHeadIsRefused(text: String) { #expect(AuditHead(text) == nil) }

    @Test func aCursorReadsAsItIsWritten() throws {
        let text = "informational:7,warning:0,security:18446744073709551615"
        #expect(try #require(AuditCursor(text)).description == text)
    }

    @Test(arguments: ["", ",", "informational", "informational:x", "informational:1,informational:2", "a:1"])
    func whatIsNoCursorIsRefused(text: String) { #expect(AuditCursor(text) == nil) }
}
