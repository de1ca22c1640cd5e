import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// The messages of `tomte` about things that do not exist, were not changed, or were created by the command.
@Suite struct CommandMessagesStory {
    private static let scenario = Scenario(
        name: "Words", residents: 0,
        devices: [
            ScenarioDevice(id: "lamp", kind: .switch, name: DisplayName("Lamp" as StaticString), traits: .feedingLamp),
            ScenarioDevice(id: "front-door", kind: .lock, name: DisplayName("Front door" as StaticString)),
        ])

    @Test(.timeLimit(.minutes(15))) func messagesDescribeWhatHappened() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { devices in
                try await newRoomsAreReported(home)
                try await missingThingsAreReported(home)
                try await commandsAreListedByPart(home)
                try await auditEntriesAreFoundByPerson(home)
                try await permissionAtOtherTimesIsReported(home)
                try await interruptedSendNamesTheCommand(home, devices: devices)
            }
        }
    }

    /// Runs a command. Returns its exit code, and its output and errors in one line.
    private func run(_ home: HomeUnderTest, arguments: String...) async throws -> (status: Int32, text: String) {
        let finished = try await home.tomte.run(arguments)
        // The program breaks lines at the width of the terminal.
        let text = (finished.output + finished.errors).split { $0.isWhitespace }.joined(separator: " ")
        return (finished.status, text)
    }

    private func newRoomsAreReported(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("rooms", "add", "Hall").status == 0)
        for (id, room, isNew) in [("lamp", "Hall", false), ("front-door", "Hal", true)] {
            try await eventually("\(id) is discovered") {
                let found: [DiscoveredBody] = try await home.tomte("devices", "list", "--discovered", "--json").json()
                return found.contains { $0.id.rawValue == id }
            }
            let adopted = try await run(home, arguments: "devices", "adopt", id, "--room", room)
            #expect(adopted.status == 0 && adopted.text.contains("is a new room") == isNew, "\(adopted.text)")
            try await eventually("\(id) is ready") { try await home.device(id).availability == .ready }
        }
        #expect(
            try await run(home, arguments: "devices", "move", "front-door", "Hall").text.contains("new room") == false)
        #expect(
            try await run(home, arguments: "devices", "move", "front-door", "Porch").text.contains(
                "Porch is a new room"))
    }

    private func missingThingsAreReported(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "add", "Anna", "--role", "member").status == 0)
        let examples: [([String], String)] = [
            (["lamp/switch-9"], "There is no part “switch-9”"),
            (["lamp", "--capability", "lock"], "There is no capability “lock” here"),
        ]
        for (words, expected) in examples {
            let why = try await home.tomte.run(["people", "why", "anna", "controlDevices"] + words)
            #expect(why.status == 3 && why.output.contains(expected), "\(why.output)")
        }
        #expect(try await home.tomte("people", "why", "anna", "controlDevices", "lamp").status == 0)
        let released = try await run(home, arguments: "retention", "hold", "lamp", "switch", "--release")
        #expect(released.status == 0 && released.text.contains("is not held; nothing was changed."), "\(released.text)")
        let watched = try await run(home, arguments: "watch", "lamp/switch-9", "--for", "1s")
        #expect(watched.status == 4 && watched.text.contains("There is no part “switch-9”"), "\(watched.text)")
    }

    private func commandsAreListedByPart(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("send", "lamp", "switch", "on").status == 0)
        let part = try #require(try await home.device("lamp").parts.first?.id)
        let own = try await run(home, arguments: "commands", "list", "lamp/\(part)")
        #expect(own.status == 0 && own.text.contains("switch on"), "\(own.text)")
        let none = try await run(home, arguments: "commands", "list", "lamp/switch-9")
        #expect(none.status == 4 && none.text.contains("There is no part “switch-9”"), "\(none.text)")
        let wrong = try await home.tomte("send", "front-door", "lock", "ajar", "--json")
        #expect(wrong.status == 4 && wrong.output.contains("\"code\":\"notAnOption\""), "\(wrong.output)")
        let records: [CommandRecordBody] = try await home.tomte("commands", "list", "front-door", "--json").json()
        #expect(records.first?.code == "notAnOption")
    }

    private func auditEntriesAreFoundByPerson(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("send", "lamp", "switch", "off", "--as", "anna").status == 0)
        let found = try await run(home, arguments: "audit", "list", "--actor", "anna", "--event", "device.control")
        #expect(found.status == 0 && found.text.contains("console as anna"), "\(found.text)")
        let unknown = try await run(home, arguments: "audit", "list", "--actor", "olaf")
        #expect(unknown.status == 3 && unknown.text.contains("There is no person “olaf”"), "\(unknown.text)")
    }

    /// The window is one minute on the weekday two days ago, so it is not open while the test runs.
    private func permissionAtOtherTimesIsReported(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "add", "Kim", "--role", "guest").status == 0)
        let days = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
        let today = Calendar.current.component(.weekday, from: Date()) - 1
        let window = "\(days[(today + 5) % 7]) 08:00-08:01"
        let granted = try await home.tomte(
            "people", "grant", "kim", "controlDevices", "--device", "lamp", "--window", window)
        #expect(granted.status == 0, "\(granted.errors)")
        let sent = try await home.tomte("send", "lamp", "switch", "on", "--as", "kim", "--json")
        #expect(sent.status == 3 && sent.output.contains("\"code\":\"outsideHours\""), "\(sent.output)")
        #expect(sent.errors.contains("Your permission applies at other times"), "\(sent.errors)")
        let other = try await home.tomte("send", "front-door", "lock", "locked", "--as", "kim", "--json")
        #expect(other.status == 3 && other.output.contains("\"code\":\"notFound\""), "\(other.output)")
        let why = try await run(home, arguments: "people", "why", "kim", "controlDevices", "lamp")
        #expect(why.status == 3 && why.text.contains(window), "\(why.text)")
    }

    private func interruptedSendNamesTheCommand(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await devices.inject(Fault(.stick), device: "front-door")
        let output = "\(home.state)/interrupted"
        let waiting = try ChildProcess(
            home.tomte.words(["send", "front-door", "lock", "unlocked", "--deadline", "60", "--state", home.state]),
            output: output)
        var id: String?
        try await eventually("the command is sent to the lock") {
            let records: [CommandRecordBody] =
                try await home.tomte("commands", "list", "front-door", "--json").json()
            id = records.first { $0.outcome == nil && $0.stage != "accepted" }?.id.rawValue
            return id != nil
        }
        let status = try await waiting.end(SIGINT, within: .seconds(120))
        let text = try String(contentsOfFile: output, encoding: .utf8)
        #expect(status == 130 && text.contains("its outcome is not known yet"), "\(status): \(text)")
        #expect(text.contains("tomte commands show \(try #require(id))"), "\(text)")
        await devices.clearFaults(device: "front-door")
    }
}
