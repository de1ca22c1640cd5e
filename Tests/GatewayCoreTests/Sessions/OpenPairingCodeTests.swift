import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

/// Open codes are listed by their ids, and can be withdrawn.
@Suite struct OpenPairingCodeTests {
    private func invite(_ home: CoreHome, name: String, role: Role) async throws -> OpenPairingCode {
        let console = try #require(CoreHome.console)
        let person = try await home.peopleService.add(name: name, role: role, as: console).id
        return try await home.pairing.invite(person, scope: [.controlDevices], isApproved: false, as: console)
    }

    private func isAccepted(_ invitation: OpenPairingCode, in home: CoreHome) async -> Bool {
        await
            (try? home.pairing.request(
                invitation.code.exposed, key: .filled("k"), clientName: "Phone", from: "1.2.3.4")) != nil
    }

    @Test func openCodesAreListedUntilTheyEnd() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let ada = try await home.peopleService.add(name: "Ada", role: .admin, as: console).id
            let first = try await invite(home, name: "Kim", role: .member)
            home.time.advance(by: .seconds(60))
            let second = try await home.pairing.invite(
                first.person, scope: nil, isApproved: true, as: CoreHome.identity(ada))
            let open = try await home.pairing.invitations(as: console)
            #expect(open.map(\.id) == [first.id, second.id])
            #expect(open.map(\.invitedBy) == ["console", "console as ada"])
            #expect(open.map(\.isApproved) == [false, true] && open.map(\.wrongTries) == [0, 0])
            #expect(open.first?.expiresAt == first.expiresAt && first.id.rawValue != first.code.exposed)
            home.time.advance(by: .seconds(240))
            #expect(try await home.pairing.invitations(as: console).map(\.id) == [second.id])
            #expect(await isAccepted(second, in: home))
            #expect(try await home.pairing.invitations(as: console).isEmpty)
        }
    }

    @Test func wrongAttemptsAreCounted() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await invite(home, name: "Kim", role: .member)
            await #expect(throws: ActionRefusal.self) {
                try await home.pairing.request("00000-00000", key: .filled("k"), clientName: "Phone", from: "a")
            }
            #expect(try await home.pairing.invitations(as: console).map(\.wrongTries) == [1])
        }
    }

    @Test func withdrawnCodeIsRefusedAndOthersStayValid() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let (kim, bo) = (
                try await invite(home, name: "Kim", role: .member), try await invite(home, name: "Bo", role: .member)
            )
            try await home.pairing.withdraw(kim.id, as: console)
            #expect(await !isAccepted(kim, in: home))
            #expect(await isAccepted(bo, in: home))
            let entries = try await home.audit.records(AuditFilter(target: kim.person.rawValue)).map(\.entry)
            #expect(entries.contains { $0.event == .pairingRequest && $0.metadata["act"] == "withdraw" && $0.success })
            #expect(!entries.contains { $0.event == .pairingFailure })
            await #expect(throws: ActionRefusal.self) { try await home.pairing.withdraw(kim.id, as: console) }
            await #expect(throws: ActionRefusal.self) { try await home.pairing.withdraw(bo.id, as: console) }
        }
    }

    @Test(arguments: [(Role.admin, Role.member, true), (.admin, .owner, false), (.member, .guest, false)])
    func rightToWithdrawACodeDependsOnBothRoles(actor: Role, person: Role, isAllowed: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let asker = try await home.peopleService.add(name: "Asker", role: actor, as: console).id
            let invitation = try await invite(home, name: "Kim", role: person)
            try? await home.pairing.withdraw(invitation.id, as: CoreHome.identity(asker))
            #expect(try await home.pairing.invitations(as: console).isEmpty == isAllowed)
        }
    }

    @Test func memberCannotListInvitations() async throws {
        try await withCore { home in
            let kim = try await invite(home, name: "Kim", role: .member)
            await #expect(throws: ActionRefusal.self) {
                try await home.pairing.invitations(as: CoreHome.identity(kim.person))
            }
        }
    }
}
