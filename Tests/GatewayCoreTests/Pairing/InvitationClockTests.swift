import Foundation
import HomeModel
import HomeStore
import Testing

@testable import GatewayCore

/// The time of an invitation under clocks that are unknown, wrong or restarted.
@Suite struct InvitationClockTests {
    private static let boots = (first: UUID(), second: UUID())
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)

    private static func invitation(isClockKnown: Bool) -> Invitation {
        Invitation(
            id: InvitationID("i"), person: PersonID("kim"), inviter: Inviter(approval: .console, person: nil),
            admission: .approval, secret: TokenDigest(bytes: []), number: nil, grants: [], scope: nil,
            lifetime: .days(1),
            createdAt: ClockSnapshot(
                wall: start, uptime: .hours(1), boot: boots.first, isKnown: isClockKnown))
    }

    private enum Outcome { case running, suspended, over }

    private static func outcome(_ term: Invitation.Term) -> Outcome {
        switch term {
        case .running: .running
        case .suspended: .suspended
        case .over: .over
        }
    }

    @Test func wallClockNeitherEndsNorExtendsAnInvitationWithinABoot() {
        for isKnown in [true, false] {
            let invitation = Self.invitation(isClockKnown: isKnown)
            for jump in [Duration.days(-400), .zero, .days(400)] {
                for (elapsed, expected) in [(Duration.hours(23), Outcome.running), (.hours(24), .over)] {
                    let now = ClockSnapshot(
                        wall: Self.start + elapsed + jump, uptime: .hours(1) + elapsed, boot: Self.boots.first,
                        isKnown: isKnown)
                    #expect(Self.outcome(invitation.term(at: now)) == expected)
                }
            }
        }
    }

    @Test(arguments: [
        // After a restart: when the invitation was made, whether the clock is known now, hours since, the outcome.
        (true, true, 23, "running"), (true, true, 24, "over"), (true, false, 1, "suspended"),
        (true, false, 1000, "suspended"), (true, true, -1, "suspended"), (false, true, 1, "over"),
        (false, false, 1, "over"),
    ])
    func restartDecidesByTheKnownClockOnly(wasKnown: Bool, isKnown: Bool, hours: Int, expected: String) {
        let now = ClockSnapshot(
            wall: Self.start + .hours(hours), uptime: .seconds(60), boot: Self.boots.second, isKnown: isKnown)
        #expect("\(Self.outcome(Self.invitation(isClockKnown: wasKnown).term(at: now)))" == expected)
    }

    @Test func startGetsItsTimeOnceTheClockOfItsBootIsKnown() {
        var invitation = Self.invitation(isClockKnown: false)
        let later = Self.start + .days(300)
        invitation.createdAt = invitation.startAnchored(
            at: ClockSnapshot(wall: later, uptime: .hours(3), boot: Self.boots.first, isKnown: true))
        #expect(invitation.createdAt.isKnown && invitation.createdAt.wall == later - .hours(2))
        let restarted = ClockSnapshot(
            wall: later + .hours(21), uptime: .zero, boot: Self.boots.second, isKnown: true)
        #expect(invitation.term(at: restarted) == .running(left: .hours(1)))
    }

    @Test func invitationOutlivesARestartAndWaitsForTheClock() async throws {
        try await withCore { home in
            let sent = try await home.invite(.number, lifetime: .days(2))
            let number = try #require(sent.number).exposedText
            let wall = home.time.now
            home.time.boot(at: Timestamp(milliseconds: 1_767_300_000_000))
            let restarted = try await home.restartedInvitations(clock: home.time.clock(inBoot: UUID()))
            let client = InvitedClient(key: "k")
            await #expect(throws: ActionRefusal.self) {
                try await client.present(sent, number: number, to: restarted)
            }
            #expect(await restarted.invitations.all.map(\.id) == [sent.invitation.id])
            home.time.set(to: wall + .days(1), isSynchronised: true)
            #expect(try await client.present(sent, number: number, to: restarted).client.key == client.key)
        }
    }

    @Test func expiredInvitationIsRefusedAndRemoved() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let sent = try await home.invite(.approval, lifetime: .seconds(300))
            home.time.advance(by: .seconds(300))
            await #expect(throws: ActionRefusal.self) {
                try await InvitedClient(key: "k").commit(sent, to: home.invitations)
            }
            #expect(try await home.invitations.list(as: console).isEmpty)
            await home.core.invitations.saveUnsaved()
            #expect(try await home.database.invitations.load().isEmpty)
        }
    }
}
