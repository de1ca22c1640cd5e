import Foundation
import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// `tomte send` to rooms and to the home, with simulated devices: an outcome for each part, the exit codes, and the record
/// after a kill of the gateway.
@Suite struct GroupCommandStory {
    private static let scenario = Scenario(
        name: "Groups", residents: 0,
        devices: [
            lamp("ceiling", name: "Ceiling", room: "Kitchen"), lamp("island", name: "Island", room: "Kitchen"),
            lamp("hall-lamp", name: "Hall lamp", room: "Hall"),
            lamp("freezer", name: "Freezer", room: "Kitchen", purpose: .other),
            ScenarioDevice(
                id: "front-door", kind: .lock, name: DisplayName("Front door" as StaticString),
                room: DisplayName("Hall" as StaticString)),
        ])

    private static func lamp(
        _ id: String, name: StaticString, room: StaticString, purpose: Purpose = .light
    ) -> ScenarioDevice {
        var traits = DeviceTraits()
        traits.isOn = false
        traits.purposes = [purpose]
        return ScenarioDevice(
            id: id, kind: .switch, name: DisplayName(name), room: DisplayName(room), traits: traits)
    }

    @Test(.timeLimit(.minutes(15))) func oneCommandSwitchesARoomAndSaysWhatBecameOfEachPart() async throws {
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home) { devices in
                try await home.adopt(Self.scenario)
                for device in Self.scenario.devices {
                    try await eventually("\(device.id) is ready") {
                        try await home.device(device.id).availability == .ready
                    }
                }
                let group = try await roomAndHomeAreSwitched(home, devices: devices)
                try await partialFailureIsReported(home, devices: devices)
                try await peopleCommandWhatTheyMay(home)
                try await emptySelectionIsAnError(home)
                try await killLeavesATrueOutcome(home, devices: devices, earlier: group)
            }
        }
    }

    private func roomAndHomeAreSwitched(_ home: HomeUnderTest, devices: SimulatedHome) async throws -> CommandID {
        let kitchen = try await home.tomte("send", "room:kitchen", "switch", "on", "--json")
        let record = try kitchen.json(GroupCommandRecordBody.self)
        #expect(kitchen.status == 0 && record.outcome == .confirmed, "\(kitchen.output)\(kitchen.errors)")
        #expect(Set(record.commands.map(\.device.rawValue)) == ["ceiling", "island"])
        #expect(record.leftOut.map { "\($0.device) \($0.code)" } == ["freezer guarded"])
        #expect(await devices.isOn("ceiling") == true)
        #expect(await devices.isOn("island") == true)
        #expect(await devices.isOn("freezer") == false)
        #expect(await devices.isOn("hall-lamp") == false)
        let text = try await home.tomte("send", "home", "switch", "on", "--purpose", "light")
        #expect(text.status == 0 && text.output.contains("Hall lamp"), "\(text.output)\(text.errors)")
        #expect(text.output.contains("Home: switch on: 3 confirmed."))
        let guarded = try await home.tomte("send", "room:Kitchen,hall", "switch", "on", "--guarded", "--json")
        #expect(try guarded.status == 0 && guarded.json(GroupCommandRecordBody.self).commands.count == 4)
        #expect(await devices.isOn("freezer") == true)
        let locked = try await home.tomte("send", "home", "lock", "locked", "--json")
        #expect(try locked.status == 0 && locked.json(GroupCommandRecordBody.self).counts == ["confirmed": 1])
        let unlocked = try await home.tomte("send", "home", "lock", "unlocked", "--guarded")
        #expect(unlocked.status == 3 && unlocked.errors.contains("name the device"), "\(unlocked.errors)")
        let list = try await home.tomte("send", "ceiling,front-door", "lock", "unlocked", "--json")
        #expect(
            try list.status == 8 && list.json(GroupCommandRecordBody.self).counts == ["confirmed": 1, "invalid": 1])
        let shown = try await home.tomte("commands", "show", record.id.rawValue)
        #expect(shown.status == 0 && shown.output.contains("Ceiling"), "\(shown.output)\(shown.errors)")
        let child = try await home.tomte("commands", "show", record.commands[0].id.rawValue)
        #expect(child.status == 0 && child.output.contains("group command \(record.id)"), "\(child.output)")
        return record.id
    }

    private func partialFailureIsReported(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        try await devices.inject(Fault(.stick), device: "island")
        let partial = try await home.tomte("send", "room:kitchen", "switch", "off", "--deadline", "2")
        #expect(partial.status == 8, "\(partial.output)\(partial.errors)")
        #expect(partial.output.contains("Island") && partial.output.contains("timedOut"))
        #expect(partial.errors.contains("1 confirmed, 1 timedOut; 1 left out."), "\(partial.errors)")
        await devices.clearFaults(device: "island")
        #expect(await devices.isOn("ceiling") == false)
        let parents = try await home.audit(.groupControl).filter(\.success)
        let ends = try await home.audit(.groupOutcome)
        #expect(ends.count == parents.count && ends.last?.metadata["outcome"] == "partial")
        let children = try await home.audit(.deviceControl).compactMap { $0.metadata["parent"] }
        #expect(Set(children).isSubset(of: Set(parents.compactMap { $0.metadata["command"] })))
    }

    private func peopleCommandWhatTheyMay(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "add", "Bo", "--role", "child").status == 0)
        #expect(try await home.tomte("people", "add", "Gus", "--role", "guest").status == 0)
        let child = try await home.tomte("send", "home", "switch", "on", "--as", "bo", "--json")
        let record = try child.json(GroupCommandRecordBody.self)
        // The island lamp may still execute the command that it did not answer, so it may prove nothing.
        #expect([0, 8].contains(child.status), "\(child.output)\(child.errors)")
        #expect(record.commands.count == 3 && record.sender == "console as bo")
        #expect(record.leftOut.map(\.code) == ["routineOnly"])
        let guest = try await home.tomte("send", "home", "switch", "on", "--as", "gus")
        #expect(guest.status == 4 && guest.errors.contains("Nothing in the home"), "\(guest.errors)")
        let permitted = ["people", "grant", "gus", "controlDevices", "--room", "Hall", "--until", "2h"]
        #expect(try await home.tomte.run(permitted).status == 0)
        let hall = try await home.tomte("send", "home", "switch", "off", "--as", "gus", "--json")
        #expect(try hall.json(GroupCommandRecordBody.self).commands.map(\.device.rawValue) == ["hall-lamp"])
    }

    private func emptySelectionIsAnError(_ home: HomeUnderTest) async throws {
        let empty = try await home.tomte("send", "home", "brightness", "40%")
        #expect(empty.status == 4 && empty.errors.contains("tomte devices list"), "\(empty.errors)")
        #expect(try await home.tomte("send", "room:attic", "switch", "off").status == 3)
        #expect(try await home.tomte("send", "home", "nothing", "off").status == 4)
        let failure = try await home.tomte("send", "room:hall", "brightness", "5", "--json")
        let object = try JSONSerialization.jsonObject(with: Data(failure.output.utf8)) as? [String: Any]
        #expect(object?["code"] as? String == "nothingSelected" && object?["device"] as? String == "room:hall")
    }

    /// The gateway is killed while one lamp does not answer. The next gateway knows the group, its key, and the outcome of
    /// each part.
    private func killLeavesATrueOutcome(
        _ home: HomeUnderTest, devices: SimulatedHome, earlier: CommandID
    ) async throws {
        try await devices.inject(Fault(.stick), device: "island")
        let before = try await home.audit(.deviceOutcome).count
        async let sent = home.tomte(
            "send", "room:kitchen", "switch", "on", "--deadline", "60", "--key", "k", "--json")
        try await eventually("the ceiling lamp has confirmed") {
            try await home.audit(.deviceOutcome).count > before
        }
        await home.killGateway()
        #expect(try await sent.status == 5)
        await devices.clearFaults(device: "island")
        try await home.startGateway()
        let again = try await home.tomte("send", "room:kitchen", "switch", "on", "--key", "k", "--json")
        let record = try again.json(GroupCommandRecordBody.self)
        #expect(again.status == 8 && record.isEarlier == true && record.outcome == .partial, "\(again.output)")
        #expect(record.commands.map { "\($0.device) \($0.code ?? "")" } == ["ceiling confirmed", "island timedOut"])
        let other = try await home.tomte("send", "room:kitchen", "switch", "off", "--key", "k")
        #expect(other.status == 4 && other.errors.contains("idempotency key"))
        let shown = try await home.tomte("commands", "show", earlier.rawValue, "--json")
        #expect(try shown.status == 0 && shown.json(GroupCommandRecordBody.self).outcome == .confirmed)
        let ends = try await home.audit(.groupOutcome).filter { $0.metadata["command"] == record.id.rawValue }
        #expect(ends.map { $0.metadata["outcome"] } == ["partial"])
        #expect(try await home.chains().allSatisfy(\.problems.isEmpty))
    }
}
