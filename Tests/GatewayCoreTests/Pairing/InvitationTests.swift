import AuditTrail
import Foundation
import HomeModel
import HomeStore
import ProofOfPossession
import Testing

@testable import GatewayCore

/// Invitations: single use, with approval or a number, and with the grants that take effect.
@Suite struct InvitationTests {
    @Test func comparedDigitsAreTheSameOnBothSidesAndLetTheClientIn() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let sent = try await home.invite(.approval)
            let phone = InvitedClient(key: "k")
            let nonce = try await phone.commit(sent, to: home.invitations)
            #expect(try await home.invitations.finish(sent.invitation.id, key: phone.key) == nil)
            try await phone.reveal(sent, to: home.invitations)
            #expect(try await home.invitations.finish(sent.invitation.id, key: phone.key) == nil)
            let shown = try #require(try await home.invitations.list(as: console).first?.use?.digits)
            #expect(shown == phone.digits(sent, gateway: nonce))
            await #expect(throws: ActionRefusal.self) {
                try await home.invitations.approve(sent.invitation.id, digits: "x", as: console)
            }
            let typed = "\(shown.prefix(3)) \(shown.suffix(3))"
            try await home.invitations.approve(sent.invitation.id, digits: typed, as: console)
            let tokens = try #require(try await home.invitations.finish(sent.invitation.id, key: phone.key))
            #expect(try await home.identity(tokens).person == sent.invitation.person)
            #expect(try await home.invitations.list(as: console).isEmpty)
            home.time.advance(by: Invitation.repeatTime)
            await home.core.invitations.saveUnsaved()
            #expect(try await home.database.invitations.load().isEmpty)
        }
    }

    @Test func spokenNumberLetsTheClientInOnce() async throws {
        try await withCore { home in
            let sent = try await home.invite(.number)
            let number = try #require(sent.number).exposedText
            #expect(number.utf8.count == 6)
            let tokens = try await InvitedClient(key: "k").present(
                sent, number: "\(number.prefix(3))-\(number.suffix(3))", to: home.invitations)
            #expect(tokens.client.person == sent.invitation.person)
            await #expect(throws: ActionRefusal.self) {
                try await InvitedClient(key: "o").present(sent, number: number, to: home.invitations)
            }
        }
    }

    @Test func thirdWrongNumberEndsTheInvitationAndTheInviterSeesIt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let sent = try await home.invite(.number)
            let number = try #require(sent.number).exposedText
            for step in 1...3 {
                #expect(
                    await isRefused { () async throws(ActionRefusal) in
                        _ = try await InvitedClient(key: "k").present(
                            sent, number: sent.otherNumber(step), to: home.invitations)
                    })
            }
            await #expect(throws: ActionRefusal.self) {
                try await InvitedClient(key: "k").present(sent, number: number, to: home.invitations)
            }
            #expect(try await home.invitations.list(as: console).map(\.ending) == [.wrongNumbers])
            let entries = try await home.audit.records(AuditFilter(target: sent.invitation.person.rawValue))
                .map(\.entry)
            #expect(entries.contains { $0.metadata["act"] == "void" && $0.metadata["reason"] == "wrongNumbers" })
            try await home.invitations.revoke(sent.invitation.id, as: console)
            #expect(try await home.invitations.list(as: console).isEmpty)
        }
    }

    @Test func manyNumbersAtOnceAreComparedOneAfterAnother() async throws {
        try await withCore { home in
            let sent = try await home.invite(.number)
            await withTaskGroup(of: Void.self) { group in
                for step in 1...20 {
                    group.addTask {
                        _ = try? await InvitedClient(key: "k").present(
                            sent, number: sent.otherNumber(step), to: home.invitations)
                    }
                }
            }
            #expect(try await home.database.invitations.load().map(\.wrongNumbers) == [3])
        }
    }

    @Test func triesOfStrangersNeitherEndAnInvitationNorCloseIt() async throws {
        try await withCore { home in
            let sent = try await home.invite(.number)
            for attempt in 0..<150 {
                let id = InvitationID.random()
                _ = try? await home.invitations.open(id, secret: sent.secret.exposedText, from: "\(attempt)")
                _ = try? await home.pairing.request(
                    "nonsense", key: .filled("s"), clientName: "Phone", from: "\(attempt)")
            }
            let stranger = await isRefused { () async throws(ActionRefusal) in
                _ = try await home.invitations.open(nil, secret: "", from: "1.2.3.4")
            }
            #expect(stranger)
            let opened = try await home.invitations.open(
                sent.invitation.id, secret: sent.secret.exposedText, from: "1.2.3.4")
            #expect(opened.invitation.wrongSecrets == 0 && opened.personName.text == "Kim")
            let number = try #require(sent.number).exposedText
            _ = try await InvitedClient(key: "k").present(sent, number: number, to: home.invitations)
        }
    }

    @Test func wrongSecretsCountOnlyAgainstTheInvitationThatTheyName() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let (kim, bo) = (try await home.invite(.approval), try await home.invite(.approval, name: "Bo"))
            for _ in 0..<Invitation.mostWrongSecrets {
                _ = try? await home.invitations.open(
                    kim.invitation.id, secret: bo.secret.exposedText, from: "1.2.3.4")
            }
            let endings = Dictionary(
                uniqueKeysWithValues: try await home.invitations.list(as: console).map { ($0.id, $0.ending) })
            #expect(endings == [kim.invitation.id: .wrongSecrets, bo.invitation.id: nil])
        }
    }

    @Test func ofTwoUsesAtOnceOneSucceeds() async throws {
        try await withCore { home in
            for admission in Invitation.Admission.allCases {
                let sent = try await home.invite(admission)
                let winners = await withTaskGroup(of: Bool.self) { group in
                    for _ in 0..<6 {
                        group.addTask {
                            guard let client = try? InvitedClient(key: .random()) else { return false }
                            return await !isRefused { () async throws(ActionRefusal) in
                                if let number = sent.number?.exposedText {
                                    _ = try await client.present(sent, number: number, to: home.invitations)
                                } else {
                                    _ = try await client.commit(sent, to: home.invitations)
                                }
                            }
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(winners == 1, "\(admission)")
            }
        }
    }

    @Test func revocationDuringAUseLeavesNoClientOrIsRefused() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let terms = Grant(
                id: GrantID("new"), person: PersonID("x"), effect: .allow, permissions: [.controlDevices])
            for _ in 0..<12 {
                let sent = try await home.invite(.number, grants: [terms])
                let number = try #require(sent.number).exposedText
                let client = InvitedClient(key: try .random())
                async let use = try? client.present(sent, number: number, to: home.invitations)
                async let revocation = isRefused { () async throws(ActionRefusal) in
                    try await home.invitations.revoke(sent.invitation.id, as: console)
                }
                let (tokens, isRevocationRefused) = await (use, revocation)
                let isIn = await home.sessions.client(holding: client.key) != nil
                #expect(isIn == (tokens != nil) && isIn == isRevocationRefused)
                #expect(await home.people.grants.isEmpty == !isIn)
                for grant in await home.people.grants { try await home.people.revoke(grant.id) }
            }
        }
    }

    @Test func grantsTakeEffectWithTheFirstUse() async throws {
        try await withCore { home in
            let (door, shed): (DeviceID, DeviceID) = (DeviceID("front-door"), DeviceID("shed"))
            for device in [door, shed] { try await home.add(device, capabilities: [.lamp]) }
            func terms(_ devices: Set<DeviceID>) -> Grant {
                Grant(
                    id: GrantID("new"), person: PersonID("x"), effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: devices))
            }
            let sent = try await home.invite(.number, grants: [terms([door, shed]), terms([shed])])
            #expect(await home.people.grants.isEmpty)
            try await home.registry.remove(shed)
            let number = try #require(sent.number).exposedText
            _ = try await InvitedClient(key: "k").present(sent, number: number, to: home.invitations)
            // A grant of which nothing is left would apply everywhere, and is not given.
            let grants = await home.people.grants
            #expect(grants.map(\.selector.devices) == [[door]])
            #expect(grants.map(\.person) == [sent.invitation.person])
        }
    }

    @Test func moveIntoARoomOfAnOpenInvitationRequiresAPIN() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let lamp: DeviceID = DeviceID("lamp")
            try await home.add(lamp, capabilities: [.lamp])
            let hall = try await home.rooms.add(name: "Hall", as: console).id
            let ada = try await home.identity(home.pair("Ada", role: .admin))
            let terms = Grant(
                id: GrantID("new"), person: PersonID("x"), effect: .allow, permissions: [.controlDevices],
                selector: AccessSelector(rooms: [hall]))
            let sent = try await home.invite(.approval, grants: [terms])
            let isStopped = await isRefused { () async throws(ActionRefusal) in
                _ = try await home.devices.change(lamp, name: nil, room: "Hall", purposes: nil, as: ada)
            }
            #expect(isStopped)
            try await home.invitations.revoke(sent.invitation.id, as: console)
            _ = try await home.devices.change(lamp, name: nil, room: "Hall", purposes: nil, as: ada)
        }
    }

    @Test(arguments: [Role.owner, .admin, .member])
    func invitationOfAPersonWhoLostTheRightIsNotValid(later: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            _ = try await home.peopleService.add(name: "Olga", role: .owner, as: console)
            let ada = try await home.peopleService.add(name: "Ada", role: .admin, as: console).id
            let sent = try await home.invite(.approval, as: CoreHome.identity(ada))
            _ = try await home.peopleService.change(ada, role: later, isConfirmed: true, as: console)
            let isLost = await isRefused { () async throws(ActionRefusal) in
                _ = try await InvitedClient(key: "k").commit(sent, to: home.invitations)
            }
            #expect(isLost == (later == .member))
        }
    }

    @Test func removedPeopleAndRemovedInvitersLoseTheirInvitations() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let ada = try await home.peopleService.add(name: "Ada", role: .admin, as: console).id
            let kim = try await home.invite(.approval)
            _ = try await home.invite(.approval, name: "Bo", as: CoreHome.identity(ada))
            try await home.peopleService.remove(kim.invitation.person, as: console)
            try await home.peopleService.remove(ada, as: console)
            #expect(try await home.invitations.list(as: console).isEmpty)
            #expect(try await home.database.invitations.load().isEmpty)
        }
    }

    @Test func memberCannotInviteAndAdminCannotInviteAnOwner() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for (name, role) in [("Mo", Role.member), ("Ada", .admin)] {
                let person = try await home.peopleService.add(name: name, role: role, as: console).id
                await #expect(throws: ActionRefusal.self) {
                    try await home.invitations.invite(
                        InvitationDraft(
                            invitee: .new(name: "Olga", role: .owner), lifetime: .days(1), admission: .number),
                        as: CoreHome.identity(person))
                }
            }
        }
    }

    @Test(arguments: [(Duration.seconds(299), false), (.seconds(300), true), (.days(14), true), (.days(15), false)])
    func invitationIsValidForFiveMinutesToFourteenDays(lifetime: Duration, isAllowed: Bool) async throws {
        try await withCore { home in
            #expect(await ((try? home.invite(.approval, lifetime: lifetime)) != nil) == isAllowed)
        }
    }

    @Test func secretsAreNotPrintedAndNotStored() async throws {
        try await withCore { home in
            let sent = try await home.invite(.number)
            let (secret, number) = (sent.secret.exposedText, try #require(sent.number).exposedText)
            #expect(!"\(sent.secret)\(sent)".contains(secret) && !"\(sent)".contains(number))
            let entries = try await home.audit.records(AuditFilter(target: sent.invitation.person.rawValue))
            #expect(!entries.contains { "\($0.entry)".contains(secret) || "\($0.entry.metadata)".contains(number) })
            #expect(!entries.isEmpty)
            let stored = try await home.database.invitations.load()
            #expect(!"\(stored)".contains(secret))
        }
    }
}
