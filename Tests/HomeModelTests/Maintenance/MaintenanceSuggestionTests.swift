import HomeModel
import Testing

struct MaintenanceSuggestionTests {
    @Test(arguments: [
        ("Washer", ["washerDrum"]), ("Tvättmaskin i källaren", ["washerDrum"]), ("Dishwasher", ["dishwasherFilter"]),
        ("Heat pump", ["heatPumpFilter", "heatPumpService"]), ("Värmepumpen", ["heatPumpFilter", "heatPumpService"]),
        ("Brandvarnare hall", ["smokeTest"]), ("Sofa", []), ("", []),
        ("Smoke alarms", ["smokeTest"]), ("Brandvarnarna", ["smokeTest"]), ("Rökdetektorer", ["smokeTest"]),
        ("Diskmaskinerna", ["dishwasherFilter"]), ("Fire extinguishers", ["extinguisherCheck"]),
        ("Septic tank", ["septicEmptying"]), ("Trekammarbrunnen", ["septicEmptying"]),
        ("Solar panels", ["solarCleaning"]), ("Solcellerna på taket", ["solarCleaning"]),
        ("Kylskåpet", ["fridgeCoils"]), ("Smoke alarmist", []),
    ])
    func nameDecidesTheSuggestions(name: String, templates: [String]) throws {
        let thing = MaintainedThing(texts: [name], device: nil)
        #expect(thing.suggestions(today: try today).map(\.template.id) == templates)
    }

    @Test func capabilitiesDecideTheSuggestions() throws {
        let smoke = MaintainedThing(texts: ["X1"], device: device([.smoke, .battery]))
        let suggestion = try #require(smoke.suggestions(today: try today).first)
        #expect(suggestion.template.id == "smokeTest" && suggestion.template.isSafety)
        let purifier = MaintainedThing(texts: ["X2"], device: device([.filterLife, .fanSpeed]))
        let filter = try #require(purifier.suggestions(today: try today).first)
        #expect(filter.schedule.series?.capability.kind == .filterLife)
    }

    /// A washer with a plug counts cycles; without one it is looked after by the calendar.
    @Test func useIsCountedWhereADeviceMeasuresIt() throws {
        let measured = MaintainedThing(texts: ["Washer"], device: device([.switch, .power]))
        guard case .usage(let usage) = measured.suggestions(today: try today).first?.schedule else {
            Issue.record("the washer is not counted")
            return
        }
        #expect(usage.measure == .cycles && usage.limit == 60 && usage.series.capability.kind == .power)
        let plain = MaintainedThing(texts: ["Washer"], device: nil)
        guard case .calendar(let recurrence) = plain.suggestions(today: try today).first?.schedule else {
            Issue.record("the washer has no date")
            return
        }
        #expect(recurrence.first == LocalDate("2027-05-28"))
    }

    @Test func eachSuggestionIsAValidSchedule() throws {
        let kinds: [CapabilityKind] = [.power, .switch, .smoke, .carbonMonoxide, .leak, .filterLife, .vacuum, .valve]
        let words = "heat pump washer tumble dryer dishwasher fridge ventilation softener stove"
        let thing = MaintainedThing(texts: [words], device: device(kinds))
        let suggestions = thing.suggestions(today: try today)
        #expect(suggestions.count >= 12)
        for suggestion in suggestions {
            #expect(throws: Never.self) { try suggestion.schedule.check() }
        }
        #expect(Set(MaintenanceTemplate.all.map(\.id)).count == MaintenanceTemplate.all.count)
    }

    private var today: LocalDate { get throws { try #require(LocalDate("2027-02-28")) } }

    private func device(_ kinds: [CapabilityKind]) -> Device {
        let part = Part(id: .main, capabilities: kinds.map { Capability(CapabilityName($0)) })
        return Device(
            id: DeviceID("thing"), name: DisplayName("Thing" as StaticString), room: nil,
            address: LinkAddress(kind: .archive, foreignID: "thing", root: "thing"),
            description: DeviceDescription(name: "Thing", parts: [part]), adoptedAt: Timestamp(milliseconds: 0))
    }
}

struct BatteryStatusTests {
    @Test func mostUrgentBatteryComesFirst() {
        let statuses = [
            battery("full", level: 90), battery("silent"), battery("low", level: 15),
            battery("warned", isWarning: true),
            battery("fine", isWarning: false), battery("half", level: 50),
            battery("lowest", level: 3), battery("wrong", level: 80, isWarning: true),
        ]
        #expect(
            statuses.sorted().map(\.device.rawValue) == [
                "warned", "lowest", "low", "wrong", "silent", "half", "full", "fine",
            ])
        #expect(statuses.filter(\.isLow).count == 4)
    }

    private func battery(_ id: StaticString, level: Double? = nil, isWarning: Bool? = nil) -> BatteryStatus {
        BatteryStatus(device: DeviceID(id), part: .main, level: level, isWarning: isWarning, reportedAt: nil)
    }
}
