import HomeKitAccessories
import HomeModel
import Testing

/// The meanings that matter most, stated one by one.
struct MappingSemanticsTests {
    private func binding(
        _ fixture: String, aid: UInt64 = 1, part: PartID, name: CapabilityName
    ) throws -> CapabilityBinding {
        let (_, model) = try HomeKitFixture(fixture).model(aid)
        return try #require(model[part, name])
    }

    @Test func lockIsConfirmedByItsCurrentStateAndWrittenInTime() throws {
        let lock = try binding("garage-and-locks", aid: 2, part: PartID("lock-30"), name: CapabilityName(.lock))
        let command = try #require(lock.command(to: .text("unlocked")))
        #expect(command.writes == [CharacteristicSetting(iid: 12, value: .integer(0))])
        #expect(command.isTimed)
        #expect(command.readBack == [11, 12])
        // The target alone says nothing.
        #expect(lock.value(in: [12: .integer(0)]) == nil)
        #expect(lock.value(in: [11: .integer(3), 12: .integer(0)]) == nil)
        #expect(lock.value(in: [11: .integer(2), 12: .integer(0)]) == .text("jammed"))
        #expect(lock.command(to: .text("jammed")) == nil)
    }

    @Test func garageDoorReportsWhereItIs() throws {
        let door = try binding("garage-and-locks", part: PartID("garage-8"), name: CapabilityName(.garageDoor))
        let words = (0...4).map { door.value(in: [9: .integer($0), 10: .integer(0)]) }
        #expect(words == ["open", "closed", "opening", "closing", "stopped"].map { .text($0) })
        let command = try #require(door.command(to: .text("open")))
        #expect(command.isTimed && command.writes == [CharacteristicSetting(iid: 10, value: .integer(0))])
        #expect(door.command(to: .text("stopped")) == nil)
        #expect(door.command(to: .text("opening")) == nil)
    }

    @Test func contactIsOnWhenItIsClosed() throws {
        let contact = try binding("all-sensors", part: PartID("contact-30"), name: CapabilityName(.contact))
        #expect(contact.value(in: [31: .integer(0)]) == .boolean(true))
        #expect(contact.value(in: [31: .integer(1)]) == .boolean(false))
    }

    @Test func positionOf100IsOpen() throws {
        let cover = try binding("venetian-blind", part: PartID("cover-8"), name: CapabilityName(.position))
        #expect(cover.value(in: [10: .integer(100)]) == .number(100))
        let command = try #require(cover.command(to: .number(100)))
        #expect(command.writes == [CharacteristicSetting(iid: 11, value: .integer(100))])
        #expect(!command.isTimed)
        #expect(command.isConfirmed(by: .number(98)) && !command.isConfirmed(by: .number(97)))
    }

    @Test func coverIsStoppedByHoldPosition() throws {
        let movement = try binding("venetian-blind", part: PartID("cover-8"), name: CapabilityName(.movement))
        let command = try #require(movement.command(to: .text("stopped")))
        #expect(command.writes == [CharacteristicSetting(iid: 16, value: .boolean(true))])
        #expect(command.readBack == [12])
        #expect(movement.command(to: .text("opening")) == nil)
    }

    @Test func motorizedDoorIsWrittenInTimeAndWindowAsksForItsPurpose() throws {
        let door = try binding("venetian-blind", aid: 3, part: PartID("door-8"), name: CapabilityName(.position))
        #expect(try #require(door.command(to: .number(50))).isTimed)
        let (_, window) = try HomeKitFixture("venetian-blind").model(2)
        #expect(window.description.parts.map(\.asksForPurpose) == [true])
        #expect(window.description.parts.map(\.suggestedPurpose) == [nil])
    }

