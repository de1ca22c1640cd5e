import Foundation
import HomeModel
import StorageFixtures
import Testing

@testable import HomeStore

struct InvitationStoreTests {
    private func invitation(_ id: InvitationID, person: PersonID, isRich: Bool) -> Invitation {
        let grant = Grant(
            id: GrantID("new"), person: person, effect: .allow, permissions: [.controlDevices, .viewEnergy],
            selector: AccessSelector(rooms: [RoomID("hall")], devices: [DeviceID("front-door")], capabilities: [.lock]),
            conditions: AccessConditions(
                notBefore: Timestamp(milliseconds: 1), notAfter: Timestamp(milliseconds: 1_800_000_000_000),
                windows: [WeeklyWindow(weekdays: [3], fromMinute: 480, toMinute: 1080)], maximumUses: 3))
        var invitation = Invitation(
            id: id, person: person,
            inviter: isRich
                ? Inviter(approval: ClientApproval(approver: "console as ada", role: .admin), person: PersonID("ada"))
                : Inviter(approval: .console, person: nil),
            admission: isRich ? .number : .approval, secret: TokenDigest(bytes: Array(0..<32)),
            number: isRich ? TokenDigest(bytes: Array(32..<64)) : nil, grants: isRich ? [grant] : [],
            scope: isRich ? [.controlDevices] : nil, lifetime: .days(14),
            createdAt: ClockSnapshot(
                wall: Timestamp(milliseconds: 1_790_000_000_000), uptime: .milliseconds(12_345), boot: UUID(),
                isKnown: isRich))
        if isRich {
            invitation.use = InvitationUse(
                key: KeyThumbprint("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"),
                clientName: DisplayName("Phone" as StaticString),
                commitment: "c", gatewayNonce: "n", digits: "012345", approval: .console)
            invitation.ending = .wrongNumbers
            (invitation.wrongNumbers, invitation.wrongSecrets) = (3, 7)
        }
        return invitation
    }

    @Test func invitationsAreLoadedAsSaved() async throws {
        try await withDatabase { database in
            let kim = Person(id: PersonID("kim"), name: DisplayName("Kim" as StaticString), role: .guest)
            try await database.people.add(kim)
            let saved = [
                invitation(InvitationID("a"), person: kim.id, isRich: true),
                invitation(InvitationID("b"), person: kim.id, isRich: false),
            ]
            for invitation in saved { try await database.invitations.add(invitation) }
            #expect(try await database.invitations.load() == saved)
            try await database.invitations.remove(InvitationID("b"))
            #expect(try await database.invitations.load() == Array(saved.prefix(1)))
            try await database.people.remove(kim.id, retiring: PersonIDHash(rawValue: "kim"))
            #expect(try await database.invitations.load().isEmpty)
        }
    }

    @Test func updateStoresTheStateAndDoesNotRestoreARemovedInvitation() async throws {
        try await withDatabase { database in
            let kim = Person(id: PersonID("kim"), name: DisplayName("Kim" as StaticString), role: .guest)
            try await database.people.add(kim)
            var saved = invitation(InvitationID("a"), person: kim.id, isRich: false)
            try await database.invitations.add(saved)
            saved.use = InvitationUse(
                key: KeyThumbprint("0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"),
                clientName: DisplayName("Phone" as StaticString))
            saved.wrongNumbers = 2
            try await database.invitations.update(saved)
            #expect(try await database.invitations.load() == [saved])
            try await database.invitations.remove(saved.id)
            try await database.invitations.update(saved)
            #expect(try await database.invitations.load().isEmpty)
        }
    }

    @Test func journalOfAnEarlierVersionHasNoInvitations() throws {
        let text = #"{"removedClients":["a"],"removedTokens":[],"lockedClients":[]}"#
        let journal = try JSONDecoder().decode(JournaledSessionRestrictions.self, from: Data(text.utf8))
        #expect(journal.removedClients == [ClientID("a")] && journal.removedInvitations.isEmpty)
        var later = journal
        later.removedInvitations = [InvitationID("i")]
        let again = try JSONDecoder().decode(
            JournaledSessionRestrictions.self, from: try JSONEncoder().encode(later))
        #expect(again == later)
    }
}
