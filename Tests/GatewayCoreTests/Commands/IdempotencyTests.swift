import HomeModel
import HomeStorage
import Testing

@testable import GatewayCore

/// What an idempotency key stands for, and for how long, over restarts, floods and changes of the wall clock.
@Suite struct IdempotencyTests {
    private let lamp: DeviceID = DeviceID("lamp")
    private let door: DeviceID = DeviceID("door")

    private static let lock = Capability(
        CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)

    private func request(
        _ value: CapabilityValue, to device: DeviceID, _ kind: CapabilityKind = .switch, key: String?, in home: CoreHome
    ) -> CommandRequest {
        CommandRequest(
            id: .random(), device: device, capability: CapabilityName(kind), value: value, idempotencyKey: key,
            receivedAt: home.clock.now(), deadline: .seconds(120))
    }

    /// A person who may not unlock the door must not be able to make the history say that it was unlocked.
    @Test(arguments: [false, true]) func reusedKeyAddsNothingToTheHistory(isRestarted: Bool) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, [.lamp])
            try await home.add(door, [Self.lock])
            let olle = try CoreHome.identity(
                try await home.peopleService.add(name: "Olle", role: .child, as: console).id)
            let first = try await home.send(.boolean(true), to: lamp, as: olle, key: "k1")
            #expect(first.outcome == .confirmed)
            let commands = isRestarted ? home.commands(on: try await home.nextLedger()) : home.commands
            home.time.advance(by: .seconds(1))
            let forged = [
                request(.text("unlocked"), to: door, .lock, key: "k1", in: home),
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

    /// How a command can end without having been sent.
    enum Unsent: CaseIterable, Sendable {
        case unreachable, notListening, unsendable, refused, tooLate
    }

    @Test(arguments: Unsent.allCases, [false, true])
    func keyOfACommandThatWasNotSentIsFree(_ reason: Unsent, isRestarted: Bool) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(door, [Self.lock], purpose: nil)
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
            let ledger = isRestarted ? try await home.nextLedger() : home.ledger
            let again = request(.text("locked"), to: door, .lock, key: "k3", in: home)
            #expect(try await ledger.open(again, by: identity) == again.id, "the key is free again")
        }
    }

    private func unsent(_ reason: Unsent, as identity: Identity, in home: CoreHome) async throws -> CommandRecord {
        switch reason {
        case .unreachable: _ = await home.board.set(.lost, of: door)
        case .notListening: await home.link.behave(.gone)
        case .unsendable: await home.link.behave(.unsendable)
        case .refused: break
        case .tooLate:
            await home.link.behave(.silent)
            let console = try #require(CoreHome.console)
            _ = try await home.commands.submit(
                request(.text("unlocked"), to: door, .lock, key: nil, in: home), by: console)
            try await home.sent(1)
        }
        let late: Duration = reason == .tooLate ? .milliseconds(50) : .seconds(120)
        return try await home.send(.text("locked"), to: door, .lock, as: identity, key: "k3", deadline: late)
    }

    @Test(arguments: [PlayedLink.Behaviour.silent, .refuses("jammed")], [false, true])
    func keyOfACommandThatMayHaveArrivedStays(_ behaviour: PlayedLink.Behaviour, isRestarted: Bool) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, [.lamp])
            await home.link.behave(behaviour)
            let first = try await home.send(
                .boolean(true), to: lamp, as: console, key: "k3", deadline: .milliseconds(100))
            let ledger = isRestarted ? try await home.nextLedger() : home.ledger
            let again = request(.boolean(true), to: lamp, key: "k3", in: home)
            #expect(try await ledger.open(again, by: console) == first.id)
            #expect(await ledger.record(first.id)?.outcome == first.outcome)
        }
    }

    /// Neither wrong commands of anybody, nor commands with keys of another person, nor a wall clock that is set ahead.
    @Test func keyOutlivesFloodsAndTheWallClock() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, [.lamp])
            let olle = try CoreHome.identity(
                try await home.peopleService.add(name: "Olle", role: .child, as: console).id)
            let first = try await home.send(.boolean(true), to: lamp, as: console, key: "mine")
            let ledger = home.ledger
            for number in 0..<(CommandLedger.maximumKeys + 120) {
                let wrong = request(
                    .number(400), to: lamp, key: number.isMultiple(of: 2) ? "w\(number)" : nil, in: home)
                await ledger.end(try await ledger.open(wrong, by: console), CommandEnding(.invalid(.notFinite)))
                let sent = request(.boolean(true), to: lamp, key: "o\(number)", in: home)
                await ledger.end(try await ledger.open(sent, by: olle), CommandEnding(.confirmed))
            }
            home.time.set(to: home.time.now + .hours(25), isSynchronised: true)
            let again = request(.boolean(true), to: lamp, key: "mine", in: home)
            #expect(try await ledger.open(again, by: console) == first.id)
            #expect(await ledger.record(first.id)?.outcome == .confirmed)
            home.time.advance(by: .hours(25))
            #expect(try await ledger.open(again, by: console) == again.id, "a day of uptime later it is free")
        }
    }
}

