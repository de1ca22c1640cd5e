import AvahiDiscovery
import Foundation
import GatewayCore
import HomeModel
import LinkFixtures
import Logging
import MatterEmulator
import MatterFixtures
import MatterLink
import SimulatedHome
import StorageFixtures
import Testing
import TestSupport

/// A running home whose Matter nodes a gateway uses.
@Suite(.timeLimit(.minutes(15))) struct RunningNodeTests {
    private static let yaml = """
        name: Three
        rooms: [{ name: Hall, use: hall }]
        bridges: [{ id: hub, name: Hub, link: matter, setupCode: 1649-431-6582 }]
        devices:
          - { id: lamp, kind: light, link: matter, bridge: hub, name: Lamp, every: 20ms }
          - { id: bolt, kind: lock, link: matter, bridge: hub, name: Bolt, every: 20ms }
          - { id: blind, kind: cover, link: matter, bridge: hub, name: Blind, every: 20ms, travel: 2s, purpose: blind }
        """

    @Test func gatewaySwitchesALampAndLearnsOfAChangeByHand() async throws {
        try await Self.withGateway { home, gateway in
            let lamp = try await gateway.adopt(try await gateway.waiting(named: "Lamp").address)
            #expect(try await gateway.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed)
            #expect(await home.isOn("lamp") == .boolean(true))
            #expect(try await gateway.send(.number(40), to: lamp, kind: .brightness).outcome == .confirmed)
            try await home.press("lamp")
            try await eventually("the gateway shows that the lamp is off") {
                await gateway.value(.switch, of: lamp) == .boolean(false)
            }
        }
    }

    @Test func boltAndCoverAreConfirmedWhenTheyHaveMoved() async throws {
        try await Self.withGateway { home, gateway in
            let bolt = try await gateway.adopt(try await gateway.waiting(named: "Bolt").address)
            #expect(try await gateway.send(.text("unlocked"), to: bolt, kind: .lock).outcome == .confirmed)
            #expect(await home.value(.lock, of: "bolt") == .text("unlocked"))
            // A hand locks the door.
            try await home.press("bolt")
            try await eventually("the gateway shows that the door is locked") {
                await gateway.value(.lock, of: bolt) == .text("locked")
            }
            let found = try await gateway.waiting(named: "Blind")
            let purposes = found.description.parts.filter(\.asksForPurpose).map { ($0.id, Purpose.blind) }
            let blind = try await gateway.adopt(found.address, purposes: Dictionary(purposes) { first, _ in first })
            #expect(try await gateway.send(.number(35), to: blind, kind: .position).outcome == .confirmed)
            #expect(await home.value(.position, of: "blind") == .number(35))
        }
    }

    @Test(arguments: [Fault.Kind.reject, .stick])
    func faultyLampConfirmsNothing(_ kind: Fault.Kind) async throws {
        try await Self.withGateway { home, gateway in
            let lamp = try await gateway.adopt(try await gateway.waiting(named: "Lamp").address)
            try await home.inject(Fault(kind), device: "lamp")
            let record = try await gateway.send(.boolean(true), to: lamp, kind: .switch, deadline: .seconds(4))
            #expect(record.outcome == (kind == .reject ? .failed : .timedOut))
            #expect(await home.isOn("lamp") == .boolean(false))
        }
    }

    @Test func restartedHomeIsStillInTheFabric() async throws {
        try await withFolder { gatewayFolder in
            try await withFolder { folder in
                try await MatterHome.run(in: gatewayFolder) { gateway in
                    let lamp = try await Self.run(keeping: folder) { home in
                        try await Self.following(home, by: gateway) {
                            try await Self.commission(home, by: gateway)
                            return try await gateway.adopt(try await gateway.waiting(named: "Lamp").address)
                        }
                    }
                    try await Self.run(keeping: folder) { home in
                        let services = await home.announcements(ofNode: "hub").map(\.service)
                        #expect(services == [.operational])
                        try await Self.following(home, by: gateway) {
                            // Until the gateway has found the node again, the lamp is unreachable.
                            try await eventually("the lamp is switched on") {
                                try await gateway.send(.boolean(true), to: lamp, kind: .switch).outcome == .confirmed
                            }
                        }
                    }
                }
            }
        }
    }

    @Test(.enabled(if: PrivateAvahi.isAvailable, Comment(rawValue: PrivateAvahi.requirement)))
    func announcementFollowsTheCommissioning() async throws {
        try await withPrivateAvahi { avahi in
            let publisher = AvahiPublisher(logger: Logger(label: "avahi"))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await publisher.run() }
                try await Self.withGateway(publisher: publisher, commissions: false) { home, gateway in
                    let port = try #require(await home.announcements(ofNode: "hub").first?.port)
                    try await Self.wait(for: "\"DN=Hub\"", of: "_matterc._udp", port: port, from: avahi)
                    try await Self.commission(home, by: gateway)
                    try await Self.wait(for: "\"SII=", of: "_matter._tcp", port: port, from: avahi)
                }
                await publisher.stop()
                try await group.waitForAll()
            }
        }
    }

    /// Waits until the network shows a node with this entry. Each try takes as long as avahi-browse runs.
    private static func wait(
        for entry: String, of service: String, port: UInt16, from avahi: PrivateAvahi
    ) async throws {
        while true {
            let lines = try await avahi.browse(service).split(separator: "\n")
            if lines.contains(where: { $0.contains(entry) && $0.contains(";\(port);") }) { return }
            try Task.checkCancellation()
        }
    }

    // MARK: Homes

    /// Runs `body` with a home and a gateway, which has commissioned the bridge of the home.
    private static func withGateway(
        publisher: AvahiPublisher? = nil, commissions: Bool = true,
        _ body: (SimulatedHome, MatterHome) async throws -> Void
    ) async throws {
        try await withFolder { folder in
            try await MatterHome.run(in: folder) { gateway in
                try await run(publisher: publisher) { home in
                    try await following(home, by: gateway) {
                        if commissions { try await commission(home, by: gateway) }
                        try await body(home, gateway)
                    }
                }
            }
        }
    }

    private static func commission(_ home: SimulatedHome, by gateway: MatterHome) async throws {
        let bridge = try #require(await home.scenario.pairables.first)
        var found: NetworkService?
        try await eventually("the bridge is announced") {
            found = await gateway.core.discovered.all.first { $0.kind == .matterCommissionable }
            return found != nil
        }
        try await gateway.pair(try #require(found).deviceID, code: bridge.codeText, accepting: [.testDevice])
    }

    /// Runs `body` while the gateway sees what the bridge announces.
    private static func following<Result: Sendable>(
        _ home: SimulatedHome, by gateway: MatterHome, body: () async throws -> Result
    ) async throws -> Result {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                var known: Set<NetworkService.ID> = []
                for await announcements in try await home.announcementChanges(ofNode: "hub") {
                    known = try await gateway.announce(announcements, besides: known)
                }
            }
            let result = try await body()
            group.cancelAll()
            return result
        }
    }

    private static func run<Result: Sendable>(
        publisher: AvahiPublisher? = nil, keeping folder: String? = nil,
        _ body: (SimulatedHome) async throws -> Result
    ) async throws -> Result {
        let clock = ScaledClock(factor: 1)
        let home = SimulatedHome(
            scenario: try ScenarioReader.read(yaml), broker: ("localhost", 0), credentials: NoCredentials(),
            publisher: publisher, clock: clock, now: { midwinter + clock.now.elapsed }, pairingFolder: folder,
            logger: Logger(label: "home"))
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await home.run() }
            try await eventually("the node listens") { await !home.announcements(ofNode: "hub").isEmpty }
            let result = try await body(home)
            await home.stop()
            try await group.waitForAll()
            return result
        }
    }
}
