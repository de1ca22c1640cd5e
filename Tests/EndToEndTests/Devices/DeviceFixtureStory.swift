import DeviceFixtures
import GatewayWire
import Glibc
import HomeDialects
import HomeModel
import TestSupport
import Testing

/// Every device of `Tests/Fixtures/devices` joins one home over the real broker, is adopted, and does what it is told.
@Suite struct DeviceFixtureStory {
    private static let atOnce = 12

    @Test(.timeLimit(.minutes(15))) func everyDeviceIsAdoptedAndDoesWhatItIsTold() async throws {
        #expect(DeviceFixture.all.count >= 60)
        try await withHome { home in
            var waiting = DeviceFixture.all.makeIterator()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.atOnce {
                    if let fixture = waiting.next() { group.addTask { await Self.attempt(fixture, in: home) } }
                }
                for await _ in group {
                    if let fixture = waiting.next() { group.addTask { await Self.attempt(fixture, in: home) } }
                }
            }
            let devices = try await home.devices()
            #expect(devices.count == DeviceFixture.all.count)
        }
    }

    /// The broker is killed before it has saved that the device is there. Like every device, it says so again as soon as it
    /// is connected again.
    @Test(.timeLimit(.minutes(10))) func deviceThatTheBrokerForgotIsThereOnceItIsConnectedAgain() async throws {
        let fixture = try #require(DeviceFixture.all.first { $0.file == "tasmota/sonoff-basic.json" })
        try await withHome { home in
            try await PlayedDevice.with(fixture, in: home) { played in
                let broker = try #require(home.brokerProcess)
                #expect(kill(broker, SIGKILL) == 0)
                try await eventually("the broker is replaced") { home.brokerProcess.map { $0 != broker } ?? false }
                let id = try await Self.adopted(fixture, in: home)
                try await Self.isThere(fixture, id, home)
                for command in fixture.commands { try await Self.tell(command, id, played, fixture, home) }
            }
        }
    }

    /// One that fails does not keep the others from their turn.
    private static func attempt(_ fixture: DeviceFixture, in home: HomeUnderTest) async {
        do {
            try await live(fixture, in: home)
        } catch {
            Issue.record("\(fixture): \(error)")
        }
    }

    private static func live(_ fixture: DeviceFixture, in home: HomeUnderTest) async throws {
        try await PlayedDevice.with(fixture, in: home) { played in
            let id = try await adopted(fixture, in: home)
            guard !fixture.commands.isEmpty else { return }
            try await isThere(fixture, id, home)
            for command in fixture.commands { try await tell(command, id, played, fixture, home) }
        }
    }

    private static func isThere(_ fixture: DeviceFixture, _ id: String, _ home: HomeUnderTest) async throws {
        try await eventually("\(fixture) is there") { try await home.device(id).availability.isReachable }
    }

    private static func adopted(_ fixture: DeviceFixture, in home: HomeUnderTest) async throws -> String {
        let name = fixture.expects["name"]?.text ?? ""
        var found: DiscoveredBody?
        try await eventually("\(fixture) waits to be adopted") {
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

    private static func tell(
        _ command: DeviceFixture.Command, _ id: String, _ played: PlayedDevice, _ fixture: DeviceFixture,
        _ home: HomeUnderTest
    ) async throws {
        played.expect(command)
        // What ends at its deadline has a short one.
        let isLate = command.outcome == .timedOut || command.outcome == .sent
        let answer = try await home.tomte.run([
            "send", "\(id)/\(command.part)", "\(command.capability)", command.value, "--json", "--deadline",
            isLate ? "2" : "10",
        ])
        let record = try answer.json(CommandRecordBody.self)
        #expect(
            record.outcome == command.outcome,
            "\(fixture): \(command): \(record.detail ?? ""); it got \(played.missing.received)")
        // What is only sent may end before the device has read it.
        try await eventually("\(fixture) got \(command)") { played.missing.sends.isEmpty }
    }
}
