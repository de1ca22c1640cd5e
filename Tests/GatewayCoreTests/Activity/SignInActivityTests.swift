import HomeModel
import Testing

@testable import GatewayCore

/// What the services write about real sign-ins is one entry of the activity.
struct SignInActivityTests {
    @Test func settingUpAHomeIsOneEntry() async throws {
        try await withCore { home in
            let code = try #require(await home.pairing.newClaimCode()).exposed
            let tokens = try await home.pairing.claim(
                code, name: "Olga", key: .filled("a"), clientName: "Phone", from: "home")
            home.time.advance(by: .seconds(30))
            let olga = try await home.identity(tokens)
            try await home.pins.set("482915", current: nil, of: tokens.client.person, as: olga)
            let entries = try await home.activity.list(ActivityQuery(limit: 200), as: olga).entries
            #expect(entries.map(Self.line) == ["olga pairing.success claim setPIN"])
            let own = ActivityQuery(person: tokens.client.person)
            #expect(try await home.activity.list(own, as: olga).entries.count == 1)
        }
    }

    @Test func usingAnInvitationIsOneEntryBesideItsApproval() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(DeviceID("lamp"), capabilities: [.lamp])
            let grant = Grant(
                id: GrantID("draft"), person: PersonID("kim"), effect: .allow, permissions: [.controlDevices],
                selector: AccessSelector(devices: [DeviceID("lamp")]))
            let sent = try await home.invite(.approval, grants: [grant])
            let (client, service) = (InvitedClient(key: "k"), home.invitations)
            let nonce = try await client.commit(sent, to: service)
            try await client.reveal(sent, to: service)
            home.time.advance(by: .seconds(20))
            try await service.approve(
                sent.invitation.id, digits: client.digits(sent, gateway: nonce), as: console)
            let tokens = try #require(try await service.finish(sent.invitation.id, key: client.key))
            let kim = try await home.identity(tokens)
            try await home.pins.set("482915", current: nil, of: tokens.client.person, as: kim)
            let all = try await home.activity.list(ActivityQuery(category: .access, limit: 200), as: console).entries
            let expected = [
                "kim pairing.success open code grant setPIN", "console pairing.success", "console pairing.request",
                "console policy.change",
            ]
            #expect(all.map(Self.line).sorted() == expected.sorted())
            let own = try await home.activity.list(ActivityQuery(limit: 200), as: kim).entries
            #expect(own.map(Self.line) == ["kim pairing.success open code grant setPIN"])
        }
    }

    private static func line(_ entry: ActivityEntry) -> String {
        guard case .act(let act, _) = entry.content else { return "event" }
        let words = [entry.actor ?? "?", act.main.entry.event.rawValue] + act.steps.map(\.rawValue)
        return words.joined(separator: " ")
    }
}
