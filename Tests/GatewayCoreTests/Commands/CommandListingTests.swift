import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

@Suite struct CommandListingTests {
    private let lamp: DeviceID = DeviceID("lamp")
    private let dimmer = Capability(CapabilityName(.brightness), isCommanded: true)

    @Test func theNewestCommandsComeFirstWhateverBecameOfThem() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, [.lamp, dimmer])
            try await home.add(DeviceID("fan"), [.lamp])
            for level in 1...3 {
                home.time.advance(by: .seconds(1))
                _ = try await home.send(.number(Double(level)), to: lamp, .brightness, as: console)
                _ = try await home.send(.boolean(true), to: DeviceID("fan"), as: console)
            }
            _ = try await home.send(.number(400), to: lamp, .brightness, as: console)
            let all = try await home.commands.list(of: lamp, atMost: 50, as: console)
            #expect(all.map(\.value) == [400, 3, 2, 1].map { .number($0) })
            #expect(all.map(\.outcome) == [.invalid, .confirmed, .confirmed, .confirmed])
            #expect(all.first?.receivedAt == home.clock.now())
            #expect(try await home.commands.list(of: lamp, atMost: 2, as: console) == Array(all.prefix(2)))
        }
    }

    @Test func aRestartForgetsNoCommand() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, [.lamp, dimmer])
            for value in [true, false] {
                home.time.advance(by: .seconds(1))
                _ = try await home.send(.boolean(value), to: lamp, as: console)
            }
            home.time.advance(by: .seconds(1))
            _ = try await home.send(.number(400), to: lamp, .brightness, as: console)
            let before = try await home.commands.list(of: lamp, atMost: 50, as: console)
            let started = home.startedAgain
            let after = try await started.list(of: lamp, atMost: 50, as: console)
            #expect(after.map(\.id) == before.map(\.id) && after.count == 3)
            #expect(after.map(\.value) == before.map(\.value))
            #expect(after.map(\.outcome) == before.map(\.outcome))
            #expect(try await started.list(of: lamp, atMost: 1, as: console).map(\.id) == before.prefix(1).map(\.id))
        }
    }

    @Test func whoMayNotSeeTheDeviceLearnsNothing() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, [.lamp])
            _ = try await home.send(.boolean(true), to: lamp, as: console)
            let guest = try await home.peopleService.add(name: "Gwen", role: .guest, as: console)
            for id in [lamp, DeviceID("nothing" as StaticString)] {
                await #expect {
                    try await home.commands.list(of: id, atMost: 50, as: try CoreHome.identity(guest.id))
                } throws: { if case ActRefusal.notFound = $0 { true } else { false } }
            }
        }
    }

    /// Also after a restart, when they come from the audit log.
    @Test(arguments: [false, true])
    func onlyCommandsOfWhatOneMaySeeAreShown(isRestarted: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, [.lamp, dimmer])
            _ = try await home.send(.boolean(true), to: lamp, as: console)
            _ = try await home.send(.number(40), to: lamp, .brightness, as: console)
            let guest = try await home.peopleService.add(name: "Gwen", role: .guest, as: console)
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("dims"), person: guest.id, effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [lamp], capabilities: [.brightness]),
                    conditions: AccessConditions()), as: console)
            let commands = isRestarted ? home.startedAgain : home.commands
            let seen = try await commands.list(of: lamp, atMost: 50, as: try CoreHome.identity(guest.id))
            #expect(seen.map(\.series.capability.kind) == [.brightness])
        }
    }
}

extension CoreHome {
    /// As after a start: the ledger remembers nothing.
    fileprivate var startedAgain: CommandService {
        let ledger = CommandLedger(feed: feed)
        return CommandService(
            registry: registry, people: people, board: board, audit: audit,
            dispatcher: CommandDispatcher(
                links: [link], people: people, registry: registry, pending: pending, ledger: ledger, clock: clock,
                holds: { _ in true }),
            ledger: ledger, clock: clock)
    }
}