    @Test func brightnessTurnsTheLampOnAndOff() throws {
        let lamp = try binding("float-steps", part: PartID("light-40"), name: CapabilityName(.brightness))
        let on = try #require(lamp.command(to: .number(50)))
        #expect(
            on.writes == [
                CharacteristicSetting(iid: 42, value: .integer(50)),
                CharacteristicSetting(iid: 41, value: .boolean(true)),
            ])
        let off = try #require(lamp.command(to: .number(0)))
        #expect(off.writes == [CharacteristicSetting(iid: 41, value: .boolean(false))])
        #expect(off.readBack == [42, 41])
    }

    @Test func colorTemperatureIsRoundedToMireds() throws {
        let lamp = try binding("missing-metadata", part: PartID("light-10"), name: CapabilityName(.colorTemperature))
        let command = try #require(lamp.command(to: .number(2702)))
        #expect(command.writes.first == CharacteristicSetting(iid: 13, value: .integer(370)))
        #expect(command.value == .number(2703))
        // 369, 371 and 373 mired.
        #expect(command.isConfirmed(by: .number(2710)) && command.isConfirmed(by: .number(2695)))
        #expect(!command.isConfirmed(by: .number(2681)))
    }

    @Test func hueBeyondTheLastDegreeIsZero() throws {
        let lamp = try binding("float-steps", part: PartID("light-40"), name: CapabilityName(.color))
        let command = try #require(lamp.command(to: .color(hue: 360, saturation: 100)))
        #expect(
            command.writes.first == CharacteristicSetting(iid: 43, value: .number(0))
                || command.writes.first?.value.number == 0)
        #expect(command.isConfirmed(by: .color(hue: 359, saturation: 100)))
        #expect(!command.isConfirmed(by: .color(hue: 120, saturation: 100)))
    }

    @Test func setPointIsConfirmedWithinHalfAStep() throws {
        let heating = try binding("heater-cooler", part: PartID("climate-9"), name: CapabilityName(.heatingSetPoint))
        let command = try #require(heating.command(to: .number(21.5)))
        #expect(command.writes == [CharacteristicSetting(iid: 15, value: .number(21.5))])
        #expect(command.isConfirmed(by: .number(21.75)) && !command.isConfirmed(by: .number(22)))
        let cooling = try binding("heater-cooler", part: PartID("climate-9"), name: CapabilityName(.coolingSetPoint))
        #expect(cooling.written == [14])
    }

    @Test func modeOfAnAirConditionerIncludesItsPower() throws {
        let mode = try binding("heater-cooler", part: PartID("climate-9"), name: CapabilityName(.thermostatMode))
        #expect(mode.value(in: [10: .integer(0), 13: .integer(2)]) == .text("off"))
        #expect(mode.value(in: [10: .integer(1), 13: .integer(0)]) == .text("auto"))
        #expect(mode.value(in: [13: .integer(0)]) == nil)
        let heat = try #require(mode.command(to: .text("heat")))
        #expect(
            heat.writes == [
                CharacteristicSetting(iid: 13, value: .integer(1)), CharacteristicSetting(iid: 10, value: .integer(1)),
            ])
        #expect(mode.command(to: .text("off"))?.writes == [CharacteristicSetting(iid: 10, value: .integer(0))])
        #expect(mode.command(to: .text("dry")) == nil)
    }

    @Test func fanThatIsOffDoesNotTurn() throws {
        let speed = try binding("float-steps", part: PartID("fan-20"), name: CapabilityName(.fanSpeed))
        #expect(speed.value(in: [21: .boolean(false), 22: .number(2)]) == .number(0))
        #expect(speed.value(in: [21: .boolean(true), 22: .number(3)]) == .number(100))
        let command = try #require(speed.command(to: .number(33)))
        #expect(command.writes.first?.value.number == 1)
        #expect(!command.isConfirmed(by: .number(200.0 / 3)))
        #expect(speed.command(to: .number(0))?.writes == [CharacteristicSetting(iid: 21, value: .boolean(false))])
    }

    @Test func alarmHasItsOwnStatesAndCommands() throws {
        let alarm = try binding("valid-values", part: PartID("alarm-20"), name: CapabilityName(.alarm))
        #expect(alarm.value(in: [21: .integer(4)]) == .text("triggered"))
        // The accessory does not know the state 0, *armed at home*.
        #expect(alarm.value(in: [21: .integer(0)]) == nil)
        #expect(alarm.command(to: .text("armedHome")) == nil)
        #expect(alarm.command(to: .text("triggered")) == nil)
        #expect(alarm.command(to: .text("armedAway"))?.readBack.first == 21)
    }

    @Test func valveIsOpenWhileWaterFlows() throws {
        let valve = try binding("shower", part: PartID("valve-22"), name: CapabilityName(.valve))
        #expect(valve.value(in: [23: .integer(1), 24: .integer(0)]) == .text("closed"))
        let command = try #require(valve.command(to: .text("open")))
        #expect(command.writes == [CharacteristicSetting(iid: 23, value: .integer(1))])
        #expect(command.readBack == [24, 23])
    }

    @Test func inputsOfATelevisionHaveTheirNames() throws {
        let input = try binding(
            "television", part: PartID("television-48"), name: CapabilityName(.choice, label: PartID("input")))
        #expect(input.value(in: [53: .integer(2)]) == .text("Input 2"))
        #expect(input.value(in: [53: .integer(77)]) == nil)
        #expect(
            input.command(to: .text("HDMI 1"))?.writes == [CharacteristicSetting(iid: 53, value: .integer(1))])
    }

    @Test func rawCharacteristicAcceptsNoCommand() throws {
        let (_, model) = try HomeKitFixture("unknown-types").model()
        let raw = try #require(model[PartID("fan-10"), CapabilityName(.choice, label: PartID("set-fan-fast-on"))])
        #expect(!raw.capability.isCommanded && raw.command(to: .text("on")) == nil)
    }

    @Test func measurementsInHiddenServicesAreKept() throws {
        let power = try binding("hidden-services", part: PartID("meter-14"), name: CapabilityName(.power))
        #expect(power.value(in: [18: .integer(12)]) == .number(12))
        #expect(power.capability.flow == .consumption)
    }

    @Test func identifyIsFound() throws {
        let (_, model) = try HomeKitFixture("two-outlets").model()
        #expect(model.identify == 2)
    }
}
