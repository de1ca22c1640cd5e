import Foundation
import HomeModel
import Testing

/// The conditions under which a session or a token authenticates a paired client or a script.
struct AuthenticationProofTests {
    private static let boot = UUID()
    private let key = KeyThumbprint(String(repeating: "k", count: 43))
    private let otherKey = KeyThumbprint(String(repeating: "o", count: 43))
    private let token = TokenDigest(bytes: [1])

    private func clock(_ uptime: Duration, boot: UUID = boot, wall: Timestamp = noon) -> ClockSnapshot {
        ClockSnapshot(wall: wall, uptime: uptime, boot: boot, isKnown: true)
    }

    private func client(isLocked: Bool = false, scope: Set<Permission>? = nil) throws -> Client {
        Client(
            id: ClientID("phone"), person: .any(.member), name: DisplayName("Phone" as StaticString),
            key: try #require(key), scope: scope, pairedAt: noon, isLocked: isLocked)
    }

    private func proof(
        of client: Client, token: TokenDigest? = nil, key: KeyThumbprint? = nil, at now: ClockSnapshot,
        stepUps: [StepUpConfirmation] = []
    ) throws -> AuthenticatedSession? {
        let session = Session(
            id: SessionID("s"), client: client.id, access: self.token, refresh: TokenDigest(bytes: [2]),
            renewedAt: clock(.zero))
        return AuthenticatedSession(
            session, of: client, token: token ?? self.token, key: try key ?? #require(self.key), stepUps: stepUps,
            at: now)
    }

    @Test func sessionNeedsItsTokenItsKeyAndAnUnlockedClient() throws {
        let client = try client()
        #expect(try proof(of: client, at: clock(.seconds(1))) != nil)
        #expect(try proof(of: client, key: otherKey, at: clock(.seconds(1))) == nil)
        #expect(try proof(of: client, token: TokenDigest(bytes: [3]), at: clock(.seconds(1))) == nil)
        #expect(try proof(of: self.client(isLocked: true), at: clock(.seconds(1))) == nil)
    }

    @Test func accessExpiresAfterAnHourEvenIfTheWallClockIsSetBack() throws {
        let client = try client()
        let past = Timestamp(milliseconds: 0)
        #expect(try proof(of: client, at: clock(.seconds(3599), wall: past)) != nil)
        #expect(try proof(of: client, at: clock(.seconds(3600), wall: past)) == nil)
        // After a restart of the machine only the wall clock measures the elapsed time.
        #expect(try proof(of: client, at: clock(.zero, boot: UUID(), wall: noon + .seconds(3599))) != nil)
        #expect(try proof(of: client, at: clock(.zero, boot: UUID(), wall: noon + .seconds(3600))) == nil)
    }

    @Test func stepUpIsValidForItsClientAndPurposeForFiveMinutes() throws {
        let client = try client()
        func stepUps(_ confirmation: StepUpConfirmation, at uptime: Duration) throws -> Set<StepUp> {
            Identity.session(try #require(try proof(of: client, at: clock(uptime), stepUps: [confirmation]))).stepUps
        }
        let confirmation = StepUpConfirmation(client: client.id, purpose: .people, time: clock(.seconds(10)))
        #expect(try stepUps(confirmation, at: .seconds(309)) == [.people])
        #expect(try stepUps(confirmation, at: .seconds(310)) == [])
        let elsewhere = StepUpConfirmation(client: ClientID("tablet"), purpose: .people, time: clock(.seconds(10)))
        #expect(try stepUps(elsewhere, at: .seconds(11)) == [])
    }

    @Test func sessionScopeNarrowsARoleAndNeverWidensIt() throws {
        let policy = AccessPolicy.household()
        let panel = try client(scope: [.controlDevices, .managePeople])
        let identity = Identity.session(try #require(try proof(of: panel, at: clock(.zero))))
        #expect(policy.decide(identity, permission: .controlDevices, at: noon) == .allow(.role(.member)))
        #expect(policy.decide(identity, permission: .viewEnergy, at: noon) == .deny(.outOfScope))
        #expect(policy.decide(identity, permission: .managePeople, at: noon) == .deny(.onlyRoles([.owner, .admin])))
    }

    private func serviceToken(_ scope: Set<Permission>, key: KeyThumbprint?) -> ServiceToken {
        ServiceToken(
            id: TokenID("t"), person: .any(.service), name: DisplayName("Scraper" as StaticString), digest: token,
            scope: scope, key: key, expiresAt: noon + .days(1))
    }

    @Test func tokenWithoutAKeyPermitsOnlyReading() throws {
        let scope: Set<Permission> = [.controlDevices, .viewEnergy]
        let policy = AccessPolicy.household()
        let bearer = Identity.token(
            try #require(
                AuthenticatedToken(
                    serviceToken(scope, key: nil), presented: token, key: nil, until: .days(1), at: .zero)))
        #expect(policy.decide(bearer, permission: .viewEnergy, at: noon).isAllowed)
        #expect(policy.decide(bearer, permission: .controlDevices, at: noon) == .deny(.outOfScope))
        let bound = serviceToken(scope, key: key)
        #expect(AuthenticatedToken(bound, presented: token, key: nil, until: .days(1), at: .zero) == nil)
        // A token without a bound key is refused if it is presented with a key.
        let unbound = serviceToken(scope, key: nil)
        #expect(AuthenticatedToken(unbound, presented: token, key: otherKey, until: .days(1), at: .zero) == nil)
        #expect(AuthenticatedToken(bound, presented: token, key: otherKey, until: .days(1), at: .zero) == nil)
        let controller = Identity.token(
            try #require(AuthenticatedToken(bound, presented: token, key: key, until: .days(1), at: .zero)))
        #expect(policy.decide(controller, permission: .controlDevices, at: noon).isAllowed)
    }

    @Test func tokenExpiresAndNeverPermitsManagement() throws {
        let all = serviceToken(Set(Permission.allCases), key: key)
        #expect(AuthenticatedToken(all, presented: token, key: key, until: .days(1), at: .days(1)) == nil)
        #expect(AuthenticatedToken(all, presented: TokenDigest(bytes: []), key: key, until: .days(1), at: .zero) == nil)
        let identity = Identity.token(
            try #require(AuthenticatedToken(all, presented: token, key: key, until: .days(1), at: .zero)))
        for permission in Permission.allCases {
            let isAllowed = AccessPolicy.household().decide(identity, permission: permission, at: noon).isAllowed
            #expect(isAllowed == ServiceToken.permitted.contains(permission), "\(permission)")
        }
    }

    @Test func tokenExpiryIsATimeOfTheMonotonicClock() {
        let token = serviceToken([.viewEnergy], key: nil)
        #expect(token.end(at: clock(.hours(5))) == .hours(29))
        #expect(token.end(at: clock(.hours(5), wall: noon + .days(2))) == .hours(5 - 24))
        // A wall clock in 1970 does not extend the token beyond its longest lifetime.
        #expect(token.end(at: clock(.zero, wall: Timestamp(milliseconds: 0))) == ServiceToken.longestLife)
    }

    @Test func snapshotOfAnEarlierBootIsAnchoredInThisBoot() {
        let before = clock(.hours(9))
        let now = clock(.seconds(60), boot: UUID(), wall: noon + .hours(2))
        let anchored = before.anchored(at: now)
        #expect(now.elapsed(since: anchored) == .hours(2))
        let jumped = clock(.seconds(61), boot: now.boot, wall: noon + .days(18_262))
        #expect(jumped.elapsed(since: anchored) == .hours(2) + .seconds(1))
        #expect(anchored.anchored(at: jumped) == anchored)
        let past = clock(.seconds(60), boot: UUID(), wall: Timestamp(milliseconds: 0))
        #expect(before.anchored(at: past) == before)
    }

    @Test(arguments: ["", "short", String(repeating: "k", count: 44), String(repeating: "=", count: 43)])
    func invalidThumbprintsAreRefused(_ text: String) { #expect(KeyThumbprint(text) == nil) }

    @Test func shortThumbprintIsFourGroupsOfFourCharacters() throws {
        #expect(try #require(key).short == "kkkk kkkk kkkk kkkk")
    }
}
