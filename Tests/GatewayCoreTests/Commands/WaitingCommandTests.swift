import HomeModel
import AuditTrail
import TestSupport
import Testing

@testable import GatewayCore

/// Rights that end while a command waits in the queue.
@Suite struct WaitingCommandTests {
    private let door: DeviceID = DeviceID("door")

    enum Change: CaseIterable, Sendable { case revoked, denied, removed, demoted }

    @Test(arguments: Change.allCases) func waitingCommandIsNotSentAfterItsRightEnded(_ change: Change) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let lock = Capability(CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)
            try await home.add(door, capabilities: [lock], purpose: nil)
            let kim = try await home.peopleService.add(
                name: "Kim", role: change == .demoted ? .member : .guest, as: console
            ).id
            var grant: Grant?
            if change != .demoted {
                grant = try await home.grants.give(right(.allow, of: kim), as: console)
            }
            await home.link.behave(.silent)
            let first = request("unlocked", in: home)
            _ = try await home.commands.submit(first, by: console)
            try await eventually("the commands are sent or wait") { await home.link.sent.count == 1 }
            let second = request("locked", in: home)
            _ = try await home.commands.submit(second, by: CoreHome.identity(kim))
            try await eventually("the commands are sent or wait") { await home.commands.queueDepth.waiting == 1 }
            switch change {
            case .revoked: try await home.grants.revoke(#require(grant).id, effect: .allow, as: console)
            case .denied: _ = try await home.grants.give(right(.deny, of: kim), as: console)
            case .removed: try await home.peopleService.remove(kim, as: console)
            case .demoted: _ = try await home.peopleService.change(kim, role: .guest, as: console)
            }
            // The lock answers, so that the second command leaves the queue.
            await home.pending.reported(.text("unlocked"), for: first.series)
            #expect(await home.tracker.await(first.id, until: .ended)?.outcome == .confirmed)
            let record = try #require(await home.tracker.await(second.id, until: .ended))
            #expect(record.outcome == .refused)
            #expect(await home.link.sent == [.text("unlocked")])
            let entries = try await home.audit.records(AuditFilter(target: "door")).map(\.entry)
            let own = entries.filter { $0.metadata[CommandMetadataKey.command] == second.id.rawValue }
            #expect(!own.isEmpty && own.contains { $0.metadata[CommandMetadataKey.outcome] == "refused" })
        }
    }

    private func right(_ effect: Grant.Effect, of person: PersonID) -> Grant {
        Grant(
            id: GrantID("new"), person: person, effect: effect, permissions: [.controlDevices],
            selector: AccessSelector(devices: [door]), conditions: AccessConditions())
    }

    private func request(_ value: String, in home: CoreHome) -> CommandRequest {
        CommandRequest(
            id: .random(), device: door, capability: CapabilityName(.lock), value: .text(value),
            receivedAt: home.clock.now(), deadline: .seconds(120))
    }
}
