import HomeModel
import HomeStorage
import TestSupport
import Testing

@testable import GatewayCore

/// A person who set a cover in motion may stop it while that command is open, unless somebody took the right away.
@Suite(.timeLimit(.minutes(2))) struct OwnTravelTests {
    private static let blind: DeviceID = DeviceID("blind")

    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: blind, part: .main, capability: CapabilityName(kind))
    }

    private struct Travel: Sendable {
        let home: CoreHome
        let guest: Identity
        let grant: Grant

        func stop(as identity: Identity? = nil) async throws -> CommandRecord {
            try await home.send(.text("stopped"), to: OwnTravelTests.blind, .movement, as: identity ?? guest)
        }
    }

    /// Runs `body` while a guest's blind travels.
    private func withTravel(
        _ conditions: @Sendable (Timestamp) -> AccessConditions, selecting capabilities: Set<CapabilityKind> = [],
        _ body: @Sendable (Travel) async throws -> Void
    ) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let cover = [
                Capability(CapabilityName(.position), minimum: 0, maximum: 100, isCommanded: true),
                Capability(CapabilityName(.movement), isCommanded: true),
            ]
            try await home.add(Self.blind, cover, purpose: .blind)
            let tokens = try await home.pair("Gia", .guest)
            let grant = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: tokens.client.person, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [Self.blind], capabilities: capabilities),
                    conditions: conditions(home.clock.now())), as: console)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            let guest = try await home.identity(tokens)
            async let moved = home.send(.number(100), to: Self.blind, .position, as: guest)
            try await eventually("the cover is on its way") { await home.link.sent.count == 1 }
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            await home.link.behave(.obeys)
            try await body(Travel(home: home, guest: guest, grant: grant))
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            await home.pending.reported(.number(100), for: Self.series(.position))
            _ = try await moved
            // Once it has ended, nothing is left of it.
            #expect(await home.people.travels.isEmpty)
        }
    }

    @Test(arguments: [[], [CapabilityKind.position]])
    func stopIsSentWhenTheOnlyUseIsSpentAndSpendsNone(_ capabilities: [CapabilityKind]) async throws {
        try await withTravel({ _ in AccessConditions(maximumUses: 1) }, selecting: Set(capabilities)) { travel in
            let again = try await travel.home.send(.number(50), to: Self.blind, .position, as: travel.guest)
            #expect(again.refusal != nil)
            #expect(try await travel.stop().outcome == .confirmed)
            #expect(await travel.home.people.grants.map(\.uses) == [1])
            let entries = try await travel.home.audit.records(AuditFilter(event: .deviceControl, success: true))
            #expect(entries.map(\.entry.actor) == Array(repeating: travel.guest.description, count: 2))
        }
    }

    @Test func stopSpendsNoUseThatIsLeft() async throws {
        try await withTravel({ _ in AccessConditions(maximumUses: 2) }) { travel in
            let stopped = try await travel.stop()
            #expect(stopped.outcome == .confirmed)
            #expect(await travel.home.people.grants.map(\.uses) == [1])
        }
    }

    @Test func stopIsSentAfterTheEndOfTheGrant() async throws {
        try await withTravel({ AccessConditions(notAfter: $0 + .seconds(60)) }) { travel in
            travel.home.time.advance(by: .seconds(61))
            let again = try await travel.home.send(.number(50), to: Self.blind, .position, as: travel.guest)
            #expect(again.refusal != nil)
            #expect(try await travel.stop().outcome == .confirmed)
            // A guest whose grants have ended stays signed in as long.
            let policy = await travel.home.people.policy
            #expect(policy.mayStay(travel.grant.person, at: travel.home.clock.decisionTime()))
        }
    }

    @Test func othersMayNotStopIt() async throws {
        try await withTravel({ _ in AccessConditions(maximumUses: 1) }) { travel in
            let other = try await travel.home.pair("Bo", .guest, key: "b")
            #expect(try await travel.stop(as: travel.home.identity(other)).refusal == .notFound)
        }
    }

    enum TakingAway: CaseIterable, Sendable {
        case deny, removal, revokedGrant, earlierEnd, otherDevice, fewerPermissions

        func act(on home: CoreHome, _ grant: Grant) async throws {
            let console = try #require(CoreHome.console)
            var change = GrantChange()
            switch self {
            case .deny:
                _ = try await home.grants.give(
                    Grant(
                        id: GrantID("no"), person: grant.person, effect: .deny, permissions: [.controlDevices],
                        selector: AccessSelector(devices: [OwnTravelTests.blind])), as: console)
                return
            case .removal: return try await home.peopleService.remove(grant.person, as: console)
            case .revokedGrant: return try await home.grants.revoke(grant.id, .allow, as: console)
            case .earlierEnd: change.notAfter = home.clock.now() + .seconds(5)
            case .otherDevice:
                try await home.add(DeviceID("other"), [.lamp])
                change.devices = [DeviceID("other")]
            case .fewerPermissions: change.permissions = [.viewEnvironment]
            }
            _ = try await home.grants.change(grant.id, .allow, by: change, as: console)
        }
    }

    @Test(arguments: TakingAway.allCases) func noStopIsSentOnceTheRightWasTakenAway(_ act: TakingAway) async throws {
        try await withTravel({ _ in AccessConditions(maximumUses: 1) }) { travel in
            try await act.act(on: travel.home, travel.grant)
            #expect(try await travel.stop().refusal != nil)
            #expect(await travel.home.link.sent.count == 1)
        }
    }

    @Test func noStopIsSentOfARevokedClient() async throws {
        try await withTravel({ _ in AccessConditions(maximumUses: 1) }) { travel in
            let client = try #require(travel.guest.client)
            try await travel.home.clients.revoke(client, as: #require(CoreHome.console))
            #expect(try await travel.stop().refusal == .denied(.takenBack))
            #expect(await travel.home.link.sent.count == 1)
        }
    }
}
