import HomeKitPeers
import HomeKitProtocol
import MatterEmulator
import MatterFixtures
import MatterProtocol
import Testing

/// Lets connectedhomeip, the reference implementation of Matter, control the simulated node. The tests run one after
/// the other, because all controllers would hear all announcements.
@Suite(
    .serialized, .enabled(if: ChipController.interpreter != nil, Comment(rawValue: ChipController.requirement)),
    .timeLimit(.minutes(5)))
struct ConnectedHomeIPTests {
    @Test func announcementIsUnderstood() async throws {
        try await ChipController.run { controller, node in
            let found = try await controller.ask("discover", for: "nodes").elements?.first
            #expect(found?["discriminator"] == .integer(Int64(NodeUnderTest.discriminator)))
            #expect(found?["vendor"] == .integer(0xFFF1))
            #expect(found?["product"] == .integer(0x8000))
            #expect(found?["type"] == .integer(0x0101))
            #expect(found?["mode"] == .integer(1))
            #expect(found?["port"] == .integer(Int64(node.port)))
        }
    }

    @Test func wrongPasscodeIsRefused() async throws {
        try await ChipController.run { controller, node in
            let number = Int64(NodeUnderTest.passcode.exposedNumber)
            await #expect(throws: PythonPeer.Failure.self) {
                try await controller.commission(node, passcode: number == 20_202_021 ? 20_202_022 : 20_202_021)
            }
            #expect(await node.server.fabricIndexes.isEmpty)
            // The SDK reports the failure twice, which would disturb its next attempt in the same fabric.
            try await controller.commission(node, into: .second)
            #expect(await node.server.fabricIndexes == [1])
        }
    }

    /// The answers fill many messages, and the data model of the SDK decodes every attribute.
    @Test(arguments: [Self.devices, EndpointDefinition.sampleBridge])
    func everyAttributeIsDecoded(of endpoints: [EndpointDefinition]) async throws {
        try await ChipController.run(endpoints) { controller, node in
            try await controller.commission(node)
            let listed = try await controller.read(0, cluster: "Descriptor", attribute: "PartsList")
            #expect(listed == .list(endpoints.map { .integer(Int64($0.id)) }))
            let read = try await controller.ask("read_all", for: "summary")
            #expect(read["failures"] == .list([]))
            #expect(read["endpoints"] == .list([.integer(0)] + endpoints.map { .integer(Int64($0.id)) }))
        }
    }

    private static let devices: [EndpointDefinition] = [
        .onOffLight(1), .dimmableLight(2), .extendedColorLight(3), .meteringPlug(4), .thermostat(5), .doorLock(6),
        .contactSensor(7), .occupancySensor(8), .climateSensor(9), .windowCovering(10), .button(11), .smokeAlarm(12),
        .robotVacuum(13), .fan(14),
    ]

    @Test func commandsChangeTheNode() async throws {
        try await ChipController.run([.dimmableLight(), .robotVacuum(2)]) { controller, node in
            try await controller.commission(node)
            try await controller.invoke("Toggle", of: "OnOff", endpoint: 1)
            #expect(await node.node.value(1, cluster: 0x06, attribute: 0) == true)
            let level: [String: HomeKitJSON] = [
                "level": .integer(100), "transitionTime": .integer(0), "optionsMask": .integer(0),
                "optionsOverride": .integer(0),
            ]
            try await controller.invoke("MoveToLevelWithOnOff", of: "LevelControl", endpoint: 1, fields: level)
            #expect(try await controller.read(1, cluster: "LevelControl", attribute: "CurrentLevel") == .integer(100))
            let mode = try await controller.invoke(
                "ChangeToMode", of: "RvcRunMode", endpoint: 2, fields: ["newMode": .integer(1)])
            #expect(mode["status"] == .integer(0))
        }
    }

    @Test func writesAreCheckedAgainstTheirLimits() async throws {
        try await ChipController.run([.thermostat()]) { controller, node in
            try await controller.commission(node)
            let (cluster, setPoint) = ("Thermostat", "OccupiedHeatingSetpoint")
            #expect(try await controller.write(.integer(2150), to: setPoint, of: cluster, endpoint: 1) == .integer(0))
            #expect(
                try await controller.write(.integer(9000), to: setPoint, of: cluster, endpoint: 1)
                    == .integer(Int64(InteractionStatus.constraintError.rawValue)))
            #expect(await node.node.value(1, cluster: 0x0201, attribute: 0x12) == .signed(2150))
            #expect(try await controller.ask("write_entries", for: "status") == .integer(0))
        }
    }

    @Test func lockIsUnlockedOnlyByATimedCommand() async throws {
        try await ChipController.run([.doorLock()]) { controller, node in
            try await controller.commission(node)
            let refusal = await #expect(throws: PythonPeer.Failure.self) {
                try await controller.invoke("UnlockDoor", of: "DoorLock", endpoint: 1)
            }
            #expect(refusal?.description.contains("NeedsTimedInteraction") == true)
            try await controller.invoke("UnlockDoor", of: "DoorLock", endpoint: 1, timed: 60_000)
            #expect(try await controller.read(1, cluster: "DoorLock", attribute: "LockState") == .integer(2))
        }
    }

    @Test func changesAreReported() async throws {
        try await ChipController.run { controller, node in
            try await controller.commission(node)
            try await controller.subscribe(to: "OnOff", endpoint: 1)
            for isOn in [true, false] {
                await node.server.set(.boolean(isOn), of: AttributePath(endpoint: 1, cluster: 0x06, attribute: 0))
                #expect(
                    try await controller.ask("next_change", for: "change")
                        == .list([.text("onOff"), .boolean(isOn)]))
            }
        }
    }

    @Test func pressesAreReported() async throws {
        try await ChipController.run([.button()]) { controller, node in
            try await controller.commission(node)
            try await controller.subscribe(to: "Switch", endpoint: 1)
            await node.server.press(endpoint: 1)
            var events: [HomeKitJSON] = []
            for _ in 0..<3 { events.append(try await controller.ask("next_event", for: "event")) }
            #expect(events == [.text("InitialPress"), .text("ShortRelease"), .text("MultiPressComplete")])
            let stored = try await controller.ask(
                "read_events", with: [("endpoint", .integer(1)), ("cluster", .text("Switch"))], for: "events")
            #expect(stored == .list(events))
        }
    }

    @Test func secondFabricIsAddedAndRemoved() async throws {
        try await ChipController.run { controller, node in
            try await controller.commission(node)
            let passcode = try await controller.ask(
                "open_window", with: [("discriminator", .integer(3000))], for: "passcode")
            guard case .integer(let number) = passcode else {
                throw PythonPeer.Failure(description: "open_window: \(passcode)")
            }
            try await controller.commission(node, into: .second, passcode: number)
            let credentials = "OperationalCredentials"
            let fabrics = try await controller.read(
                0, cluster: credentials, attribute: "Fabrics", in: .second, isFiltered: false)
            #expect(fabrics.elements?.map { $0["fabricID"] } == [.integer(1), .integer(2)])
            #expect(fabrics.elements?.map { $0["nodeID"] } == [.integer(1), .integer(5)])
            let removed = try await controller.invoke(
                "RemoveFabric", of: credentials, endpoint: 0, in: .second, fields: ["fabricIndex": .integer(2)])
            #expect(removed["statusCode"] == .integer(0))
            #expect(
                try await controller.read(0, cluster: credentials, attribute: "CommissionedFabrics") == .integer(1))
        }
    }

    /// The controller continues its session after it has forgotten it, and again after the node has restarted at another
    /// port.
    @Test func sessionIsResumed() async throws {
        try await ChipController.run { controller, node in
            try await controller.commission(node)
            for count: Int64 in 1...2 {
                if count == 2 {
                    await node.server.restart()
                    try await node.announcements { $0.contains { $0.port != node.port } }
                }
                _ = try await controller.ask("expire_sessions", for: "isDone")
                #expect(try await controller.read(1, cluster: "OnOff", attribute: "OnOff") == .boolean(false))
                let resumed = try await controller.ask(
                    "count_log", with: [("text", .text("Received Sigma2Resume"))], for: "count")
                #expect(resumed == .integer(count))
            }
        }
    }
}
