import AuditTrail
import HomeModel
import HomeStore
import Testing

@testable import GatewayCore

/// Each person sees the privacy notice once, at a client of their own.
@Suite(.timeLimit(.minutes(10))) struct NoticeServiceTests {
    private func service(_ home: CoreHome) -> NoticeService {
        NoticeService(notices: home.core.notices, feed: home.feed, actions: home.actions)
    }

    @Test(arguments: [Role.owner, .admin, .member, .child, .guest])
    func noticeIsDueUntilThePersonHasSeenIt(_ role: Role) async throws {
        try await withCore { home in
            let service = service(home)
            let identity = try await home.identity(home.pair("Olle", role: role))
            let person = try #require(identity.person)
            #expect(await service.isDue(for: identity))
            #expect(await service.lastView(of: identity) == nil)
            var events = LiveEvents(of: await home.feed.subscribe(as: identity))
            try await service.record(version: PrivacyNotice.version, as: identity)
            // The pairing of an owner changes other things too, of which the stream may still have an event.
            var event = await events.next()
            while let other = event, !other.isOfOwnHome { event = await events.next() }
            #expect(event != nil)
            #expect(await !service.isDue(for: identity))
            let seen = NoticeView(version: PrivacyNotice.version, seenAt: home.clock.now())
            #expect(await service.lastView(of: identity) == seen)
            // A second client of the person neither shows it again nor changes the time.
            home.time.advance(by: .seconds(3600))
            try await service.record(version: PrivacyNotice.version, as: identity)
            #expect(await service.lastView(of: identity) == seen)
            let next = try await NoticeRegistry(loading: home.database.notices)
            #expect(await next.views(of: person) == [seen])
        }
    }

    @Test func newVersionIsDueForThoseWhoSawAnEarlierOne() async throws {
        try await withCore { home in
            let service = service(home)
            let identity = try await home.identity(home.pair("Olle", role: .member))
            let person = try #require(identity.person)
            let earlier = NoticeView(version: PrivacyNotice.version - 1, seenAt: home.clock.now())
            #expect(try await home.core.notices.save(earlier, of: person))
            #expect(await service.isDue(for: identity))
            #expect(await service.lastView(of: identity) == earlier)
            try await service.record(version: PrivacyNotice.version, as: identity)
            #expect(await !service.isDue(for: identity))
            #expect(
                await home.core.notices.views(of: person).map(\.version) == [earlier.version, PrivacyNotice.version])
        }
    }

    @Test(arguments: [0, -1, PrivacyNotice.version + 1, .max]) func unknownVersionIsRefused(_ version: Int) async throws
    {
        try await withCore { home in
            let identity = try await home.identity(home.pair("Olle", role: .member))
            await #expect {
                try await service(home).record(version: version, as: identity)
            } throws: { if case ActionRefusal.invalid("version", "outOfRange", _) = $0 { true } else { false } }
            #expect(try await home.database.notices.load().isEmpty)
        }
    }

    /// The console and a wall panel show no notice: the person is not certain to sit there.
    @Test func consoleAndWallPanelSeeNoNotice() async throws {
        try await withCore { home in
            let service = service(home)
            let panel = try await home.identity(home.pair("Olle", role: .member, scope: [.viewEnvironment]))
            let person = try #require(panel.person)
            for identity in [try #require(CoreHome.console), try CoreHome.identity(person), panel] {
                #expect(await !service.isDue(for: identity))
                await #expect(throws: ActionRefusal.self) {
                    try await service.record(version: PrivacyNotice.version, as: identity)
                }
            }
            #expect(try await home.database.notices.load().isEmpty)
        }
    }

    @Test func viewsOfARemovedPersonAreForgotten() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let identity = try await home.identity(home.pair("Olle", role: .member))
            let person = try #require(identity.person)
            try await service(home).record(version: PrivacyNotice.version, as: identity)
            try await home.peopleService.remove(person, as: console)
            #expect(try await home.database.notices.load().isEmpty)
            #expect(await home.core.notices.views(of: person).isEmpty)
            await #expect(throws: ActionRefusal.self) {
                try await service(home).record(version: PrivacyNotice.version, as: identity)
            }
        }
    }

    /// What a person has read is no act: it does not fill the security log.
    @Test func seeingTheNoticeHasNoAuditEntry() async throws {
        try await withCore { home in
            let identity = try await home.identity(home.pair("Olle", role: .member))
            let before = try await home.audit.records(AuditFilter()).count
            try await service(home).record(version: PrivacyNotice.version, as: identity)
            #expect(try await home.audit.records(AuditFilter()).count == before)
        }
    }

    /// The person is removed while what they have seen and their preferences are being stored.
    @Test func savesThatRunDuringARemovalBringNothingBack() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let (notices, preferences) = (home.core.notices, home.core.preferences)
            for number in 0..<30 {
                let person = try await home.peopleService.add(name: "Kim \(number)", role: .guest, as: console).id
                let view = NoticeView(version: PrivacyNotice.version, seenAt: home.clock.now())
                async let isSeen = notices.save(view, of: person)
                async let isSaved = preferences.save(Preferences(), of: person)
                try await home.peopleService.remove(person, as: console)
                _ = try await (isSeen, isSaved)
                #expect(await notices.views(of: person).isEmpty)
                #expect(await preferences.preferences(of: person) == nil)
            }
        }
    }
}
