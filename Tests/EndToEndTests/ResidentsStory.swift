import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Anna claims the home and lets a member and a weekend guest in. Each does what they may and is refused what they may
/// not, until the guest's Sunday ends, a phone is stolen and a phone is taken out.
@Suite struct ResidentsStory {
    private static let scenario = Scenario(
        name: "Two rooms", residents: 0,
        devices: [
            .relay("lamp", DisplayName("Lamp" as StaticString), feeding: .light),
            .relay("heater", DisplayName("Heater" as StaticString), feeding: .heater),
        ])

    @Test(.timeLimit(.minutes(15))) func aHomeWithAMemberAndAWeekendGuest() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { devices in
                try await home.adopt(Self.scenario)
                for id in ["lamp", "heater"] {
                    try await eventually("\(id) is there") { try await home.device(id).availability == .ready }
                }
                let remotes = home.remotes
                try await annaClaimsTheHome(remotes)
                try await annaInvites(remotes)
                try await boDoesWhatAMemberMay(remotes, devices)
                try await kimDoesWhatTheGrantSays(remotes, devices)
                try await aStolenTokenFailsWithoutItsKey(home, remotes)
                try await annaTakesAPhoneOut(remotes)
                try await theAuditTellsItInOrder(home)
            }
        }
    }

    private func annaClaimsTheHome(_ remotes: Remotes) async throws {
        let payload = try await remotes.claimPayload()
        let claimed = try await remotes.pair("anna", payload, "--owner-name", "Anna")
        #expect(claimed.status == 0, "\(claimed.errors)")
        // The code is used up.
        #expect(try await remotes.pair("mallory", payload, "--owner-name", "Mallory").status != 0)
        #expect(try await remotes("anna", "people", "list").output.contains("owner"))
    }

    private func annaInvites(_ remotes: Remotes) async throws {
        #expect(try await remotes.with(input: "\n482915\n", "anna", "people", "pin").status == 0)
        // Inviting is confirmed with the PIN, and there is nobody to ask here.
        #expect(try await remotes("anna", "people", "add", "Bo", "--role", "member").status == 3)
        for (name, role) in [("Bo", "member"), ("Kim", "guest")] {
            #expect(try await remotes.console("people", "add", name, "--role", role).status == 0)
        }
        let sunday = try await remotes.console(
            "people", "grant", "kim", "controlDevices", "--device", "lamp", "--until", "8s")
        #expect(sunday.status == 0, "\(sunday.errors)")
        for person in ["bo", "kim"] {
            let paired = try await remotes.pair(person, try await remotes.invitation(of: person))
            #expect(paired.status == 0, "\(paired.errors)")
        }
    }

    private func boDoesWhatAMemberMay(_ remotes: Remotes, _ devices: SimulatedHome) async throws {
        #expect(try await remotes("bo", "send", "lamp", "switch", "on").status == 0)
        #expect(await devices.isOn("lamp") == true)
        // A heater is confirmed with a PIN that Bo does not have.
        #expect(try await remotes("bo", "send", "heater", "switch", "on").status == 3)
        #expect(await devices.isOn("heater") == false)
        #expect(try await remotes("bo", "people", "list").status == 3)
        #expect(try await remotes("bo", "audit", "verify").status == 3)
    }

    private func kimDoesWhatTheGrantSays(_ remotes: Remotes, _ devices: SimulatedHome) async throws {
        let seen = try await remotes("kim", "devices", "list", "--json").json([DeviceBody].self)
        #expect(seen.map(\.id.rawValue) == ["lamp"])
        #expect(try await remotes("kim", "send", "lamp", "switch", "off").status == 0)
        #expect(try await remotes("kim", "send", "heater", "switch", "off").status == 3)
        try await remotes.withWatch("kim") { watch in
            try await eventually("Kim's Sunday ends while they watch") { watch.hasEnded }
        }
        #expect(try await remotes("kim", "send", "lamp", "switch", "on").status == 3)
        #expect(await devices.isOn("lamp") == false)
    }

    private func aStolenTokenFailsWithoutItsKey(_ home: HomeUnderTest, _ remotes: Remotes) async throws {
        let stolen = try remotes.accessToken("bo")
        try await home.withHTTPS { http in
            let thief = try Resident(port: home.httpsPort, http: http)
            let bearer = try await thief.raw("GET", "/api/v1/devices", headers: ["Authorization": "Bearer \(stolen)"])
            #expect(bearer.status == 401)
            await thief.use(
                SessionBody(
                    client: ClientID("thief"), person: PersonID("bo"), accessToken: stolen, expiresInSeconds: 1,
                    refreshToken: ""))
            #expect(try await thief.send("GET", "/devices").status == 401)
        }
        #expect(try await remotes("bo", "devices", "list").status == 0)
    }

    private func annaTakesAPhoneOut(_ remotes: Remotes) async throws {
        let clients = try await remotes("anna", "people", "clients", "--json").json([ClientBody].self)
        let phone = try #require(clients.first { $0.person == PersonID("bo") })
        try await remotes.withWatch("bo") { watch in
            #expect(try await remotes("anna", "people", "revoke", "--client", phone.id.rawValue, "--yes").status == 0)
            #expect(try await remotes("bo", "devices", "list").status == 3)
            try await eventually("Bo's stream has ended") { watch.hasEnded }
        }
        #expect(try await remotes("anna", "devices", "list").status == 0)
    }

    private func theAuditTellsItInOrder(_ home: HomeUnderTest) async throws {
        let records: [AuditRecord] = try await home.tomte("audit", "list", "--limit", "500", "--json").json()
        let told = records.reversed().map { "\($0.entry.actor) \($0.entry.event.rawValue)" }
        let expected = [
            "anna pairing.success", "console policy.change", "console grant.create", "bo pairing.success",
            "kim pairing.success", "bo device.control", "kim device.control", "anna client.revoke",
        ]
        var rest = told[...]
        for line in expected {
            let found = rest.firstIndex(of: line)
            #expect(found != nil, "\(line) is missing after what came before, in \(told)")
            rest = found.map { told[($0 + 1)...] } ?? rest
        }
        let refused = records.filter { !$0.entry.success }.map { "\($0.entry.actor) \($0.entry.event.rawValue)" }
        #expect(Set(refused).isSuperset(of: ["anna auth.stepUp", "bo device.control", "stranger auth.login"]))
        #expect(try await home.chains().allSatisfy(\.isProven))
    }
}
