import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// Rooms, grants, invitations and names are changed at the terminal.
@Suite(.timeLimit(.minutes(15))) struct RoomsAndGrantsStory {
    @Test func roomsGrantsInvitationsAndNamesCanBeChanged() async throws {
        try await withHome { home in
            try await withDevices(of: .lamp, in: home) { _ in
                try await home.adopt(.lamp)
                try await eventually("the lamp is ready") { try await home.device("lamp").availability == .ready }
                try await roomsAreAddedAndRenamed(home)
                try await changesOfAGrantTakeEffect(home)
                try await roomOfAGrantCannotBeRemoved(home)
                try await revokedInvitationIsRefused(home)
                try await namesChangeAndIDsDoNot(home)
            }
        }
    }

    private func roomsAreAddedAndRenamed(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("rooms", "add", "Attic").status == 0)
        #expect(try await home.tomte("rooms", "add", "Attic").status == 4)
        #expect(try await home.tomte("rooms", "rename", "attic", "Under the roof").output.contains("attic"))
        let rooms = try await home.tomte("rooms", "list", "--json").json([RoomBody].self)
        #expect(rooms.contains(RoomBody(id: RoomID("attic"), name: "Under the roof")))
        #expect(try await home.tomte("devices", "move", "lamp", "Under the roof").status == 0)
    }

    private func changesOfAGrantTakeEffect(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "add", "Kim", "--role", "guest").status == 0)
        let grant = try await home.tomte(
            "people", "grant", "kim", "controlDevices", "--room", "under the roof", "--until", "1h", "--json"
        ).json(GrantBody.self)
        let id = grant.id.rawValue
        #expect(try await switchedByKim("on", home: home) == 0)
        #expect(try await home.tomte("home", "rights", "--as", "kim").output.contains("Under the roof"))
        let narrowed = try await home.tomte(
            "people", "amend", id, "--capability", "lock", "--without", "until", "--json"
        ).json(GrantBody.self)
        #expect(narrowed.capabilities == [.lock] && narrowed.notAfter == nil && narrowed.rooms == grant.rooms)
        #expect(try await switchedByKim("off", home: home) == 3)
        #expect(try await home.tomte("people", "amend", id, "--without", "capability", "--uses", "2").status == 0)
        #expect(try await switchedByKim("off", home: home) == 0)
        #expect(try await home.tomte("people", "amend", id).status == 4)
        #expect(try await home.tomte("people", "amend", id, "--room", "attic", "--without", "room").status == 64)
        #expect(try await home.tomte("people", "amend", id, "--uses", "9", "--as", "kim").status == 3)
    }

    private func switchedByKim(_ value: String, home: HomeUnderTest) async throws -> Int32 {
        try await home.tomte("send", "lamp", "switch", value, "--as", "kim").status
    }

    private func roomOfAGrantCannotBeRemoved(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("rooms", "remove", "attic", "--yes").status != 0)
        let grants = try await home.tomte("people", "grants", "--json").json([GrantBody].self)
        #expect(try await home.tomte("people", "revoke", try #require(grants.first).id.rawValue).status == 0)
        #expect(try await home.tomte("rooms", "remove", "attic", "--yes").status == 0)
        #expect(try await home.device("lamp").room == nil)
    }

    private func revokedInvitationIsRefused(_ home: HomeUnderTest) async throws {
        let remotes = home.remotes
        let payload = try await remotes.invitation(of: "kim")
        let open = try await home.tomte("people", "invitations", "--json")
        let invitation = try #require(try open.json([OpenPairingCodeBody].self).first)
        #expect(invitation.person == PersonID("kim") && invitation.invitedBy == "console" && invitation.approveAny)
        #expect(try await home.tomte("people", "revoke", "--invitation", invitation.id).status == 0)
        #expect(try await remotes.pair("kim", payload: payload).status != 0)
    }

    private func namesChangeAndIDsDoNot(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "rename", "kim", "Kim of Uppsala").output.contains("kim is now called"))
        let people = try await home.tomte("people", "list", "--json").json([PersonBody].self)
        #expect(people.map(\.id) == [PersonID("kim")] && people.map(\.name) == ["Kim of Uppsala"])
        let remotes = home.remotes
        #expect(try await remotes.pair("kim", payload: try await remotes.invitation(of: "kim of uppsala")).status == 0)
        let clients = try await home.tomte("people", "clients", "--json").json([ClientBody].self)
        let client = try #require(clients.first)
        #expect(try await home.tomte("people", "rename", "--client", client.id.rawValue, "Tablet").status == 0)
        #expect(try await remotes("kim", "people", "clients").output.contains("Tablet"))
    }
}
