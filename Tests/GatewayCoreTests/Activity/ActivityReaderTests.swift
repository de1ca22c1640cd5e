import DeviceProtocols
import HomeModel
import HomeStore
import Testing
import TimeSeriesStore

@testable import AuditTrail
@testable import GatewayCore

/// The activity joins the audit log with what devices reported, and shows each role only its part.
@Suite(.timeLimit(.minutes(10))) struct ActivityReaderTests {
    private static let door: DeviceID = DeviceID("front-door")
    private static let window: DeviceID = DeviceID("window")
    private static let lock = Capability(
        CapabilityName(.lock), options: ["locked", "unlocked"], isCommanded: true)

    /// A home in which Olga unlocked the door, Kim was refused, and a person opened the window by hand.
    private func withActivity(_ body: @Sendable (CoreHome, ActivityReader) async throws -> Void) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for (name, role) in [
                ("Olga", Role.owner), ("Ada", .admin), ("Anna", .member), ("Cia", .child), ("Kim", .guest),
            ] {
                _ = try await home.peopleService.add(name: name, role: role, as: console)
            }
            try await home.add(Self.door, capabilities: [Self.lock])
            try await home.add(Self.window, capabilities: [.contact])
            home.time.advance(by: .seconds(600))
            try await home.report(.boolean(true), of: Self.window, kind: .contact)
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("kim"), person: PersonID("kim"), effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [Self.door])), as: console)
            for name in ["olga", "kim"] {
                home.time.advance(by: .seconds(60))
                _ = try await home.send(
                    .text(name == "olga" ? "unlocked" : "locked"), to: Self.door, kind: .lock,
                    as: CoreHome.identity(PersonID(slugging: name, fallback: PersonID("olga"))))
            }
            home.time.advance(by: .seconds(60))
            try await home.report(.boolean(false), of: Self.window, kind: .contact)
            try await body(home, home.activity)
        }
    }

    /// Columns: the person, and the lines that they see of the door and the window, newest first.
    @Test(
        arguments: [
            ("olga", ["window opened", "kim front-door locked +records", "olga front-door unlocked +records"]),
            ("ada", ["window opened", "kim front-door locked +records", "olga front-door unlocked +records"]),
            ("anna", ["window opened", "? front-door locked", "? front-door unlocked"]),
            ("cia", ["window opened", "? front-door locked", "? front-door unlocked"]),
            ("kim", ["kim front-door locked"]),
        ])
    func eachRoleSeesItsPart(_ person: String, lines: [String]) async throws {
        try await withActivity { home, reader in
            let identity = try CoreHome.identity(PersonID(slugging: person, fallback: PersonID("unknown")))
            let page = try await reader.list(ActivityQuery(limit: 200), as: identity)
            #expect(page.entries.filter { $0.device != nil }.map(\.line) == lines)
            if person == "kim" { #expect(page.entries.count == lines.count) }
        }
    }

    @Test func filterSelectsOnlyWhatTheReaderMaySee() async throws {
        try await withActivity { home, reader in
            let (anna, olga) = (try CoreHome.identity(PersonID("anna")), try CoreHome.identity(PersonID("olga")))
            func lines(_ query: ActivityQuery, as identity: Identity) async throws -> [String] {
                try await reader.list(query, as: identity).entries.map(\.line)
            }
            let byOlga = ActivityQuery(person: PersonID("olga"))
            #expect(try await lines(byOlga, as: olga) == ["olga front-door unlocked +records"])
            #expect(try await lines(byOlga, as: anna) == [])
            #expect(try await lines(ActivityQuery(device: Self.window), as: anna) == ["window opened"])
            #expect(try await lines(ActivityQuery(category: .openings), as: olga) == ["window opened"])
            #expect(try await lines(ActivityQuery(category: .presence), as: olga) == [])
            #expect(try await lines(ActivityQuery(device: DeviceID("nothing")), as: olga) == [])
            let late = ActivityQuery(device: Self.door, since: home.clock.now() - .seconds(61))
            #expect(try await lines(late, as: olga) == ["kim front-door locked +records"])
        }
    }

    @Test func ownCommandsExplainTheirChanges() async throws {
        try await withActivity { home, reader in
            let olga = try CoreHome.identity(PersonID("olga"))
            try await home.report(.text("locked"), of: Self.door, kind: .lock)
            home.time.advance(by: .seconds(300))
            try await home.report(.text("unlocked"), of: Self.door, kind: .lock)
            let openings = try await reader.list(ActivityQuery(device: Self.door, category: .openings), as: olga)
            #expect(openings.entries.map(\.line) == ["front-door unlocked"])
        }
    }

    /// A person who was asked for a PIN and did not enter it did nothing; wrong PINs were denied.
    @Test func requestForAPINIsShownOnlyWithWrongPINs() async throws {
        try await withActivity { home, reader in
            let olga = try CoreHome.identity(PersonID("olga"))
            func abandoned() async throws -> Int {
                let entries = try await reader.list(ActivityQuery(onlyFailed: true), as: olga).entries
                return entries.count
            }
            _ = try await home.audit.append(.prompt())
            #expect(try await abandoned() == 0)
            home.time.advance(by: .seconds(5))
            _ = try await home.audit.append(.wrongPIN())
            #expect(try await abandoned() == 1)
        }
    }

    @Test func outageOfADeviceIsAnEvent() async throws {
        try await withActivity { home, reader in
            let olga = try CoreHome.identity(PersonID("olga"))
            let address = LinkAddress(kind: .homie5, foreignID: "window", root: "window")
            for availability in [Availability.lost, .starting, .ready] {
                home.time.advance(by: .seconds(120))
                await home.core.eventReceiver.availability(availability, of: address)
            }
            let status = try await reader.list(ActivityQuery(category: .status), as: olga)
            #expect(status.entries.map(\.line) == ["window online", "window offline"])
            #expect(try await home.database.readings.lastReachability() == [Self.window: true])
        }
    }

    /// All pages together are the same list, whatever their size: none is repeated or left out.
    @Test(arguments: [1, 2, 7]) func pagesAreComplete(limit: Int) async throws {
        try await withActivity { home, reader in
            let olga = try CoreHome.identity(PersonID("olga"))
            for number in 0..<30 {
                home.time.advance(by: .seconds(Int64(number % 3) * 400))
                try await home.report(.boolean(number.isMultiple(of: 2)), of: Self.window, kind: .contact)
                _ = try await home.actions.writeEntry(.settingsChange, by: olga, target: "\(number)")
            }
            let all = try await reader.list(ActivityQuery(limit: 200), as: olga)
            #expect(all.entries.count > 45 && all.next == nil)
            var (pages, query) = ([ActivityEntry](), ActivityQuery(limit: limit))
            repeat {
                let page = try await reader.list(query, as: olga)
                #expect(page.entries.count <= limit)
                pages += page.entries
                query.before = page.next
            } while query.before != nil
            #expect(pages.map(\.id) == all.entries.map(\.id))
        }
    }

    /// Thousands of entries within a minute neither hide a newer one nor keep a page from going further back.
    @Test func floodOfEntriesHidesNothing() async throws {
        try await withActivity { home, reader in
            let (olga, kim) = (try CoreHome.identity(PersonID("olga")), try CoreHome.identity(PersonID("kim")))
            for _ in 0..<80 {
                home.time.advance(by: .milliseconds(500))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<50 {
                        group.addTask { _ = try await home.actions.writeEntry(.settingsChange, by: kim) }
                    }
                    try await group.waitForAll()
                }
            }
            home.time.advance(by: .seconds(1))
            _ = try await home.actions.writeEntry(.settingsChange, by: olga, target: "newest")
            let first = try await reader.list(ActivityQuery(limit: 5), as: olga)
            #expect(first.entries.count == 5 && first.entries.first?.actor == "olga")
            var (count, query) = (first.entries.count, ActivityQuery(limit: 200))
            query.before = first.next
            for _ in 0..<60 where query.before != nil {
                let page = try await reader.list(query, as: olga)
                count += page.entries.count
                query.before = page.next
            }
            #expect(query.before == nil && count > 4000)
        }
    }

    /// What a session may do does not include the past of the home.
    @Test func sessionThatMayOnlyControlSeesNoPast() async throws {
        try await withActivity { home, reader in
            let panel = try await home.identity(home.pair("Olle", role: .member, scope: [.controlDevices]))
            let page = try await reader.list(ActivityQuery(limit: 200), as: panel)
            #expect(page.entries.filter { $0.device != nil }.isEmpty)
        }
    }

    @Test func cursorIsReadAsItIsWritten() throws {
        let cursor = ActivityCursor(time: SampleRecords.start, id: "event.opened.window.main.contact.1")
        #expect(ActivityCursor("\(cursor)") == cursor)
        for text in ["", "1", "x_", "+1_a", "1_a b", "1_é", "1_" + String(repeating: "a", count: 500)] {
            #expect(ActivityCursor(text) == nil, "\(text)")
        }
    }

    @Test func readersAreToldOfNewEntriesThatTheyMaySee() async throws {
        try await withActivity { home, _ in
            let notifier = ActivityNotifier(audit: home.audit, feed: home.feed)
            let (olga, kim) = (try CoreHome.identity(PersonID("olga")), try CoreHome.identity(PersonID("kim")))
            var (all, own) = (
                LiveEvents(of: await home.feed.subscribe(as: olga)), LiveEvents(of: await home.feed.subscribe(as: kim))
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await notifier.run() }
                try await home.actions.writeEntry(.settingsChange, by: olga)
                try await home.actions.writeEntry(.authLogout, by: kim)
                try await home.report(.boolean(true), of: Self.window, kind: .contact)
                var subjects: Set<ActivitySubject> = []
                while subjects.intersection(Self.expected).count < Self.expected.count {
                    if case .activityChanged(let subject)? = await all.next() { subjects.insert(subject) }
                }
                var seen: Set<ActivitySubject> = []
                while !seen.contains(.act(person: "kim", device: nil)) {
                    if case .activityChanged(let subject)? = await own.next() { seen.insert(subject) }
                }
                // Kim may see the lock as it is now, also when another person commands it.
                #expect(
                    seen.isSubset(
                        of: Set(
                            ["kim", "olga"].map { .act(person: $0, device: Self.door) } + [
                                .act(person: "kim", device: nil)
                            ])))
                group.cancelAll()
            }
        }
    }

    private static let expected: Set<ActivitySubject> = [
        .act(person: "olga", device: nil), .act(person: "kim", device: nil),
        .series(SeriesID(device: window, part: .main, capability: CapabilityName(.contact))),
    ]
}

extension CoreHome {
    var activity: ActivityReader {
        ActivityReader(
            audit: audit, store: database.readings,
            state: HomeState(registry: registry, people: people, deviceStates: deviceStates, clock: clock),
            retention: retention)
    }

    /// Stores a change as a device reports it now.
    func report(_ value: CapabilityValue, of device: DeviceID, kind: CapabilityKind) async throws {
        let series = SeriesID(device: device, part: .main, capability: CapabilityName(kind))
        await assigner.receive(
            [TelemetryReport(.change(series, value: value), at: .arrival(clock.now()))], deliveries: [])
        try await pipeline.commit()
    }
}

extension ActivityEntry {
    /// Who, what, and whether the audit entries are shown.
    fileprivate var line: String {
        switch content {
        case .event(let event): return "\(event.device) \(event.kind.rawValue)"
        case .act(let act, let disclosure):
            let value = act.main.entry.metadata["value"] ?? act.main.entry.event.rawValue
            return "\(actor ?? "?") \(act.main.entry.target ?? "") \(value)\(disclosure == .full ? " +records" : "")"
        }
    }
}