/// What a grant for so many commands is charged for.
@Suite struct GrantUseTests {
    private let lamp: DeviceID = DeviceID("lamp")

    private func withGuest(
        uses: Int?..., body: @escaping @Sendable (CoreHome, Identity, [Grant]) async throws -> Void
    ) async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, [.lamp])
            let kim = try await home.peopleService.add(name: "Kim", role: .guest, as: console).id
            var grants: [Grant] = []
            for limit in uses {
                grants.append(
                    try await home.grants.give(
                        Grant(
                            id: GrantID("new"), person: kim, effect: .allow, permissions: [.controlDevices],
                            selector: AccessSelector(devices: [lamp]),
                            conditions: AccessConditions(maximumUses: limit)), as: console))
            }
            try await body(home, try CoreHome.identity(kim), grants)
        }
    }

    @Test(arguments: [
        (PlayedLink.Behaviour.gone, true), (.unsendable, true), (.silent, false), (.refuses("jammed"), false),
    ])
    func useIsGivenBackWhenNothingWasSent(_ behaviour: PlayedLink.Behaviour, isGivenBack: Bool) async throws {
        try await withGuest(uses: 1) { home, kim, _ in
            await home.link.behave(behaviour)
            _ = try await home.send(.boolean(true), to: lamp, as: kim, deadline: .milliseconds(100))
            await home.link.behave(.obeys)
            let second = try await home.send(.boolean(true), to: lamp, as: kim)
            #expect(second.outcome == (isGivenBack ? .confirmed : .refused))
        }
    }

    /// The disk takes neither the use nor, at first, that it was given back.
    @Test func useThatTheDiskRefusesIsGivenBack() async throws {
        try await withGuest(uses: 1) { home, kim, _ in
            let disk = try await HeldDisk(.grants, of: home)
            disk.answer(false, false)
            let first = try await home.send(.boolean(true), to: lamp, as: kim)
            #expect(first.refusal == .notAudited)
            #expect(await home.link.sent.isEmpty)
            disk.answer(true)
            #expect(try await home.send(.boolean(true), to: lamp, as: kim).outcome == .confirmed)
            #expect(try await home.database.people.load().grants.map(\.uses) == [1])
        }
    }

    @Test func grantWithoutALimitIsUsedFirst() async throws {
        try await withGuest(uses: 1, nil) { home, kim, grants in
            for _ in 0..<3 { #expect(try await home.send(.boolean(true), to: lamp, as: kim).outcome == .confirmed) }
            let unlimited = try #require(grants.last)
            try await home.grants.revoke(unlimited.id, .allow, as: #require(CoreHome.console))
            #expect(try await home.send(.boolean(true), to: lamp, as: kim).outcome == .confirmed)
            #expect(try await home.send(.boolean(true), to: lamp, as: kim).outcome == .refused)
        }
    }

    /// The use makes the device invisible to the guest; the outcome of their own command stays theirs to see.
    @Test(arguments: [false, true]) func senderSeesTheOutcomeOfTheLastUse(isRestarted: Bool) async throws {
        try await withGuest(uses: 1) { home, kim, _ in
            let console = try #require(CoreHome.console)
            let sent = try await home.send(.boolean(true), to: lamp, as: kim)
            let commands = isRestarted ? home.commands(on: try await home.nextLedger()) : home.commands
            #expect(try await commands.record(sent.id, as: kim).outcome == .confirmed)
            #expect(try await commands.record(sent.id, as: console).outcome == .confirmed)
            await #expect { try await commands.list(of: lamp, atMost: 5, as: kim) } throws: {
                if case ActRefusal.notFound = $0 { true } else { false }
            }
            let other = try await home.peopleService.add(name: "Gus", role: .guest, as: console).id
            await #expect { try await commands.record(sent.id, as: CoreHome.identity(other)) } throws: {
                if case ActRefusal.notFound = $0 { true } else { false }
            }
        }
    }

    /// The use changes the sender's rights, which ends their stream; they resume it.
    @Test func senderWhoResumesIsShownTheOutcomeOfTheLastUse() async throws {
        try await withGuest(uses: 1) { home, kim, _ in
            let first = await home.feed.watch(as: kim)
            let before = try #require(await home.feed.take(first.id)).start
            let sent = try await home.send(.boolean(true), to: lamp, as: kim)
            let second = await home.feed.watch(as: kim, after: before.description)
            let events = try #require(await home.feed.take(second.id)).events
            let outcomes = events.compactMap { shown -> CommandOutcome? in
                if case .command(let record) = shown.event, record.id == sent.id { record.outcome } else { nil }
            }
            #expect(outcomes == [.confirmed])
        }
    }

    /// Every outcome can be read under its id after a restart, with what was said of it, by the sender and by others who
    /// see the device.
    @Test(arguments: [
        (PlayedLink.Behaviour.obeys, CommandOutcome.confirmed), (.silent, .timedOut), (.gone, .unreachable),
        (.cannotReport, .sent), (.refuses("overheated"), .failed), (.unsendable, .failed),
    ])
    func everyOutcomeIsFoundAfterARestart(_ behaviour: PlayedLink.Behaviour, _ outcome: CommandOutcome) async throws {
        try await withGuest(uses: 2) { home, kim, _ in
            await home.link.behave(behaviour)
            let deadline: Duration = outcome == .timedOut ? .milliseconds(200) : .seconds(120)
            let sent = try await home.send(.boolean(true), to: lamp, as: kim, deadline: deadline)
            #expect(sent.outcome == outcome)
            try await expectTheSame(sent, afterARestartOf: home, as: [kim, try #require(CoreHome.console)])
        }
    }

    /// Also what a newer command replaced, before and after it was sent, and what never had its turn.
    @Test func whatWasReplacedSaysSoAfterARestart() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            let lock: DeviceID = DeviceID("lock")
            try await home.add(lamp, [Capability(CapabilityName(.switch), isCommanded: true)])
            try await home.add(lock, [Capability(CapabilityName(.lock), isCommanded: true)])
            await home.link.behave(.silent)
            async let on = home.send(.boolean(true), to: lamp, as: console)
            try await home.sent(1)
            async let off = home.send(.boolean(false), to: lamp, as: console)
            try await home.sent(2)
            let series = SeriesID(device: lamp, part: .main, capability: CapabilityName(.switch))
            for value in [true, false] { await home.pending.reported(.boolean(value), for: series) }
            let (replaced, done) = try await (on, off)
            #expect(done.outcome == .confirmed)
            async let unlocked = home.send(
                .text("unlocked"), to: lock, .lock, as: console, deadline: .milliseconds(500))
            try await home.sent(3)
            let late = try await home.send(
                .text("unlocked"), to: lock, .lock, as: console, deadline: .milliseconds(50))
            #expect(late.code == CommandRefusal.notSent.code && late.detail != nil)
            for record in [replaced, done, late, try await unlocked] {
                try await expectTheSame(record, afterARestartOf: home, as: [console])
            }
        }
    }

    private func expectTheSame(
        _ told: CommandRecord, afterARestartOf home: CoreHome, as askers: [Identity]
    ) async throws {
        let commands = home.commands(on: try await home.nextLedger())
        for asker in askers {
            let record = try await commands.record(told.id, as: asker)
            #expect(record.series == told.series && record.value == told.value)
            #expect(record.outcome == told.outcome && record.code == told.code)
            #expect(record.detail == told.detail && record.reported == told.reported)
        }
    }
}
