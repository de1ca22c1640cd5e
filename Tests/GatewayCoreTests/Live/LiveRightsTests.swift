import Foundation
import HomeModel
import Testing

@testable import GatewayCore

/// A stream ends when the rights of its reader change; a resumed stream follows the new rights.
@Suite(.timeLimit(.minutes(10))) struct LiveRightsTests {
    private let sensor: DeviceID = DeviceID("sensor")

    @Test(arguments: ["role", "grant", "deny", "change", "revoke", "use", "remove"])
    func changedRightsEndOnlyTheStreamsOfThatPerson(_ change: String) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let guest = try await home.guest(seeing: [], conditions: AccessConditions(maximumUses: 1))
            let person = try #require(guest.person)
            let other = await home.feed.subscribe(as: try await home.guest(seeing: []))
            var (first, second) = (
                LiveEvents(of: await home.feed.subscribe(as: guest)),
                LiveEvents(of: await home.feed.subscribe(as: guest))
            )
            switch change {
            case "role": _ = try await home.peopleService.change(person, role: .member, as: console)
            case "grant", "deny":
                _ = try await home.grants.give(
                    Grant(
                        id: GrantID("new"), person: person, effect: change == "deny" ? .deny : .allow,
                        permissions: [.viewEnergy]), as: console)
            case "change":
                var change = GrantChange()
                change.maximumUses = 2
                _ = try await home.grants.change(GrantID("see-0"), effect: .allow, by: change, as: console)
            case "revoke": try await home.grants.revoke(GrantID("see-0"), effect: .allow, as: console)
            case "use": _ = try await home.people.use(GrantID("see-0"))
            default: try await home.peopleService.remove(person, as: console)
            }
            #expect(await first.next() == nil)
            #expect(await second.next() == nil)
            #expect(await home.feed.readers[other.id]?.isEnded == false)
        }
    }

    @Test func newNameEndsNoStream() async throws {
        try await withCore { home in
            let guest = try await home.guest(seeing: [])
            let person = try #require(guest.person)
            let reader = await home.feed.subscribe(as: guest)
            _ = try await home.people.change(person, name: DisplayName("New" as StaticString), role: nil)
            // The feed processes this change after the new name.
            let other = try await home.guest(seeing: [])
            var last = LiveEvents(of: await home.feed.subscribe(as: other))
            _ = try await home.people.remove(try #require(other.person))
            #expect(await last.next() == nil)
            #expect(await home.feed.readers[reader.id]?.isEnded == false)
        }
    }

    @Test func streamEndsWithTheGrant() async throws {
        try await withCore { home in
            let now = home.clock.now()
            let guest = try await home.guest(
                seeing: [sensor], conditions: AccessConditions(notAfter: now + .seconds(60)))
            try await home.add(sensor, capabilities: [.thermometer])
            let reader = await home.feed.subscribe(as: guest)
            _ = await home.feed.nextBatch(reader.id)
            var events = LiveEvents(of: reader)
            home.time.advance(by: .seconds(60) - .milliseconds(1))
            await home.feed.checkReaders(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await home.feed.readers[reader.id]?.isEnded == false)
            home.time.advance(by: .milliseconds(1))
            #expect(await events.next() == nil)
        }
    }

    /// The stream ends at the minute at which a window opens or closes, so that its client reads everything again.
    @Test(arguments: [false, true]) func streamEndsWhenAWindowOpensOrCloses(isOpen: Bool) async throws {
        try await withCore { home in
            let now = home.clock.now()
            let edge = now.startOfHour + .hours(1)
            let minute = Int(edge.milliseconds / 60_000 % 1440)
            let (before, after) = ((minute + 1320) % 1440, (minute + 120) % 1440)
            let window = WeeklyWindow(
                weekdays: Set(1...7), fromMinute: isOpen ? before : minute, toMinute: isOpen ? minute : after)
            let guest = try await home.guest(seeing: [sensor], conditions: AccessConditions(windows: [window]))
            try await home.add(sensor, capabilities: [.thermometer])
            let reader = await home.feed.subscribe(as: guest)
            _ = await home.feed.nextBatch(reader.id)
            var events = LiveEvents(of: reader)
            home.time.advance(by: edge - now - .milliseconds(1))
            await home.feed.checkReaders(at: home.clock.decisionTime(), home.clock.uptime())
            #expect(await home.feed.readers[reader.id]?.isEnded == false)
            home.time.advance(by: .milliseconds(1))
            #expect(await events.next() == nil)
            let policy = await home.people.policy
            #expect(policy.mayAnywhere(guest, permission: .viewEnvironment, at: home.clock.decisionTime()) != isOpen)
        }
    }

    /// The events are filtered also before the stream is ended.
    @Test func eventsAreFilteredByTheCurrentRights() async throws {
        try await withCore { home in
            try await home.add(sensor, capabilities: [.thermometer])
            let now = home.clock.now()
            let guest = try await home.guest(
                seeing: [sensor], conditions: AccessConditions(notAfter: now + .seconds(60)))
            let reader = await home.feed.subscribe(as: guest)
            _ = await home.feed.nextBatch(reader.id)
            let series = SeriesID(device: sensor, part: .main, capability: CapabilityName(.temperature))
            await home.feed.publish([.reading(series, Reading(time: now, value: 1))])
            home.time.advance(by: .seconds(60))
            #expect(await home.feed.nextBatch(reader.id) == nil)
        }
    }

    @Test func streamsOfOneClientCanBeEnded() async throws {
        try await withCore { home in
            _ = try await home.guest(seeing: [])
            let person = try #require(await home.people.allPeople.first?.id)
            let (phone, tablet) = (
                await home.feed.subscribe(as: try Self.session(of: person, at: ClientID("phone"))),
                await home.feed.subscribe(as: try Self.session(of: person, at: ClientID("tablet")))
            )
            await home.feed.end(client: ClientID("phone"))
            var events = LiveEvents(of: phone)
            #expect(await events.next() == nil)
            #expect(await home.feed.readers[tablet.id]?.isEnded == false)
        }
    }

    private static func session(of person: PersonID, at id: ClientID) throws -> Identity {
        let key = try #require(KeyThumbprint(String(repeating: "k", count: 43)))
        let now = ClockSnapshot(wall: Timestamp(milliseconds: 0), uptime: .zero, boot: UUID(), isKnown: true)
        let client = Client(
            id: id, person: person, name: DisplayName("Client" as StaticString), key: key, scope: nil,
            pairedAt: now.wall)
        let token = TokenDigest(bytes: [1])
        let session = Session(
            id: SessionID("s"), client: id, access: token, refresh: TokenDigest(bytes: [2]), renewedAt: now)
        return .session(
            try #require(AuthenticatedSession(session, of: client, token: token, key: key, stepUps: [], at: now)))
    }
}
