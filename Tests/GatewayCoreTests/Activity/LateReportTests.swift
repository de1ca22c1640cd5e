import AuditTrail
import HomeModel
import Testing

@testable import GatewayCore

/// A command that was not answered in time says what the device reported afterwards.
@Suite(.timeLimit(.minutes(10))) struct LateReportTests {
    private static let lamp: DeviceID = DeviceID("lamp")

    /// What happened after the command to turn the lamp on.
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var outcome = CommandOutcome.timedOut
        var isOn = true
        var seconds: Int64 = 60
        /// Whether the same command was sent again before the report.
        var isRepeated = false
        let isLate: Bool
    }

    @Test(
        arguments: [
            Example(testDescription: "a report after a minute", isLate: true),
            Example(testDescription: "a report at once", seconds: 1, isLate: true),
            Example(testDescription: "a report after four minutes", seconds: 240, isLate: false),
            Example(testDescription: "a report of another value", isOn: false, isLate: false),
            Example(testDescription: "a command that was answered in time", outcome: .confirmed, isLate: false),
            Example(testDescription: "a command that the device refused", outcome: .failed, isLate: false),
            Example(testDescription: "a report after the next command", isRepeated: true, isLate: false),
        ])
    func commandHasTheReportThatCameAfterItsTime(_ example: Example) async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await begin(home, isOn: !example.isOn, outcome: example.outcome)
            if example.isRepeated {
                _ = try await home.audit.append(.command("on", id: "c2", device: "lamp", capability: "switch"))
            }
            home.time.advance(by: .seconds(example.seconds))
            try await home.report(.boolean(example.isOn), of: Self.lamp, kind: .switch)
            let reports = try await lateReports(in: home, as: console)
            let report = StateChange(series: Self.series, time: home.clock.now(), value: .boolean(true))
            #expect(reports["c1"] == (example.isLate ? report : nil))
        }
    }

    /// A right to control something shows only its present state.
    @Test func reportIsShownOnlyToThoseWhoMaySeeThePast() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            for (name, role) in [("Kim", Role.guest), ("Anna", .member)] {
                _ = try await home.peopleService.add(name: name, role: role, as: console)
            }
            try await begin(home, isOn: false)
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("kim"), person: PersonID("kim"), effect: .allow, permissions: [.controlDevices],
                    selector: AccessSelector(devices: [Self.lamp])), as: console)
            home.time.advance(by: .seconds(30))
            try await home.report(.boolean(true), of: Self.lamp, kind: .switch)
            for (person, isShown) in [(PersonID("kim"), false), (PersonID("anna"), true)] as [(PersonID, Bool)] {
                let reports = try await lateReports(in: home, as: CoreHome.identity(person))
                #expect(reports.keys.sorted() == ["c1"], "\(person)")
                #expect((reports["c1"].flatMap(\.self) != nil) == isShown, "\(person)")
            }
        }
    }

    @Test func lateReportIsAnEventForReaders() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(Self.lamp, capabilities: [.lamp])
            try await home.report(.boolean(false), of: Self.lamp, kind: .switch)
            await home.link.behave(.silent)
            var events = LiveEvents(of: await home.feed.subscribe(as: console))
            let record = try await home.send(
                .boolean(true), to: Self.lamp, as: console, deadline: .milliseconds(200))
            #expect(record.outcome == .timedOut)
            home.time.advance(by: .seconds(1))
            try await home.report(.boolean(true), of: Self.lamp, kind: .switch)
            var subject: ActivitySubject?
            while subject == nil {
                if case .activityChanged(let changed)? = await events.next() { subject = changed }
            }
            #expect(subject == .series(Self.series))
            let reports = try await lateReports(in: home, as: console)
            #expect(reports.values.compactMap(\.self).map(\.value) == [.boolean(true)])
        }
    }

    private static let series = SeriesID(device: lamp, part: .main, capability: CapabilityName(.switch))

    /// Adds a lamp with a known state, and the command of Kim to turn it on with its outcome.
    private func begin(_ home: CoreHome, isOn: Bool, outcome: CommandOutcome = .timedOut) async throws {
        try await home.add(Self.lamp, capabilities: [.lamp])
        try await home.report(.boolean(isOn), of: Self.lamp, kind: .switch)
        home.time.advance(by: .seconds(600))
        _ = try await home.audit.append(.command("on", device: "lamp", capability: "switch"))
        home.time.advance(by: .seconds(10))
        _ = try await home.audit.append(.outcome(outcome, device: "lamp"))
    }

    /// The late report of each command that the identity sees, or nil, by the id of the command.
    private func lateReports(in home: CoreHome, as identity: Identity) async throws -> [String: StateChange?] {
        let query = ActivityQuery(category: .control, limit: 200)
        let entries = try await home.activity.list(query, as: identity).entries
        return Dictionary(
            entries.compactMap { entry -> (String, StateChange?)? in
                guard case .act(let act, _) = entry.content else { return nil }
                return (act.main.entry.command ?? "", act.lateReport)
            }, uniquingKeysWith: { $1 })
    }
}
