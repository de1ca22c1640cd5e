import DeviceFixtures
import GatewayWire
import Glibc
import DeviceProtocols
import HomeModel
import TestSupport
import Testing

/// Every device of `Tests/Fixtures/devices` joins one home over the real broker, is adopted and executes its commands.
@Suite struct DeviceFixtureStory {
    private static let concurrentDevices = 12

    @Test(.timeLimit(.minutes(15))) func everyDeviceIsAdoptedAndExecutesItsCommands() async throws {
        #expect(DeviceFixture.all.count >= 60)
        try await withHome { home in
            var remaining = DeviceFixture.all.makeIterator()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.concurrentDevices {
                    if let fixture = remaining.next() { group.addTask { await Self.attempt(fixture, in: home) } }
                }
                for await _ in group {
                    if let fixture = remaining.next() { group.addTask { await Self.attempt(fixture, in: home) } }
                }
            }
            let devices = try await home.devices()
            #expect(devices.count == DeviceFixture.all.count)
        }
    }

    /// The broker is killed before it has saved the announcement of the device. Like every device, this one announces
    /// itself again when it has reconnected.
    @Test(.timeLimit(.minutes(10))) func deviceIsReadyAfterTheBrokerLostItsAnnouncement() async throws {
        let fixture = try #require(DeviceFixture.all.first { $0.file == "tasmota/sonoff-basic.json" })
        try await withHome { home in
            try await FixtureEmulator.with(fixture, in: home) { emulator in
                let broker = try #require(home.brokerProcess)
                #expect(kill(broker, SIGKILL) == 0)
                try await eventually("the broker is replaced") { home.brokerProcess.map { $0 != broker } ?? false }
                let id = try await Self.adopted(fixture, in: home)
                try await Self.waitUntilReachable(fixture, id: id, home: home)
                for command in fixture.commands {
                    try await Self.send(command, id: id, emulator: emulator, fixture: fixture, home: home)
                }
            }
        }
    }

    /// Records an error instead of throwing it, so that the other devices are still tested.
    private static func attempt(_ fixture: DeviceFixture, in home: HomeUnderTest) async {
        do {
            try await run(fixture, in: home)
        } catch {
            Issue.record("\(fixture): \(error)\nThe end of the gateway's log:\n\(home.log.suffix(4000))")
        }
    }

    private static func run(_ fixture: DeviceFixture, in home: HomeUnderTest) async throws {
        try await FixtureEmulator.with(fixture, in: home) { emulator in
            let id = try await adopted(fixture, in: home)
            guard !fixture.commands.isEmpty else { return }
            try await waitUntilReachable(fixture, id: id, home: home)
            for command in fixture.commands {
                try await send(command, id: id, emulator: emulator, fixture: fixture, home: home)
            }
        }
    }

    private static func waitUntilReachable(_ fixture: DeviceFixture, id: String, home: HomeUnderTest) async throws {
        try await eventually("\(fixture) is reachable") { try await home.device(id).availability.isReachable }
    }

    private static func adopted(_ fixture: DeviceFixture, in home: HomeUnderTest) async throws -> String {
        let name = fixture.expects["name"]?.text ?? ""
        var found: DiscoveredBody?
        try await eventually("\(fixture) is discovered") {
            found = try await home.discovered().first {
                $0.address?.hasPrefix("\(fixture.root)/") == true && $0.name == name && $0.isAdoptable
            }
            return found != nil
        }
        let device = try #require(found)
        #expect(device.link == fixture.expects["dialect"]?.text, "\(fixture)")
        let purpose = device.asksForPurpose.isEmpty ? [] : ["--purpose", "light"]
        let answer = try await home.tomte.run(
            ["devices", "adopt", device.id.rawValue, "--name", "\(fixture.root)", "--json"] + purpose)
        return try answer.json(DeviceBody.self).id.rawValue
    }

    private static func send(
        _ command: DeviceFixture.Command, id: String, emulator: FixtureEmulator, fixture: DeviceFixture,
        home: HomeUnderTest
    ) async throws {
        emulator.expect(command)
        // A command that ends at its deadline has a short one.
        let endsAtDeadline = command.outcome == .timedOut || command.outcome == .sent
        let answer = try await home.tomte.run([
            "send", "\(id)/\(command.part)", "\(command.capability)", command.value, "--json", "--deadline",
            endsAtDeadline ? "2" : "10",
        ])
        let record = try answer.json(CommandRecordBody.self)
        #expect(
            record.outcome == command.outcome,
            "\(fixture): \(command): \(record.detail ?? ""); the device received \(emulator.progress.received)")
        // A command without a confirmation may end before the device has received it.
        try await eventually("\(fixture) receives \(command)") { emulator.progress.missing.isEmpty }
    }
}
