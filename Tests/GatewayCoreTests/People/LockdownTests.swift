import Foundation
import HomeCertificates
import HomeModel
import Testing

@testable import HomeStore
@testable import AuditTrail
@testable import GatewayCore

@Suite struct LockdownTests {
    private let lamp = DeviceID("lamp" as StaticString)

    @Test func lockdownPermitsOnlySafeCommands() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            try await home.lockdown.set(true, as: console)
            #expect(try await home.send(.boolean(true), to: lamp, as: console).outcome == .refused)
            #expect(try await home.send(.boolean(false), to: lamp, as: console).outcome == .confirmed)
            try await home.lockdown.set(false, as: console)
            #expect(try await home.send(.boolean(true), to: lamp, as: console).outcome == .confirmed)
            let events = try await home.audit.records().map(\.entry.event)
            #expect(events.contains(.lockdownOn) && events.contains(.lockdownOff))
        }
    }

    @Test func lockdownSurvivesARestart() async throws {
        try await withCore { home in
            try await home.lockdown.set(true, as: #require(CoreHome.console))
            let again = try await PeopleRegistry(loading: home.database.people, timeZone: .gmt, hasher: .ephemeral())
            #expect(await again.policy.isLockedDown)
        }
    }

    @Test func memberMayBeginButNotEndALockdown() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let kim = try await home.peopleService.add(name: "Kim", role: .member, as: console).id
            let gus = try await home.peopleService.add(name: "Gus", role: .guest, as: console).id
            await #expect(throws: ActionRefusal.self) { try await home.lockdown.set(true, as: CoreHome.identity(gus)) }
            try await home.lockdown.set(true, as: CoreHome.identity(kim))
            await #expect(throws: ActionRefusal.self) { try await home.lockdown.set(false, as: CoreHome.identity(kim)) }
            #expect(await home.lockdown.since != nil)
        }
    }
}
