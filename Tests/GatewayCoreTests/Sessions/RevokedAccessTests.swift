import HomeCertificates
import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

/// Revoked access ends at once, also for requests in progress, and limits hold for concurrent requests.
@Suite struct RevokedAccessTests {
    private let lamp = DeviceID("lamp" as StaticString)

    @Test func commandOfARevokedClientIsRefused() async throws {
        try await withCore { home in
            try await home.add(lamp, capabilities: [.lamp])
            let tokens = try await home.pair("Kim", role: .member)
            let identity = try await home.identity(tokens)
            try await home.clients.revoke(tokens.client.id, as: #require(CoreHome.console))
            let record = try await home.send(.boolean(true), to: lamp, as: identity)
            #expect(record.refusal == .denied(.revoked))
        }
    }

    @Test func attemptOfARevokedClientNamesItsPerson() async throws {
        try await withCore { home in
            let tokens = try await home.pair("Kim", role: .member)
            let (token, client) = (tokens.access.exposedText, tokens.client)
            await home.clients.recordStranger("noProof", token: token)
            try await home.clients.revoke(client.id, as: #require(CoreHome.console))
            await home.clients.recordStranger("token", token: token)
            await home.clients.recordStranger("token", token: "unknown")
            let entries = try await home.audit.records(AuditFilter(event: .authLogin)).map(\.entry).filter {
                !$0.success
            }
            #expect(entries.map { $0.metadata["reason"] } == ["token", "revoked", "noProof"])
            #expect(entries.map(\.concerned) == [nil, client.person.rawValue, nil])
            #expect(entries.map { $0.metadata["client"] } == [nil, client.id.rawValue, client.id.rawValue])
            #expect(entries.allSatisfy { $0.actor == "stranger" })
        }
    }

    @Test func onlyTheLatestRevokedSessionsAreRemembered() {
        var revoked = RevokedSessions()
        let ids = (0...RevokedSessions.capacity).map { SessionID(slugging: "s-\($0)", fallback: SessionID("s")) }
        for id in ids { revoked[id] = NamedClient(id: ClientID("phone"), person: nil, isRevoked: true) }
        #expect(revoked[ids[0]] == nil && ids.dropFirst().allSatisfy { revoked[$0] != nil })
    }

    @Test func concurrentPINAttemptsAreThrottled() async throws {
        try await withCore { home in
            let phone = try await home.pair("Kim", role: .member)
            let asKim = try await home.identity(phone)
            try await home.pins.set("482915", current: nil, of: phone.client.person, as: asKim)
            let checkedCount = await withTaskGroup(of: Bool.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        do throws(ActionRefusal) {
                            try await home.pins.stepUp("111222", for: .commands, as: asKim)
                            return true
                        } catch .invalid {
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(checkedCount == 5)
        }
    }

    @Test func ownersWhoDemoteEachOtherLeaveOneOwner() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let anna = try await home.peopleService.add(name: "Anna", role: .owner, as: console).id
            let bo = try await home.peopleService.add(name: "Bo", role: .owner, as: console).id
            await withTaskGroup(of: Void.self) { group in
                for (actor, other) in [(anna, bo), (bo, anna)] {
                    group.addTask {
                        _ = try? await home.peopleService.change(other, role: .member, as: CoreHome.identity(actor))
                    }
                }
            }
            #expect(await home.people.hasOwner)
        }
    }

    @Test func scopedSessionCannotSetAPINOrWidenItsScope() async throws {
        try await withCore { home in
            let phone = try await home.pair("Anna", role: .owner, key: "p")
            let console = try #require(CoreHome.console)
            let invitation = try await home.pairing.invite(
                phone.client.person, scope: [.controlDevices, .managePeople], isApproved: true, as: console)
            let waiting = try await home.pairing.request(
                invitation.code.exposed, key: .filled("w"), clientName: "Wall", from: "wall")
            let panel = try #require(try await home.pairing.finish(waiting.id, key: .filled("w")))
            let asPanel = try await home.identity(panel)
            await #expect(throws: ActionRefusal.self) {
                try await home.pins.set("482915", current: nil, of: phone.client.person, as: asPanel)
            }
            // An invitation by it has at most its own scope.
            let another = try await home.pairing.invite(
                phone.client.person, scope: nil, isApproved: true, as: asPanel)
            #expect(another.scope == [.controlDevices, .managePeople])
        }
    }

    @Test func concurrentRenewalsOfOneSessionSucceed() async throws {
        try await withCore { home in
            let first = try await home.pair("Kim", role: .member)
            let answers = try await withThrowingTaskGroup(of: IssuedTokens.self) { group in
                for _ in 0..<2 {
                    group.addTask { try await home.clients.renew(first.refresh.exposedText, key: .filled("k")) }
                }
                return try await group.reduce(into: [IssuedTokens]()) { $0.append($1) }
            }
            #expect(Set(answers.map(\.access.exposedText)).count == 1)
            for tokens in answers { #expect(try await home.identity(tokens).client == first.client.id) }
            let next = try await home.clients.renew(answers[0].refresh.exposedText, key: .filled("k"))
            #expect(try await home.identity(next).client == first.client.id)
        }
    }

    @Test func personCannotRevokeTheirOwnDeny() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let ada = try await home.peopleService.add(name: "Ada", role: .admin, as: console).id
            let deny = try await home.grants.give(
                Grant(id: GrantID("new"), person: ada, effect: .deny, permissions: [.controlDevices]), as: console)
            await #expect(throws: ActionRefusal.self) {
                try await home.grants.revoke(deny.id, effect: .deny, as: CoreHome.identity(ada))
            }
            try await home.grants.revoke(deny.id, effect: .deny, as: console)
        }
    }
}
