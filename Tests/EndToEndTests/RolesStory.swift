import GatewayWire
import HomeModel
import SimulatedHome
import TestSupport
import Testing

/// An owner, a member, a guest and a child use the same switches.
@Suite struct RolesStory {
    private static let scenario = Scenario(
        name: "Switches", residents: 0,
        devices: [
            .relay("lamp", name: DisplayName("Lamp" as StaticString), feeding: .light),
            .relay("heater", name: DisplayName("Heater" as StaticString), feeding: .spaceHeater),
        ])

    @Test(.timeLimit(.minutes(15))) func sameSwitchFollowsTheRoleOfEachPerson() async throws {
        let publishLog = PublishLog()
        try await withHome { home in
            try await withDevices(of: Self.scenario, in: home, publishLog: publishLog) { devices in
                try await home.adopt(Self.scenario)
                for id in ["lamp", "heater"] {
                    try await eventually("\(id) is ready") { try await home.device(id).availability == .ready }
                }
                for (name, role) in [("Anna", "owner"), ("Bo", "member"), ("Gus", "guest"), ("Cia", "child")] {
                    #expect(try await home.tomte("people", "add", name, "--role", role).status == 0)
                }
                try await eachPersonHasTheRightsOfTheirRole(home, devices: devices)
                #expect(await publishLog.answers(of: "lamp") == 3)
                try await guestSeesNothing(home)
                try await decisionsAreExplained(home)
                try await roleChangeAppliesToTheNextCommand(home)
                #expect(await publishLog.answers(of: "lamp") == 4)
                try await repeatedKeyHasOneEffect(home)
                #expect(await publishLog.answers(of: "lamp") == 5)
                #expect(await publishLog.answers(of: "heater") == 1)
                try await auditLogContainsEveryCommand(home)
            }
        }
    }

    private func eachPersonHasTheRightsOfTheirRole(_ home: HomeUnderTest, devices: SimulatedHome) async throws {
        #expect(try await home.press("lamp", value: "on", as: "anna") == 0)
        #expect(try await home.press("lamp", value: "off", as: "bo") == 0)
        #expect(try await home.press("lamp", value: "on", as: "gus") == 3)
        #expect(await devices.observations(of: "lamp")?.first?.value == .boolean(false))
        #expect(try await home.press("lamp", value: "on", as: "cia") == 0)
        #expect(await devices.observations(of: "lamp")?.first?.value == .boolean(true))
        #expect(try await home.press("heater", value: "on", as: "cia") == 3)
        #expect(await devices.observations(of: "heater")?.first?.value == .boolean(false))
        #expect(try await home.press("heater", value: "on", as: "bo") == 0)
        #expect(try await home.press("lamp", value: "off", as: "mallory") == 3)
    }

    private func guestSeesNothing(_ home: HomeUnderTest) async throws {
        #expect(try await home.devices(as: "anna").count == 2)
        #expect(try await home.devices(as: "gus").isEmpty)
        let shown = try await home.tomte("devices", "show", "lamp", "--as", "gus")
        #expect(shown.status == 3 && shown.output.isEmpty)
        #expect(try await home.tomte("readings", "lamp", "switch", "--since", "1h", "--as", "gus").status == 3)
    }

    private func decisionsAreExplained(_ home: HomeUnderTest) async throws {
        let no = try await home.tomte("people", "why", "gus", "controlDevices", "lamp")
        #expect(no.output.contains("no") && no.output.contains("guest"))
        let yes = try await home.tomte("people", "why", "bo", "controlDevices", "lamp")
        #expect(yes.output.contains("yes") && yes.output.contains("member"))
    }

    private func roleChangeAppliesToTheNextCommand(_ home: HomeUnderTest) async throws {
        #expect(try await home.tomte("people", "role", "gus", "member").status == 0)
        #expect(try await home.press("lamp", value: "off", as: "gus") == 0)
        #expect(try await home.tomte("people", "role", "gus", "guest").status == 0)
        #expect(try await home.press("lamp", value: "on", as: "gus") == 3)
    }

    private func repeatedKeyHasOneEffect(_ home: HomeUnderTest) async throws {
        #expect(try await home.press("lamp", value: "on", as: "anna", key: "evening") == 0)
        #expect(try await home.press("lamp", value: "on", as: "anna", key: "evening") == 0)
        #expect(try await home.press("lamp", value: "off", as: "anna", key: "evening") == 4)
    }

    /// The audit log contains each command once, in order, also the refused ones. A repeated key is not another
    /// command.
    private func auditLogContainsEveryCommand(_ home: HomeUnderTest) async throws {
        let presses = try await home.audit(.deviceControl)
        // The guest was refused twice. The second refusal within a minute only increases the count of the first.
        let refusedGuest = presses.filter { $0.actor == "console as gus" && !$0.success }
        #expect(refusedGuest.map { $0.count ?? 1 }.reduce(0, +) == 2)
        #expect(
            presses.filter { !refusedGuest.contains($0) }.map { "\($0.actor): \($0.target ?? "") \($0.success)" } == [
                "console as anna: lamp true", "console as bo: lamp true", "console as cia: lamp true",
                "console as cia: heater false", "console as bo: heater true", "console as gus: lamp true",
                "console as anna: lamp true", "console as anna: lamp false",
            ])
        let strangers = try await home.audit(.authLogin)
        #expect(strangers.map(\.actor) == ["console as mallory"] && !strangers.contains(where: \.success))
        let outcomes = try await home.audit(.deviceOutcome)
        #expect(outcomes.count == 6 && outcomes.allSatisfy { $0.metadata["outcome"] == "confirmed" })
        #expect(try await home.audit(.policyChange).count == 6)
        #expect(try await home.tomte("audit", "verify").status == 0)
    }
}

extension HomeUnderTest {
    /// Sends a value to a switch with the rights of a person. Returns the exit code.
    fileprivate nonisolated func press(
        _ device: String, value: String, as person: String, key: String? = nil
    ) async throws -> Int32 {
        let key = key.map { ["--key", $0] } ?? []
        return try await tomte.run(["send", device, "switch", value, "--as", person] + key).status
    }
}

extension PublishLog {
    /// Returns the number of commands that a device received: it answers each of them with one `$target`.
    fileprivate func answers(of device: String) -> Int {
        entries.filter { $0.device == device && $0.topic.hasSuffix("/$target") }.count
    }
}
