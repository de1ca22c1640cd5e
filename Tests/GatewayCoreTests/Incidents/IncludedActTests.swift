import Foundation
import HomeModel
import Testing

@testable import GatewayCore

/// Acts outside of an incident that end or complete a step of it.
@Suite(.timeLimit(.minutes(10))) struct IncludedActTests {
    @Test func endOfALockdownIsListedWhereItBegan() async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await incidents.open(title: "A stranger", note: nil, as: console).incident.id
            let other = try await incidents.open(title: "A window", note: nil, as: console).incident.id
            _ = try await incidents.contain(id, by: .lockdown, target: nil, as: console)
            try await home.lockdown.set(false, as: console)
            // It is off already.
            try await home.lockdown.set(false, as: console)
            let acts = try await incidents.incident(id, as: console).incident.acts
            #expect(acts.map(\.containment) == [.lockdown, .endLockdown])
            #expect(try await incidents.incident(other, as: console).incident.acts.isEmpty)
            let entries = String(decoding: try await incidents.export(id, as: console).entries, as: UTF8.self)
            #expect(entries.contains("\"lockdown.on\"") && entries.contains("\"lockdown.off\""))
        }
    }

    @Test func newPINIsListedInAnIncidentAboutItsPerson() async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let kim = try await home.pair("Kim", role: .owner, key: "k")
            let person = kim.client.person
            let phone = try await home.identity(kim)
            let id = try await incidents.open(
                title: "My phone was stolen", note: nil, kind: .lostPhone, as: phone
            ).incident.id
            let other = try await incidents.open(title: "A window", note: nil, as: phone).incident.id
            try await home.residents.pins.set("482913", current: nil, of: person, as: console)
            let acts = try await incidents.incident(id, as: console).incident.acts
            #expect(acts.map(\.containment) == [.changePIN] && acts.first?.target == person.rawValue)
            #expect(acts.first?.targetName == "Kim")
            #expect(try await incidents.incident(other, as: console).incident.acts.isEmpty)
            let entries = String(decoding: try await incidents.export(id, as: console).entries, as: UTF8.self)
            #expect(entries.contains("\"setPIN\""))
        }
    }

    @Test(arguments: [Containment.endLockdown, .changePIN])
    func actThatIsOnlyListedIsNoStep(_ act: Containment) async throws {
        try await withCore { home in
            let incidents = home.makeIncidents()
            let console = try #require(CoreHome.console)
            let id = try await incidents.open(title: "A stranger", note: nil, as: console).incident.id
            await #expect(throws: ActionRefusal.self) {
                try await incidents.contain(id, by: act, target: nil, as: console)
            }
            #expect(try await incidents.incident(id, as: console).incident.acts.isEmpty)
        }
    }
}
