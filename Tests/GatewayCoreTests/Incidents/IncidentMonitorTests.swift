import AuditTrail
import HomeModel
import HomeStore
import TestSupport
import Testing

@testable import GatewayCore

@Suite(.timeLimit(.minutes(10))) struct IncidentMonitorTests {
    private let lamp = DeviceID("lamp" as StaticString)

    /// Causes ten refusals of another person and waits for their incident. The monitor has then processed all earlier
    /// refusals.
    private func settle(_ home: CoreHome) async throws {
        let cia = try await home.pair("Cia", role: .child, key: "c")
        let identity = try await home.identity(cia)
        for _ in 0..<10 { _ = try? await home.peopleService.list(as: identity) }
        try await eventually("the monitor opens an incident") {
            await !home.incidents(of: .manyRefusals, about: cia.client.person).isEmpty
        }
    }

    @Test(arguments: [9, 10, 20]) func tenRefusalsOfOnePersonOpenOneIncident(_ count: Int) async throws {
        try await withCore { home in
            try await home.withMonitor { _ in
                let kim = try await home.pair("Kim", role: .child)
                let identity = try await home.identity(kim)
                for _ in 0..<count {
                    await #expect(throws: ActionRefusal.self) { try await home.peopleService.list(as: identity) }
                }
                // An invalid value does not count as a refusal.
                try await home.add(lamp, capabilities: [.lamp])
                #expect(try await home.send(.number(1), to: lamp, as: identity).outcome == .invalid)
                try await settle(home)
                let found = await home.incidents(of: .manyRefusals, about: kim.client.person)
                #expect(found.count == (count < 10 ? 0 : 1))
                #expect(found.allSatisfy { $0.subject.client == kim.client.id && $0.isOpen })
                #expect(found.first?.evidence.count ?? 0 == count / 10)
                // The first refusal has an entry of its own; the repetitions are only counted.
                if let first = found.first { #expect(first.evidence.first?.entries.isEmpty == false) }
            }
        }
    }

    @Test func wrongPairingCodesOfAStrangerOpenOneIncident() async throws {
        try await withCore { home in
            try await home.withMonitor { _ in
                for _ in 0..<10 {
                    try await home.actions.writeStrangerEntry(.pairingFailure)
                    // A phone that was signed out tries again too, and is no attack.
                    try await home.actions.writeStrangerEntry(.authLogin)
                }
                try await settle(home)
                let found = await home.incidents(of: .manyRefusals).filter { $0.subject == IncidentSubject() }
                #expect(found.map(\.evidence.count) == [1])
                #expect(found.first?.evidence.first?.values["event"] == .text("pairing.failure"))
            }
        }
    }

    @Test func evidenceSaysWhatWasRefused() async throws {
        try await withCore { home in
            try await home.withMonitor { _ in
                try await home.add(lamp, capabilities: [.lamp])
                let kim = try await home.pair("Kim", role: .guest)
                let identity = try await home.identity(kim)
                for _ in 0..<10 { _ = try await home.send(.boolean(true), to: lamp, as: identity) }
                try await settle(home)
                let found = await home.incidents(of: .manyRefusals, about: kim.client.person)
                let values = try #require(found.first?.evidence.last?.values)
                #expect(values["event"] == .text("device.control") && values["target"] == .text("lamp"))
                #expect(values["capability"] != nil)
            }
        }
    }

    @Test func incidentIsInTheAuditLogAndOnTheDisk() async throws {
        try await withCore { home in
            try await home.withMonitor { _ in
                try await settle(home)
                let incident = try #require(await home.core.incidents.all.first)
                try await eventually("the audit log names the incident") {
                    try await home.audit.records().contains {
                        $0.entry.event == .incidentOpen && $0.entry.target == incident.id.rawValue
                    }
                }
                try await eventually("the disk has the incident") {
                    try await home.core.incidentStore.load().incidents.contains { $0.id == incident.id }
                }
            }
        }
    }

    @Test func stepUpRequestsDoNotCountAsRefusals() async throws {
        try await withCore { home in
            try await home.withMonitor { _ in
                let kim = try await home.pair("Kim", role: .owner)
                let identity = try await home.identity(kim)
                for _ in 0..<20 {
                    await #expect(throws: ActionRefusal.self) {
                        try await home.actions.require(StepUp.people, of: identity)
                    }
                }
                try await settle(home)
                #expect(await home.incidents(of: .manyRefusals, about: kim.client.person).isEmpty)
            }
        }
    }

    @Test(arguments: [(5, false), (10, true)])
    func guestCommandFarFromTheGrantedTimeOpensAnIncident(_ hours: Int, isFar: Bool) async throws {
        try await withCore { home in
            try await home.withMonitor { _ in
                try await home.add(lamp, capabilities: [.lamp])
                let kim = try await home.pair("Kim", role: .guest)
                let console = try #require(CoreHome.console)
                _ = try await home.grants.give(
                    Grant(
                        id: GrantID("new"), person: kim.client.person, effect: .allow, permissions: [.controlDevices],
                        conditions: AccessConditions(notBefore: home.clock.now() + .hours(hours))), as: console)
                let identity = try await home.identity(kim)
                #expect(try await home.send(.boolean(true), to: lamp, as: identity).outcome == .refused)
                try await settle(home)
                let found = await home.incidents(of: .farFromWindow, about: kim.client.person)
                #expect(found.isEmpty != isFar)
                if isFar {
                    #expect(found.first?.evidence.first?.values["target"] == .text("lamp"))
                    #expect(found.first?.evidence.first?.values["hours"] == .number(hours))
                }
            }
        }
    }

    @Test func impostorOnADeviceNetworkOpensAnIncident() async throws {
        try await withCore { home in
            try await home.withMonitor { _ in
                await home.core.eventReceiver.found(
                    LinkFinding(
                        source: .init(name: "test", auditKey: "test", logKey: "test"),
                        location: .init(text: "plug/announcement", root: "plug"), code: "impostor",
                        detail: "A device acts for another.", isDangerous: true, isKept: false))
                try await eventually("the monitor opens an incident") {
                    await home.incidents(of: .speaksForOthers).first?.subject.device == "plug"
                }
            }
        }
    }

    @Test func alternatingAddressesOfOneDeviceOpenAnIncident() async throws {
        try await withCore { home in
            try await home.withMonitor { _ in
                for address in ["10.0.0.5", "10.0.0.9", "10.0.0.5"] {
                    home.core.incidentFeed.send(.connected(root: "plug", address: address))
                }
                try await eventually("the monitor opens an incident") {
                    await !home.incidents(of: .twoAddresses).isEmpty
                }
            }
        }
    }
}
