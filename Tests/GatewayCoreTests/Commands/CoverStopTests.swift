import HomeModel
import AuditTrail
import TestSupport
import Testing

@testable import GatewayCore

/// A person who set a cover in motion may stop it while that command is open, unless their right was taken away.
@Suite(.timeLimit(.minutes(10))) struct CoverStopTests {
    private static let blind: DeviceID = DeviceID("blind")

    private static func series(_ kind: CapabilityKind) -> SeriesID {
        SeriesID(device: blind, part: .main, capability: CapabilityName(kind))
    }

    private struct Movement: Sendable {
        let home: CoreHome
        let guest: Identity
        let grant: Grant

        func stop(as identity: Identity? = nil) async throws -> CommandRecord {
            try await home.send(.text("stopped"), to: CoverStopTests.blind, kind: .movement, as: identity ?? guest)
        }
    }

    /// Runs `body` while the blind moves by the command of a guest.
    private func withMovement(
        _ conditions: @Sendable (Timestamp) -> AccessConditions, selecting capabilities: Set<CapabilityKind> = [],
        body: @Sendable (Movement) async throws -> Void
    ) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let cover = [
                Capability(CapabilityName(.position), minimum: 0, maximum: 100, isCommanded: true),
                Capability(CapabilityName(.movement), isCommanded: true),
            ]
            try await home.add(Self.blind, capabilities: cover, purpose: .blind)
            let tokens = try await home.pair("Gia", role: .guest)
            let grant = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: tokens.client.person, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [Self.blind], capabilities: capabilities),
                    conditions: conditions(home.clock.now())), as: console)
            await home.link.behave(.silent)
            await home.pending.reported(.number(0), for: Self.series(.position))
            let guest = try await home.identity(tokens)
            async let moved = home.send(.number(100), to: Self.blind, kind: .position, as: guest)
            try await eventually("the command to the cover is sent") { await home.link.sent.count == 1 }
            await home.pending.reported(.text("opening"), for: Self.series(.movement))
            await home.link.behave(.obeys)
            try await body(Movement(home: home, guest: guest, grant: grant))
            await home.pending.reported(.text("stopped"), for: Self.series(.movement))
            await home.pending.reported(.number(100), for: Self.series(.position))
            _ = try await moved
            // The registry keeps nothing of a movement that has ended.
            #expect(await home.people.travels.isEmpty)
        }
    }

    @Test(arguments: [[], [CapabilityKind.position]])
    func stopIsSentAfterTheOnlyUseAndCountsNoUse(_ capabilities: [CapabilityKind]) async throws {
        try await withMovement({ _ in AccessConditions(maximumUses: 1) }, selecting: Set(capabilities)) { movement in
            let again = try await movement.home.send(.number(50), to: Self.blind, kind: .position, as: movement.guest)
            #expect(again.refusal != nil)
            #expect(try await movement.stop().outcome == .confirmed)
            #expect(await movement.home.people.grants.map(\.uses) == [1])
            let entries = try await movement.home.audit.records(AuditFilter(event: .deviceControl, success: true))
            #expect(entries.map(\.entry.actor) == Array(repeating: movement.guest.description, count: 2))
        }
    }

    @Test func stopCountsNoRemainingUse() async throws {
        try await withMovement({ _ in AccessConditions(maximumUses: 2) }) { movement in
            let stopped = try await movement.stop()
            #expect(stopped.outcome == .confirmed)
            #expect(await movement.home.people.grants.map(\.uses) == [1])
        }
    }

    @Test func stopIsSentAfterTheEndOfTheGrant() async throws {
        try await withMovement({ AccessConditions(notAfter: $0 + .seconds(60)) }) { movement in
            movement.home.time.advance(by: .seconds(61))
            let again = try await movement.home.send(.number(50), to: Self.blind, kind: .position, as: movement.guest)
            #expect(again.refusal != nil)
            #expect(try await movement.stop().outcome == .confirmed)
            // The guest also stays signed in until the movement ends.
            let policy = await movement.home.people.policy
            #expect(policy.mayStaySignedIn(movement.grant.person, at: movement.home.clock.decisionTime()))
        }
    }

    @Test func otherGuestsMayNotStopTheCover() async throws {
        try await withMovement({ _ in AccessConditions(maximumUses: 1) }) { movement in
            let other = try await movement.home.pair("Bo", role: .guest, key: "b")
            #expect(try await movement.stop(as: movement.home.identity(other)).refusal == .notFound)
        }
    }

    enum RightLoss: CaseIterable, Sendable {
        case deny, removal, revokedGrant, earlierEnd, otherDevice, fewerPermissions

        func apply(to home: CoreHome, _ grant: Grant) async throws {
            let console = try #require(CoreHome.console)
            var change = GrantChange()
            switch self {
            case .deny:
                _ = try await home.grants.give(
                    Grant(
                        id: GrantID("no"), person: grant.person, effect: .deny, permissions: [.controlDevices],
                        selector: AccessSelector(devices: [CoverStopTests.blind])), as: console)
                return
            case .removal: return try await home.peopleService.remove(grant.person, as: console)
            case .revokedGrant: return try await home.grants.revoke(grant.id, effect: .allow, as: console)
            case .earlierEnd: change.notAfter = home.clock.now() + .seconds(5)
            case .otherDevice:
                try await home.add(DeviceID("other"), capabilities: [.lamp])
                change.devices = [DeviceID("other")]
            case .fewerPermissions: change.permissions = [.viewEnvironment]
            }
            _ = try await home.grants.change(grant.id, effect: .allow, by: change, as: console)
        }
    }

    @Test(arguments: RightLoss.allCases) func stopIsRefusedAfterTheRightWasTakenAway(_ loss: RightLoss) async throws {
        try await withMovement({ _ in AccessConditions(maximumUses: 1) }) { movement in
            try await loss.apply(to: movement.home, movement.grant)
            #expect(try await movement.stop().refusal != nil)
            #expect(await movement.home.link.sent.count == 1)
        }
    }

    @Test func stopOfARevokedClientIsRefused() async throws {
        try await withMovement({ _ in AccessConditions(maximumUses: 1) }) { movement in
            let client = try #require(movement.guest.client)
            try await movement.home.clients.revoke(client, as: #require(CoreHome.console))
            #expect(try await movement.stop().refusal == .denied(.revoked))
            #expect(await movement.home.link.sent.count == 1)
        }
    }
}
