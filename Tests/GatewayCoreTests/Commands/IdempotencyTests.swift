import HomeModel
import Testing

@testable import GatewayCore

/// Idempotency keys across restarts, floods of requests and changes of the wall clock.
@Suite struct IdempotencyTests {
    private let lamp: DeviceID = DeviceID("lamp")
    private let door: DeviceID = DeviceID("door")

    private static let lock = Capability(
        CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)

    private func request(
        _ value: CapabilityValue, to device: DeviceID, kind: CapabilityKind = .switch, key: String?, in home: CoreHome
    ) -> CommandRequest {
        CommandRequest(
            id: .random(), device: device, capability: CapabilityName(kind), value: value, idempotencyKey: key,
            receivedAt: home.clock.now(), deadline: .seconds(120))
    }

    /// A person who may not unlock the door must not be able to make the history say that it was unlocked.
    @Test(arguments: [false, true]) func reusedKeyAddsNothingToTheHistory(isRestarted: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            try await home.add(door, capabilities: [Self.lock])
            let olle = try CoreHome.identity(
                try await home.peopleService.add(name: "Olle", role: .child, as: console).id)
            let first = try await home.send(.boolean(true), to: lamp, as: olle, key: "k1")
            #expect(first.outcome == .confirmed)
            let commands = isRestarted ? home.commands(on: try await home.nextTracker()) : home.commands
            home.time.advance(by: .seconds(1))
            let forged = [
                request(.text("unlocked"), to: door, kind: .lock, key: "k1", in: home),
                request(.boolean(false), to: lamp, key: "k1", in: home),
            ]
            for request in forged {
                await #expect(throws: CommandRefusal.keyReused) { try await commands.submit(request, by: olle) }
            }
            for asker in [console, olle] {
                let ofDoor = try await commands.list(of: door, atMost: 50, as: asker)
                #expect(ofDoor.allSatisfy { $0.outcome == .invalid || $0.outcome == .refused })
                let done = try await commands.list(of: lamp, atMost: 50, as: asker).filter { $0.outcome == .confirmed }
                #expect(done.map(\.value) == [.boolean(true)] && done.map(\.id) == [first.id])
            }
            #expect(try await commands.record(first.id, as: olle).value == .boolean(true))
        }
    }

    /// The ways in which a command can end without having been sent.
    enum Unsent: CaseIterable, Sendable {
        case unreachable, notListening, unsendable, refused, tooLate
    }

    @Test(arguments: Unsent.allCases, [false, true])
    func keyOfAnUnsentCommandIsFree(_ reason: Unsent, isRestarted: Bool) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(door, capabilities: [Self.lock], purpose: nil)
            let kim = try await home.peopleService.add(
                name: "Kim", role: reason == .refused ? .guest : .owner, as: console)
            let identity = try CoreHome.identity(kim.id)
            let first = try await unsent(reason, as: identity, in: home)
            let outcome: CommandOutcome =
                switch reason {
                case .unreachable, .notListening: .unreachable
                case .unsendable, .tooLate: .failed
                case .refused: .refused
                }
            #expect(first.outcome == outcome)
            let tracker = isRestarted ? try await home.nextTracker() : home.tracker
            let again = request(.text("locked"), to: door, kind: .lock, key: "k3", in: home)
            #expect(try await tracker.open(again, by: identity) == again.id, "the key is free")
        }
    }

    private func unsent(_ reason: Unsent, as identity: Identity, in home: CoreHome) async throws -> CommandRecord {
        switch reason {
        case .unreachable: _ = await home.deviceStates.set(.lost, of: door)
        case .notListening: await home.link.behave(.notListening)
        case .unsendable: await home.link.behave(.unsendable)
        case .refused: break
        case .tooLate:
            await home.link.behave(.silent)
            let console = try #require(CoreHome.console)
            _ = try await home.commands.submit(
                request(.text("unlocked"), to: door, kind: .lock, key: nil, in: home), by: console)
            try await home.sent(1)
        }
        let late: Duration = reason == .tooLate ? .milliseconds(50) : .seconds(120)
        return try await home.send(.text("locked"), to: door, kind: .lock, as: identity, key: "k3", deadline: late)
    }

    @Test(arguments: [FakeLink.Behaviour.silent, .refuses("jammed")], [false, true])
    func keyOfACommandThatMayHaveArrivedStaysInUse(_ behaviour: FakeLink.Behaviour, isRestarted: Bool) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            await home.link.behave(behaviour)
            let first = try await home.send(
                .boolean(true), to: lamp, as: console, key: "k3", deadline: .milliseconds(100))
            let tracker = isRestarted ? try await home.nextTracker() : home.tracker
            let again = request(.boolean(true), to: lamp, key: "k3", in: home)
            #expect(try await tracker.open(again, by: console) == first.id)
            #expect(await tracker.record(first.id)?.outcome == first.outcome)
        }
    }

    /// Invalid commands, commands with keys of another person and a wall clock that is set ahead do not free the key.
    @Test func keySurvivesFloodsAndChangesOfTheWallClock() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            let olle = try CoreHome.identity(
                try await home.peopleService.add(name: "Olle", role: .child, as: console).id)
            let first = try await home.send(.boolean(true), to: lamp, as: console, key: "mine")
            let tracker = home.tracker
            for number in 0..<(CommandTracker.maximumKeys + 120) {
                let wrong = request(
                    .number(400), to: lamp, key: number.isMultiple(of: 2) ? "w\(number)" : nil, in: home)
                await tracker.end(
                    try await tracker.open(wrong, by: console), result: CommandResult(.invalid(.notFinite)))
                let sent = request(.boolean(true), to: lamp, key: "o\(number)", in: home)
                await tracker.end(try await tracker.open(sent, by: olle), result: CommandResult(.confirmed))
            }
            home.time.set(to: home.time.now + .hours(25), isSynchronised: true)
            let again = request(.boolean(true), to: lamp, key: "mine", in: home)
            #expect(try await tracker.open(again, by: console) == first.id)
            #expect(await tracker.record(first.id)?.outcome == .confirmed)
            home.time.advance(by: .hours(25))
            #expect(try await tracker.open(again, by: console) == again.id, "the key is free after a day of uptime")
        }
    }
}
