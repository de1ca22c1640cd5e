import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Anna claims the home and invites a member and a weekend guest. Each has exactly their rights. Then the guest's grant
/// ends, a token is stolen and a client is revoked.
@Suite struct ResidentsStory {
    private static let scenario = Scenario(
        name: "Two rooms", residents: 0,
        devices: [
            .relay("lamp", name: DisplayName("Lamp" as StaticString), feeding: .light),
            .relay("heater", name: DisplayName("Heater" as StaticString), feeding: .spaceHeater),
        ])

    @Test(.timeLimit(.minutes(15))) func residentsHaveExactlyTheirRights() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { devices in
                try await home.adopt(Self.scenario)
                for id in ["lamp", "heater"] {
                    try await eventually("\(id) is ready") { try await home.device(id).availability == .ready }
                }
                let remotes = home.remotes
                try await annaClaimsTheHome(remotes)
                try await annaInvitesAMemberAndAGuest(remotes)
                try await boHasTheRightsOfAMember(remotes, devices: devices)
                try await kimHasTheRightsOfTheGrant(remotes, devices: devices)
                try await stolenTokenIsRefusedWithoutItsKey(home, remotes: remotes)
                try await annaRevokesAClient(remotes)
                try await auditLogContainsTheEventsInOrder(home)
            }
        }
    }

    private func annaClaimsTheHome(_ remotes: RemoteTerminals) async throws {
        let payload = try await remotes.claimPayload()
        let claimed = try await remotes.pair("anna", payload: payload, more: "--owner-name", "Anna")
        #expect(claimed.status == 0, "\(claimed.errors)")
        // The code is valid once only.
        #expect(try await remotes.pair("mallory", payload: payload, more: "--owner-name", "Mallory").status != 0)
        #expect(try await remotes("anna", "people", "list").output.contains("owner"))
    }

    private func annaInvitesAMemberAndAGuest(_ remotes: RemoteTerminals) async throws {
        #expect(try await remotes.with(input: "\n482915\n", "anna", arguments: "people", "pin").status == 0)
        // Adding a person needs a PIN, and this terminal cannot ask for it.
        #expect(try await remotes("anna", "people", "add", "Bo", "--role", "member").status == 3)
        for (name, role) in [("Bo", "member"), ("Kim", "guest")] {
            #expect(try await remotes.console("people", "add", name, "--role", role).status == 0)
        }
        let grant = try await remotes.console(
            "people", "grant", "kim", "controlDevices", "--device", "lamp", "--until", "1h")
        #expect(grant.status == 0, "\(grant.errors)")
        for person in ["bo", "kim"] {
            let paired = try await remotes.pair(person, payload: try await remotes.invitation(of: person))
            #expect(paired.status == 0, "\(paired.errors)")
        }
    }

    private func boHasTheRightsOfAMember(_ remotes: RemoteTerminals, devices: SimulatedHome) async throws {
        #expect(try await remotes("bo", "send", "lamp", "switch", "on").status == 0)
        #expect(await devices.isOn("lamp") == true)
        // A heater needs a PIN, which Bo does not have.
        #expect(try await remotes("bo", "send", "heater", "switch", "on").status == 3)
        #expect(await devices.isOn("heater") == false)
        #expect(try await remotes("bo", "people", "list").status == 3)
        #expect(try await remotes("bo", "audit", "verify").status == 3)
    }

    private func kimHasTheRightsOfTheGrant(_ remotes: RemoteTerminals, devices: SimulatedHome) async throws {
        let seen = try await remotes("kim", "devices", "list", "--json").json([DeviceBody].self)
        #expect(seen.map(\.id.rawValue) == ["lamp"])
        #expect(try await remotes("kim", "send", "lamp", "switch", "off").status == 0)
        #expect(try await remotes("kim", "send", "heater", "switch", "off").status == 3)
        let grants = try await remotes.console("people", "grants", "--json").json([GrantBody].self)
        let grant = try #require(grants.first)
        try await remotes.withWatch("kim") { watch in
            #expect(try await remotes.console("people", "amend", grant.id.rawValue, "--until", "3s").status == 0)
            try await eventually("the end of Kim's grant ends the watch") { watch.hasEnded }
        }
        #expect(try await remotes("kim", "send", "lamp", "switch", "on").status == 3)
        #expect(await devices.isOn("lamp") == false)
    }

    private func stolenTokenIsRefusedWithoutItsKey(_ home: HomeUnderTest, remotes: RemoteTerminals) async throws {
        let stolen = try remotes.accessToken("bo")
        try await home.withHTTPS { http in
            let thief = try HTTPSTestClient(port: home.httpsPort, http: http)
            let bearer = try await thief.raw(
                "GET", path: "/api/v1/devices", headers: ["Authorization": "Bearer \(stolen)"])
            #expect(bearer.status == 401)
            await thief.use(
                SessionBody(
                    client: ClientID("thief"), person: PersonID("bo"), accessToken: stolen, expiresInSeconds: 1,
                    refreshToken: ""))
            #expect(try await thief.send("GET", path: "/devices").status == 401)
        }
        #expect(try await remotes("bo", "devices", "list").status == 0)
    }

    private func annaRevokesAClient(_ remotes: RemoteTerminals) async throws {
        let clients = try await remotes("anna", "people", "clients", "--json").json([ClientBody].self)
        let phone = try #require(clients.first { $0.person == PersonID("bo") })
        try await remotes.withWatch("bo") { watch in
            #expect(try await remotes("anna", "people", "revoke", "--client", phone.id.rawValue, "--yes").status == 0)
            #expect(try await remotes("bo", "devices", "list").status == 3)
            try await eventually("Bo's watch has ended") { watch.hasEnded }
        }
        #expect(try await remotes("anna", "devices", "list").status == 0)
    }

    private func auditLogContainsTheEventsInOrder(_ home: HomeUnderTest) async throws {
        let records: [AuditRecord] = try await home.tomte("audit", "list", "--limit", "500", "--json").json()
        let recorded = records.reversed().map { "\($0.entry.actor) \($0.entry.event.rawValue)" }
        let expected = [
            "anna pairing.success", "console policy.change", "console grant.create", "bo pairing.success",
            "kim pairing.success", "bo device.control", "kim device.control", "anna client.revoke",
        ]
        var rest = recorded[...]
        for line in expected {
            let found = rest.firstIndex(of: line)
            #expect(found != nil, "\(line) is missing after the earlier events in \(recorded)")
            rest = found.map { recorded[($0 + 1)...] } ?? rest
        }
        let refused = records.filter { !$0.entry.success }.map { "\($0.entry.actor) \($0.entry.event.rawValue)" }
        #expect(Set(refused).isSuperset(of: ["anna auth.stepUp", "bo device.control", "stranger auth.login"]))
        #expect(try await home.chains().allSatisfy(\.isProven))
    }
}
