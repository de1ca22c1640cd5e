import Foundation
import HomeModel
import SeededRandom
import Synchronization
import Testing

@testable import AuditTrail
@testable import GatewayCore

/// Random homes, people and devices, and a kill of the gateway at any moment. The behaviour of the devices and the entries of
/// the children decide which outcomes are true.
@Suite(.timeLimit(.minutes(20))) struct GroupCommandPropertyTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let seeds = environment["TOMTE_GROUP_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? Array(1...40)

    /// A lamp with the outcome that its behaviour must have.
    private struct ModelledLamp: Sendable {
        let id: DeviceID
        let behaviour: FakeLink.Behaviour
        let isLost: Bool
        let isDenied: Bool

        init(_ number: Int, random: inout SeededGenerator) {
            let behaviours: [FakeLink.Behaviour] = [
                .obeys, .obeys, .silent, .cannotReport, .notListening, .unsendable, .refuses("overheated"),
                .acknowledges(.boolean(true)),
            ]
            id = DeviceID("lamp-\(number)") ?? DeviceID("lamp")
            behaviour = behaviours.randomElement(using: &random) ?? .obeys
            isLost = Int.random(in: 0..<6, using: &random) == 0
            isDenied = Int.random(in: 0..<6, using: &random) == 0
        }

        var outcome: CommandOutcome {
            if isLost { return .unreachable }
            return switch behaviour {
            case .obeys: .confirmed
            case .cannotReport: .sent
            case .notListening: .unreachable
            case .silent: .timedOut
            default: .failed
            }
        }
    }

    @Test(arguments: seeds) func outcomesAreTrueAtEachMomentAndAfterAKill(seed: UInt64) async throws {
        try await withVirtualCore { home in
            var random = SeededGenerator(seed: seed)
            let lamps = (0..<Int.random(in: 1...9, using: &random)).map { ModelledLamp($0, random: &random) }
            let identity = try await populate(home, lamps: lamps)
            let snapshots = Mutex<[String]>([])
            let moments = Set((0..<3).map { _ in Int.random(in: 1...9, using: &random) })
            await home.link.intercept { count in
                guard moments.contains(count) else { return }
                let problems = try? await killProblems(home)
                snapshots.withLock { $0 += problems ?? ["the log cannot be read"] }
            }
            let group = home.group(.boolean(false), to: .home, key: "k", deadline: .seconds(15))
            let permitted = lamps.filter { !$0.isDenied }
            guard !permitted.isEmpty else {
                await #expect(throws: GroupCommandRefusal.self, "seed \(seed)") {
                    try await home.groups.submit(group, by: identity)
                }
                return
            }
            let id = try await home.groups.submit(group, by: identity)
            let record = try await home.awaited.during { try await home.groups.await(id, until: .ended) }
            #expect(snapshots.withLock { $0 } == [], "TOMTE_GROUP_SEED=\(seed)")
            #expect(record.children.map(\.device) == permitted.map(\.id), "TOMTE_GROUP_SEED=\(seed)")
            #expect(record.outcomes == permitted.map(\.outcome), "TOMTE_GROUP_SEED=\(seed)")
            #expect(record.leftOut.map(\.device) == lamps.filter(\.isDenied).map(\.id), "TOMTE_GROUP_SEED=\(seed)")
            try await checkEnd(home, record: record, seed: seed)
        }
    }

    /// The next start of the gateway knows the group with the same outcomes, and each child has its own entries.
    private func checkEnd(_ home: CoreHome, record: GroupCommandRecord, seed: UInt64) async throws {
        let later = try #require(await home.nextGroupTracker().record(record.id))
        #expect(later.outcomes == record.outcomes, "TOMTE_GROUP_SEED=\(seed)")
        #expect(later.children.map(\.code) == record.children.map(\.code), "TOMTE_GROUP_SEED=\(seed)")
        #expect(later.leftOut == record.leftOut && later.outcome == record.outcome, "TOMTE_GROUP_SEED=\(seed)")
        let done = record.outcomes.count { $0 == .confirmed || $0 == .sent }
        let expected: GroupOutcome =
            done == 0
            ? .failed
            : done < record.children.count ? .partial : record.outcomes.contains(.sent) ? .sent : .confirmed
        #expect(record.outcome == expected, "TOMTE_GROUP_SEED=\(seed)")
        let entries = try await home.audit.records().filter { $0.entry.metadata["parent"] == record.id.rawValue }
        let ends = entries.filter { $0.entry.metadata["outcome"] != nil }
        #expect(Set(ends.compactMap { $0.entry.metadata["command"] }).count == record.children.count)
    }

    private func populate(_ home: CoreHome, lamps: [ModelledLamp]) async throws -> Identity {
        let console = try #require(CoreHome.console)
        for lamp in lamps {
            try await home.add(lamp.id, capabilities: [.lamp])
            await home.link.behave(lamp.behaviour, device: lamp.id)
            if lamp.isLost { _ = await home.deviceStates.set(.lost, of: lamp.id) }
        }
        let person = try await home.peopleService.add(name: "Mia", role: .member, as: console).id
        let denied = Set(lamps.filter(\.isDenied).map(\.id))
        if !denied.isEmpty {
            _ = try await home.grants.give(
                Grant(
                    id: GrantID("new"), person: person, effect: .deny, permissions: [.controlDevices],
                    selector: AccessSelector(devices: denied)), as: console)
        }
        return try CoreHome.identity(person)
    }

    /// Compares what a start of the gateway would know, if it were killed now, with the entries in the log just before and
    /// just after.
    private func killProblems(_ home: CoreHome) async throws -> [String] {
        let before = try await childStates(home)
        let recent = try await home.audit.recentCommands(within: .hours(24), before: home.clock.now())
        let after = try await childStates(home)
        var problems: [String] = []
        if recent.groups.count != 1 { problems.append("\(recent.groups.count) groups are known") }
        for group in recent.groups {
            if group.unfinished == nil { problems.append("the group has ended before its children were sent") }
            for child in group.record.children {
                // An entry without an outcome may be followed by one between both looks at the log.
                let allowed = [before[child.id], after[child.id], after[child.id].map { _ in "timedOut" }]
                let state = child.code == CommandRefusal.notSent.code ? nil : child.outcome?.rawValue
                if !allowed.contains(state) {
                    problems.append("\(child.id) is \(state ?? "not sent") and not \(allowed.map { $0 ?? "not sent" })")
                }
            }
        }
        return problems
    }

    /// The outcome of each child according to its own entries. A child without an outcome is `timedOut`, and one without an
    /// entry is missing.
    private func childStates(_ home: CoreHome) async throws -> [CommandID: String] {
        var states: [CommandID: String] = [:]
        for record in try await home.audit.records() where record.entry.metadata["parent"] != nil {
            guard let id = record.entry.metadata["command"].flatMap({ CommandID($0) }) else { continue }
            let outcome = record.entry.metadata["outcome"]
            if outcome != nil || states[id] == nil { states[id] = outcome ?? "timedOut" }
        }
        return states
    }
}

