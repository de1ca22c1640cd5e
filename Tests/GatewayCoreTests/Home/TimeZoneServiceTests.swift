import Foundation
import HomeCertificates
import HomeModel
import AuditTrail
import Testing

@testable import HomeStore
@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct TimeZoneServiceTests {
    private func service(_ home: CoreHome) -> TimeZoneService {
        TimeZoneService(people: home.people, feed: home.feed, actions: home.actions)
    }

    /// A cleaner may enter on Tuesdays from 8 to 18. At 7:30 UTC it is 8:30 in Stockholm.
    @Test func windowsOfGrantsFollowTheNewTimeZoneAtOnce() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            home.time.set(to: try #require(Timestamp(rfc3339: "2026-11-24T07:30:00Z")), isSynchronised: true)
            let window = try #require(WeeklyWindow("tue 08:00-18:00"))
            let cleaner = try await home.guest(seeing: [], conditions: AccessConditions(windows: [window]))
            let isAllowed = { @Sendable () async -> Bool in
                await home.people.policy.mayAnywhere(
                    cleaner, permission: .viewEnvironment, at: home.clock.decisionTime())
            }
            for (zone, expected) in [
                ("UTC", false), ("Europe/Stockholm", true), ("Asia/Tokyo", true), ("Pacific/Auckland", false),
                ("America/New_York", false), ("Europe/Stockholm", true),
            ] {
                let revision = await home.people.policy.revision
                try await service(home).set(zone, as: console)
                #expect(await home.people.policy.revision > revision, "\(zone)")
                #expect(await isAllowed() == expected, "\(zone)")
            }
        }
    }

    @Test func streamsOfPeopleWithGrantsEndAndOthersLearnOfTheChange() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            var owner = LiveEvents(of: await home.feed.subscribe(as: console))
            var cleaner = LiveEvents(of: await home.feed.subscribe(as: try await home.guest(seeing: [])))
            try await service(home).set("Europe/Stockholm", as: console)
            #expect(await owner.next()?.isOfHome == true)
            while await cleaner.next() != nil {}
        }
    }

    @Test func timeZoneOfAPersonReplacesTheConfiguredOneAfterARestart() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let configured = try #require(TimeZone(identifier: "Asia/Tokyo"))
            let before = try await PeopleRegistry(
                loading: home.database.people, timeZone: configured, hasher: .ephemeral())
            #expect(await before.policy.timeZone == configured)
            #expect(await before.chosenTimeZone == nil)
            try await service(home).set("Europe/Berlin", as: console)
            try await service(home).set("Europe/Stockholm", as: console)
            let after = try await PeopleRegistry(
                loading: home.database.people, timeZone: configured, hasher: .ephemeral())
            #expect(await after.policy.timeZone.identifier == "Europe/Stockholm")
            #expect(await after.chosenTimeZone?.identifier == "Europe/Stockholm")
        }
    }

    @Test func changeIsAuditedOnce() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for _ in 0..<2 { try await service(home).set("Europe/Stockholm", as: console) }
            let entries = try await home.audit.records(AuditFilter()).map(\.entry).filter {
                $0.event == .settingsChange
            }
            #expect(entries.map(\.metadata) == [["act": "setTimeZone", "zone": "Europe/Stockholm"]])
        }
    }

    @Test func changeThatCannotBeStoredChangesNothing() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.whileDatabaseIsLocked {
                await #expect(throws: ActionRefusal.self) {
                    try await service(home).set("Europe/Stockholm", as: console)
                }
            }
            #expect(await home.people.policy.timeZone == .gmt)
            #expect(await home.people.chosenTimeZone == nil)
        }
    }

    @Test(arguments: ["", "Mars/Olympus", "CET", "../../etc/passwd", "Europe/Stockholm\u{1B}[2J"])
    func unknownTimeZoneIsRefused(_ zone: String) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            await #expect {
                try await service(home).set(zone, as: console)
            } throws: { error in
                guard case .invalid("timeZone", "unknownTimeZone", let detail) = error as? ActionRefusal else {
                    return false
                }
                return !detail.contains("\u{1B}")
            }
            #expect(await home.people.chosenTimeZone == nil)
        }
    }

    @Test(arguments: [Role.member, .child, .guest])
    func roleWithoutTheRightCannotSetTheTimeZone(_ role: Role) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let bo = try await home.peopleService.add(name: "Bo", role: role, as: console).id
            await #expect(throws: ActionRefusal.self) {
                try await service(home).set("Europe/Stockholm", as: CoreHome.identity(bo))
            }
            #expect(await home.people.policy.timeZone == .gmt)
        }
    }
}
