import GatewayCore
import HomeKitPeers
import HomeKitProtocol
import HomeModel
import HomeStore
import LinkFixtures
import MatterFixtures
import MatterProtocol
import StorageFixtures
import TestSupport
import Testing

@testable import MatterLink

/// Commissions a lamp of CircuitMatter, and uses it.
@Suite(
    .enabled(if: PythonPeer.interpreter != nil, Comment(rawValue: PythonPeer.requirement)), .timeLimit(.minutes(10)))
struct CircuitMatterTests {
    /// Runs `body` with a home that has commissioned and adopted a lamp.
    private func withLamp(_ body: (MatterHome, CircuitMatterNode, Device) async throws -> Void) async throws {
        try await withFolder { folder in
            try await CircuitMatterNode.run(state: "\(folder)/node.json") { node in
                try await MatterHome.run(in: folder) { home in
                    try await body(home, node, try await adoptLamp(of: node, into: home))
                }
            }
        }
    }

    private func adoptLamp(of node: CircuitMatterNode, into home: MatterHome) async throws -> Device {
        let pairing = try await commission(node, into: home)
        #expect(pairing.state == .paired)
        return try await home.adopt(LinkAddress(kind: .matter, foreignID: "0", root: pairing.root))
    }

    private func commission(
        _ node: CircuitMatterNode, into home: MatterHome, code: String? = nil
    ) async throws -> DevicePairing {
        let announcement = try #require(try await node.announcement(.matterCommissionable))
        let id = try await home.announce(announcement).deviceID
        return try await home.pair(id, code: code ?? node.code, accepting: [.testDevice])
    }

    /// Sends a command, which the lamp must confirm.
    private func confirm(
        _ value: CapabilityValue, of lamp: Device, kind: CapabilityKind, in home: MatterHome
    ) async throws {
        #expect(try await home.send(value, to: lamp, kind: kind).outcome == .confirmed)
    }

    /// Waits until the home is connected and has made another subscription than the first `count`.
    private func connection(of home: MatterHome, to node: CircuitMatterNode, after count: Int64) async throws {
        try await eventually("the lamp is subscribed to") { try await node.subscriptionCount > count }
        try await eventually("the lamp has reported everything") {
            await home.link.pairings().first.map { $0.trouble == nil } ?? false
        }
    }

    @Test func lampIsCommissionedAndDriven() async throws {
        try await withLamp { home, node, lamp in
            for isOn in [true, false] {
                try await confirm(.boolean(isOn), of: lamp, kind: .switch, in: home)
                #expect(try await node.value("OnOff") == .boolean(isOn))
            }
        }
    }

    @Test func wrongPasscodeIsRefused() async throws {
        try await withFolder { folder in
            try await CircuitMatterNode.run(state: "\(folder)/node.json") { node in
                try await MatterHome.run(in: folder) { home in
                    let announcement = try #require(try await node.announcement(.matterCommissionable))
                    let entry = announcement.txt.first { $0.hasPrefix("D=") }
                    let discriminator = try #require(entry.flatMap { UInt16($0.dropFirst(2)) })
                    let wrong = ManualPairingCode(discriminator: discriminator, passcode: .sample)
                    let refusal = await #expect(throws: ActionRefusal.self) {
                        try await commission(node, into: home, code: wrong.exposedText)
                    }
                    #expect(refusal?.pairingCode == "wrongCode")
                    #expect(await home.link.pairings().isEmpty)
                    #expect(try await commission(node, into: home).state == .paired)
                }
            }
        }
    }

    @Test func brightnessIsSet() async throws {
        try await withLamp { home, node, lamp in
            try await confirm(.number(100), of: lamp, kind: .brightness, in: home)
            #expect(try await node.value("CurrentLevel") == .integer(254))
            #expect(try await node.value("OnOff") == .boolean(true))
        }
    }

    @Test func colorIsSet() async throws {
        try await withLamp { home, node, lamp in
            try await confirm(.color(hue: 240, saturation: 100), of: lamp, kind: .color, in: home)
            // 240° of 360° are 169 of 254 steps.
            #expect(try await node.value("current_hue") == .integer(169))
            #expect(try await node.value("current_saturation") == .integer(254))
            #expect(try await node.value("OnOff") == .boolean(true))
        }
    }

    @Test func changesAtTheLampAreShown() async throws {
        try await withLamp { home, node, lamp in
            for isOn in [true, false] {
                try await node.set("OnOff", to: .boolean(isOn))
                try await eventually("the lamp is shown as switched") {
                    await home.value(.switch, of: lamp) == .boolean(isOn)
                }
            }
        }
    }

    @Test func lampOutlivesARestartOfTheGateway() async throws {
        try await withFolder { folder in
            try await CircuitMatterNode.run(state: "\(folder)/node.json") { node in
                let lamp = try await MatterHome.run(in: folder) { home in try await adoptLamp(of: node, into: home) }
                let earlier = try await node.subscriptionCount
                try await MatterHome.run(in: folder) { home in
                    try await home.announce(try #require(try await node.announcement(.matterOperational)))
                    // The lamp keeps what it had for the sessions that have ended.
                    try await connection(of: home, to: node, after: earlier)
                    try await confirm(.boolean(true), of: lamp, kind: .switch, in: home)
                }
            }
        }
    }

    @Test func restartedLampIsConnectedAgain() async throws {
        try await withFolder { folder in
            let state = "\(folder)/node.json"
            try await MatterHome.run(in: folder) { home in
                var adopted: Device?
                try await CircuitMatterNode.run(state: state) { node in
                    adopted = try await adoptLamp(of: node, into: home)
                }
                let lamp = try #require(adopted)
                // It is at another port now.
                try await CircuitMatterNode.run(state: state) { node in
                    try await home.announce(try #require(try await node.announcement(.matterOperational)))
                    try await connection(of: home, to: node, after: 0)
                    try await confirm(.boolean(true), of: lamp, kind: .switch, in: home)
                    #expect(try await node.value("OnOff") == .boolean(true))
                }
            }
        }
    }

    /// CircuitMatter has no windows for further controllers.
    @Test func lampThatAcceptsNoFurtherControllerKeepsItsKeys() async throws {
        try await withLamp { home, _, lamp in
            try await home.link.rotateKeys(for: .fresh())
            try await eventually("the lamp has refused the keys") {
                await home.link.pairingKeys().values.first?.refusal != nil
            }
            #expect(await home.link.pairingKeys().values.first?.isRotating == true)
            try await confirm(.boolean(true), of: lamp, kind: .switch, in: home)
        }
    }
}