/// The gateway ends while a group command is under way.
@Suite(.timeLimit(.minutes(10))) struct GroupCommandRestartTests {
    @Test func killInTheMiddleLeavesTheOutcomeOfEachChild() async throws {
        try await withVirtualCore { home in
            let console = try #require(CoreHome.console)
            for number in 0..<6 {
                try await home.add(try #require(DeviceID("lamp-\(number)")), capabilities: [.lamp])
            }
            await home.link.behave(.silent, device: DeviceID("lamp-1"))
            let found = Mutex<RecentCommands?>(nil)
            await home.link.intercept { count in
                guard count == 3 else { return }
                let recent = try? await home.audit.recentCommands(within: .hours(24), before: home.clock.now())
                found.withLock { $0 = recent }
            }
            let id = try await home.groups.submit(home.group(.boolean(false), to: .home, key: "k"), by: console)
            _ = try await home.awaited.during { try await home.groups.await(id, until: .ended) }
            // The next start: it closes what was open, and knows the group and its key.
            let recent = try #require(found.withLock { $0 })
            let group = try #require(recent.groups.first)
            let tracker = GroupCommandTracker(feed: home.feed, recent: recent.groups, uptime: home.clock.uptime)
            let record = try #require(await tracker.record(id))
            #expect(group.unfinished != nil && record.stage == .ended && record.children.count == 6)
            #expect(record.outcomes.allSatisfy { $0 != nil })
            #expect(record.children[2].outcome == .timedOut, "it was sent, and its effect is not known")
            let again = home.group(.boolean(false), to: .home, key: "k")
            #expect(try await home.groups(on: tracker).submit(again, by: console) == id)
            try await home.audit.close(group)
            let later = try await home.audit.recentCommands(within: .hours(24), before: home.clock.now())
            #expect(later.groups.first?.unfinished == nil)
        }
    }
}
