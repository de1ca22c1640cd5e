import HomeModel
import AuditTrail
import Testing

@testable import GatewayCore

@Suite struct CommandListingTests {
    private let lamp: DeviceID = DeviceID("lamp")
    private let dimmer = Capability(CapabilityName(.brightness), isCommanded: true)

    @Test func commandsAreListedNewestFirstWithEveryOutcome() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp, dimmer])
            try await home.add(DeviceID("fan"), capabilities: [.lamp])
            for level in 1...3 {
                home.time.advance(by: .seconds(1))
                _ = try await home.send(.number(Double(level)), to: lamp, kind: .brightness, as: console)
                _ = try await home.send(.boolean(true), to: DeviceID("fan"), as: console)
            }
            home.time.advance(by: .seconds(1))
            _ = try await home.send(.number(400), to: lamp, kind: .brightness, as: console)
            let all = try await home.commands.list(of: lamp, atMost: 50, as: console)
            #expect(all.map(\.value) == [400, 3, 2, 1].map { .number($0) })
            #expect(all.map(\.outcome) == [.invalid, .confirmed, .confirmed, .confirmed])
            #expect(all.first?.receivedAt == home.clock.now())
            #expect(try await home.commands.list(of: lamp, atMost: 2, as: console) == Array(all.prefix(2)))
        }
    }

    @Test func listedCommandsSurviveARestart() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp, dimmer])
            for value in [true, false] {
                home.time.advance(by: .seconds(1))
                _ = try await home.send(.boolean(value), to: lamp, as: console)
            }
            home.time.advance(by: .seconds(1))
            _ = try await home.send(.number(400), to: lamp, kind: .brightness, as: console)
            let before = try await home.commands.list(of: lamp, atMost: 50, as: console)
            let started = home.restartedCommands
            let after = try await started.list(of: lamp, atMost: 50, as: console)
            #expect(after.map(\.id) == before.map(\.id) && after.count == 3)
            #expect(after.map(\.value) == before.map(\.value))
            #expect(after.map(\.outcome) == before.map(\.outcome))
            #expect(try await started.list(of: lamp, atMost: 1, as: console).map(\.id) == before.prefix(1).map(\.id))
        }
    }

    @Test func commandSubmittedDuringTheListingIsListedAsDispatched() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            await home.link.behave(.silent)
            let request = CommandRequest(
                id: CommandID("meanwhile"), device: lamp, capability: CapabilityName(.switch), value: .boolean(true),
                receivedAt: home.clock.now(), deadline: .seconds(120))
            let listed = try await home.commands.list(of: lamp, atMost: 50, as: console) {
                limit, isWanted async throws(AuditError) in
                _ = try? await home.commands.submit(request, by: console)
                _ = await home.tracker.await(request.id, until: .dispatched)
                return try await home.audit.commands(to: lamp, atMost: limit, where: isWanted)
            }
            #expect(listed.map(\.id) == [request.id] && listed.first?.stage == .dispatched)
            await home.pending.reported(.boolean(true), for: request.series)
            #expect(await home.tracker.await(request.id, until: .ended)?.outcome == .confirmed)
        }
    }

    @Test func listingFailsWhenTheRightEndsDuringIt() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            _ = try await home.send(.boolean(true), to: lamp, as: console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            await #expect {
                try await home.commands.list(of: lamp, atMost: 50, as: CoreHome.identity(kim.id)) {
                    _, _ async throws(AuditError) in
                    _ = try? await home.peopleService.change(kim.id, role: .guest, as: console)
                    return []
                }
            } throws: { if case ActionRefusal.notFound = $0 { true } else { false } }
        }
    }

    /// A refused or invalid command may contain any text, so that only people who may read the audit log see it. A valid
    /// command that did not arrive is listed for all residents who see the device.
    @Test(arguments: [false, true])
    func refusedCommandsAreListedOnlyForAuditReaders(isRestarted: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp, dimmer])
            let gwen = try await home.peopleService.add(name: "Gwen", role: .guest, as: console)
            let ada = try await home.peopleService.add(name: "Ada", role: .admin, as: console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("looks"), person: gwen.id, effect: .allow, permissions: [.viewEnvironment],
                    conditions: AccessConditions()), as: console)
            _ = try await home.send(.text("Kim is a fool"), to: lamp, as: CoreHome.identity(gwen.id))
            home.time.advance(by: .seconds(1))
            _ = try await home.send(.text("so is Ada"), to: lamp, kind: .brightness, as: CoreHome.identity(kim.id))
            home.time.advance(by: .seconds(1))
            _ = await home.deviceStates.set(.lost, of: lamp)
            _ = try await home.send(.boolean(true), to: lamp, as: CoreHome.identity(kim.id))
            let commands = isRestarted ? home.restartedCommands : home.commands
            let seen = try await commands.list(of: lamp, atMost: 50, as: CoreHome.identity(kim.id))
            #expect(seen.map(\.outcome) == [.unreachable])
            #expect(try await commands.list(of: lamp, atMost: 50, as: CoreHome.identity(gwen.id)).isEmpty)
            let all = try await commands.list(of: lamp, atMost: 50, as: CoreHome.identity(ada.id))
            #expect(all.map(\.outcome) == [.unreachable, .invalid, .refused])
            #expect(all.map(\.value) == [.boolean(true), .text("so is Ada"), .text("Kim is a fool")])
        }
    }

    /// A guest sees only their own commands, in the list, by their ids and in the event stream, whatever a grant permits.
    @Test(arguments: [false, true]) func guestSeesOnlyTheirOwnCommands(isRestarted: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let gwen = try await home.peopleService.add(name: "Gwen", role: .guest, as: console)
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: gwen.id, effect: .allow,
                    permissions: [.controlDevices, .viewEnvironment]), as: console)
            let guest = try CoreHome.identity(gwen.id)
            var events = LiveEvents(of: await home.feed.subscribe(as: guest))
            let foreign = try await home.send(.boolean(true), to: lamp, as: console)
            home.time.advance(by: .seconds(1))
            let own = try await home.send(.boolean(false), to: lamp, as: guest)
            let commands = isRestarted ? home.commands(on: try await home.nextTracker()) : home.commands
            #expect(try await commands.list(of: lamp, atMost: 50, as: guest).map(\.id) == [own.id])
            #expect(try await commands.record(own.id, as: guest).outcome == .confirmed)
            await #expect { try await commands.record(foreign.id, as: guest) } throws: {
                if case ActionRefusal.notFound = $0 { true } else { false }
            }
            #expect(await events.next()?.command?.id == own.id)
        }
    }

    @Test func refusedCommandsAreHiddenFromOthersInTheEventStream() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console)
            let bo = try await home.peopleService.add(name: "Bo", role: .member, as: console)
            var (seen, all) = (
                LiveEvents(of: await home.feed.subscribe(as: try CoreHome.identity(bo.id))),
                LiveEvents(of: await home.feed.subscribe(as: console))
            )
            _ = try await home.send(.text("Bo is a fool"), to: lamp, as: CoreHome.identity(kim.id))
            _ = try await home.send(.boolean(true), to: lamp, as: CoreHome.identity(kim.id))
            #expect(await seen.next()?.command?.value == .boolean(true))
            #expect(await all.next()?.command?.outcome == .invalid)
        }
    }

    @Test func recordedValueOfAnInvalidCommandIsTruncated() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let record = try await home.send(.text(String(repeating: "å", count: 30_000)), to: lamp, as: console)
            #expect(record.value == .text(String(repeating: "å", count: 512)))
        }
    }

    @Test(arguments: [false, true])
    func commandsOfARemovedDeviceAreNotListedForItsSuccessor(isRestarted: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            _ = try await home.send(.boolean(true), to: lamp, as: console)
            try await home.registry.remove(lamp)
            home.time.advance(by: .days(1))
            try await home.add(lamp, capabilities: [.lamp])
            _ = try await home.send(.boolean(false), to: lamp, as: console)
            let commands = isRestarted ? home.restartedCommands : home.commands
            let listed = try await commands.list(of: lamp, atMost: 50, as: console)
            #expect(listed.map(\.value) == [.boolean(false)])
        }
    }

    @Test func listingIsRefusedForAnInvisibleDevice() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            _ = try await home.send(.boolean(true), to: lamp, as: console)
            let guest = try await home.peopleService.add(name: "Gwen", role: .guest, as: console)
            for id in [lamp, DeviceID("nothing" as StaticString)] {
                await #expect {
                    try await home.commands.list(of: id, atMost: 50, as: try CoreHome.identity(guest.id))
                } throws: { if case ActionRefusal.notFound = $0 { true } else { false } }
            }
        }
    }

    /// After a restart the commands come from the audit log.
    @Test(arguments: [false, true])
    func onlyCommandsOfVisibleCapabilitiesAreListed(isRestarted: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp, dimmer])
            _ = try await home.send(.boolean(true), to: lamp, as: console)
            _ = try await home.send(.number(40), to: lamp, kind: .brightness, as: console)
            let service = try await home.peopleService.add(name: "Panel", role: .service, as: console)
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("dims"), person: service.id, effect: .allow,
                    permissions: [.controlDevices, .viewEnvironment],
                    selector: AccessSelector(devices: [lamp], capabilities: [.brightness]),
                    conditions: AccessConditions()), as: console)
            let commands = isRestarted ? home.restartedCommands : home.commands
            let seen = try await commands.list(of: lamp, atMost: 50, as: try CoreHome.identity(service.id))
            #expect(seen.map(\.series.capability.kind) == [.brightness])
        }
    }
}

extension CoreHome {
    /// The command service as after a start, with an empty tracker.
    fileprivate var restartedCommands: CommandService { commands(on: CommandTracker(feed: feed, uptime: clock.uptime)) }
}

extension LiveEvent {
    fileprivate var command: CommandRecord? { if case .command(let record) = self { record } else { nil } }
}
