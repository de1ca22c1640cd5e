import HomeModel
import Testing

struct SafetyClassTests {
    @Test(
        arguments: [
            (.lock, .text("locked"), .routine), (.lock, .text("unlocked"), .sensitive),
            (.lock, .text("ajar"), .sensitive),
            (.valve, .text("closed"), .routine), (.valve, .text("open"), .sensitive),
            (.garageDoor, .text("open"), .sensitive), (.garageDoor, .text("closed"), .sensitive),
            (.garageDoor, .text("stopped"), .routine), (.movement, .text("stopped"), .routine),
            (.alarm, .text("disarmed"), .sensitive),
            (.alarm, .text("armedAway"), .routine), (.alarm, .text("armed_night"), .routine),
            (.alarm, .text("off"), .sensitive), (.appliance, .text("running"), .sensitive),
            (.appliance, .text("stopped"), .routine), (.targetTemperature, .number(21), .routine),
            (.thermostatMode, .text("heat"), .routine), (.color, .color(hue: 1, saturation: 1), .routine),
            (.brightness, .number(50), .routine), (.fanSpeed, .number(50), .routine),
            (.siren, .boolean(true), .routine),
        ] as [(CapabilityKind, CapabilityValue, SafetyClass)])
    func capabilityAndValueDecideTheSafetyClass(
        _ kind: CapabilityKind, value: CapabilityValue, expected: SafetyClass
    ) {
        #expect(part(kind).safetyClass(of: kind, becoming: value) == expected)
    }

    /// Columns: switch on, switch off, position 50, position 0, brightness 50, brightness 0.
    @Test(
        arguments: [
            (nil, "s s s s r r"), (.light, "r r r r r r"), (.blind, "r r r r r r"), (.garage, "s s s s s s"),
            (.gate, "s s s s s s"), (.appliance, "s s s s s s"), (.heater, "s s s s s s"), (.pump, "s s s s s s"),
            (.valve, "s r s r s r"), (.other, "s s s s s s"),
        ] as [(Purpose?, String)])
    func purposeDecidesTheSafetyClassOfRelaysAndCovers(_ purpose: Purpose?, expected: String) {
        let relay = part(.switch, purpose: purpose)
        let cover = part(.position, purpose: purpose)
        let dimmer = part(.brightness, purpose: purpose)
        let classes = [
            relay.safetyClass(of: .switch, becoming: .boolean(true)),
            relay.safetyClass(of: .switch, becoming: .boolean(false)),
            cover.safetyClass(of: .position, becoming: .number(50)),
            cover.safetyClass(of: .position, becoming: .number(0)),
            dimmer.safetyClass(of: .brightness, becoming: .number(50)),
            dimmer.safetyClass(of: .brightness, becoming: .number(0)),
        ]
        #expect(classes.map { $0 == .routine ? "r" : "s" }.joined(separator: " ") == expected)
    }

    /// Whether a lockdown permits switching off. Columns: a switch, a brightness of 0, a fan speed of 0.
    @Test(
        arguments: [
            (nil, "no yes yes"), (.light, "yes yes yes"), (.blind, "yes yes yes"), (.garage, "no no no"),
            (.gate, "no no no"), (.appliance, "no no no"), (.heater, "no no no"), (.pump, "no no no"),
            (.valve, "yes yes yes"), (.other, "no no no"),
        ] as [(Purpose?, String)])
    func purposeDecidesWhetherOffIsASafeDirection(_ purpose: Purpose?, expected: String) {
        let offs: [(CapabilityKind, CapabilityValue)] = [
            (.switch, .boolean(false)), (.brightness, .number(0)), (.fanSpeed, .number(0)),
        ]
        let found = offs.map { kind, off in
            part(kind, purpose: purpose).isSafeDirection(of: kind, becoming: off) ? "yes" : "no"
        }
        #expect(found.joined(separator: " ") == expected)
    }

    /// A person who may not switch a device on again may switch off only devices that are safe to be without.
    @Test(arguments: [nil] + Purpose.allCases.map(Optional.some))
    func routineOffImpliesRoutineOnExceptForWhatIsSafeToBeWithout(_ purpose: Purpose?) {
        let relay = part(.switch, purpose: purpose)
        guard relay.safetyClass(of: .switch, becoming: .boolean(false)) == .routine else { return }
        let isSafeToBeWithout =
            purpose.map { [.valve, .hotAppliance, .spaceHeater, .gardenPump].contains($0) } ?? false
        #expect(relay.safetyClass(of: .switch, becoming: .boolean(true)) == .routine || isSafeToBeWithout)
        #expect(relay.isSafeDirection(of: .switch, becoming: .boolean(false)))
    }

    @Test func stoppingABoilerIsSensitiveUnlikeOtherAppliances() {
        let boiler = Part.sample([
            Capability(CapabilityName(.appliance), options: ["stopped", "eco", "electric"], isCommanded: true)
        ])
        #expect(boiler.safetyClass(of: .appliance, becoming: .text("stopped")) == .sensitive)
        #expect(part(.appliance).safetyClass(of: .appliance, becoming: .text("stopped")) == .routine)
        #expect(part(.appliance).isSafeDirection(of: .appliance, becoming: .text("stopped")))
        #expect(!boiler.isSafeDirection(of: .appliance, becoming: .text("stopped")))
    }

    /// A lockdown leaves covers only their stop.
    @Test(arguments: [nil, .blind, .garage] as [Purpose?]) func positionIsNeverASafeDirection(_ purpose: Purpose?) {
        let cover = part(.position, .tilt, .movement, purpose: purpose)
        for value in [0.0, 50, 100] {
            #expect(!cover.isSafeDirection(of: .position, becoming: .number(value)))
            #expect(!cover.isSafeDirection(of: .tilt, becoming: .number(value)))
        }
        #expect(cover.isSafeDirection(of: .movement, becoming: .text("stopped")))
    }

    /// Columns: whether stopping is routine and permitted in a lockdown.
    @Test(
        arguments: [
            (.hotAppliance, true), (.foodCooling, false), (.homeHeating, false), (.other, false), (.appliance, false),
        ] as [(Purpose, Bool)])
    func purposeDecidesWhetherAnApplianceMayBeStopped(_ purpose: Purpose, isFree: Bool) {
        let appliance = part(.appliance, purpose: purpose)
        #expect((appliance.safetyClass(of: .appliance, becoming: .text("stopped")) == .routine) == isFree)
        #expect(appliance.isSafeDirection(of: .appliance, becoming: .text("stopped")) == isFree)
        #expect(appliance.safetyClass(of: .appliance, becoming: .text("running")) == .sensitive)
    }

    @Test(arguments: [CapabilityKind.switch, .brightness, .targetTemperature, .position, .siren, .lock, .media])
    func onlyCapabilitiesWhoseEveryCommandIsRoutineAreHarmless(_ kind: CapabilityKind) {
        let light = part(kind, purpose: .light)
        #expect(light.isHarmless(light.capabilities[0]) == ![.siren, .lock].contains(kind))
        let heater = part(kind, purpose: .spaceHeater)
        #expect(heater.isHarmless(heater.capabilities[0]) == (kind == .media))
        let reported = Part.sample([Capability(CapabilityName(kind))], purpose: .light)
        #expect(!reported.isHarmless(reported.capabilities[0]))
    }

    @Test func setPointOfAPlainThermostatIsRoutine() {
        let thermostat = part(.targetTemperature)
        #expect(thermostat.safetyClass(of: .targetTemperature, becoming: .number(60)) == .routine)
        #expect(thermostat.isSafeDirection(of: .targetTemperature, becoming: .number(6)))
        #expect(!thermostat.isSafeDirection(of: .targetTemperature, becoming: .number(21)))
        #expect(!part(.thermostatMode).isSafeDirection(of: .thermostatMode, becoming: .text("off")))
    }

    @Test(arguments: [CapabilityKind.brightness, .color, .colorTemperature])
    func switchOfAPartWithALightIsRoutine(_ kind: CapabilityKind) {
        let lamp = part(.switch, kind)
        #expect(!lamp.asksForPurpose)
        #expect(lamp.safetyClass(of: .switch, becoming: .boolean(true)) == .routine)
    }

    @Test func relayBesideAReportedBrightnessStaysSensitive() {
        let part = Part.sample([
            Capability(CapabilityName(.switch), isCommanded: true), Capability(CapabilityName(.brightness)),
        ])
        #expect(part.asksForPurpose)
        #expect(part.safetyClass(of: .switch, becoming: .boolean(true)) == .sensitive)
    }

    @Test func coverWithALightStaysSensitive() {
        let fan = part(.position, .brightness)
        #expect(fan.asksForPurpose)
        #expect(fan.safetyClass(of: .position, becoming: .number(1)) == .sensitive)
    }

    @Test(arguments: [nil, .light, .blind, .garage, .pump, .homeHeating, .spaceHeater, .other] as [Purpose?])
    func purposeDecidesTheSafetyClassOfAButton(_ purpose: Purpose?) {
        let button = part(.button, .brightness, purpose: purpose)
        let expected: SafetyClass = purpose == .light || purpose == .blind ? .routine : .sensitive
        #expect(button.safetyClass(of: .button, becoming: .text("press")) == expected)
        #expect(!button.isSafeDirection(of: .button, becoming: .text("press")))
    }

    @Test func onlyArmingIsTheSafeDirectionOfAnAlarm() {
        let alarm = part(.alarm)
        #expect(alarm.isSafeDirection(of: .alarm, becoming: .text("armed_night")))
        #expect(!alarm.isSafeDirection(of: .alarm, becoming: .text("disarmed")))
        #expect(!alarm.isSafeDirection(of: .alarm, becoming: .text("off")))
    }

    @Test(arguments: CapabilityKind.allCases)
    func onlyRelaysCoversAndButtonsAskForAPurpose(_ kind: CapabilityKind) {
        #expect(part(kind).asksForPurpose == [.switch, .position, .tilt, .button].contains(kind))
        #expect(!Part.sample([Capability(CapabilityName(kind))]).asksForPurpose)
        #expect(!part(kind, purpose: .other).asksForPurpose)
    }

    /// The safety classes of a capability are those of its single values.
    @Test(arguments: CapabilityKind.allCases)
    func capabilityHasTheSafetyClassesOfItsValues(_ kind: CapabilityKind) throws {
        for purpose in [nil] + Purpose.allCases.map(Optional.some) {
            let part = part(kind, purpose: purpose)
            let capability = try #require(part.capabilities.first)
            let texts = capability.options.isEmpty ? ["press"] : capability.options
            let values: [CapabilityValue] =
                switch capability.valueType {
                case .boolean: [.boolean(true), .boolean(false)]
                case .number:
                    [-50, 0, 1, 5, 21, 50, 100, 2000].filter(capability.range.contains).map(CapabilityValue.number)
                case .choice: capability.options.map(CapabilityValue.text)
                case .text: texts.map(CapabilityValue.text)
                case .color: [.color(hue: 1, saturation: 1)]
                }
            let classes = Set(values.map { part.safetyClass(of: kind, becoming: $0) })
            #expect(
                part.safetyClasses(of: capability) == classes, "\(kind) of \(purpose?.rawValue ?? "no purpose")")
        }
    }

    @Test func capabilityWithoutCommandsHasNoSafetyClass() {
        let part = Part.sample([Capability(CapabilityName(.lock))])
        #expect(part.safetyClasses(of: part.capabilities[0]).isEmpty)
    }

    /// A dimmer that does not accept 0 has no safe direction.
    @Test func safetyClassesCountOnlyValuesInTheRange() {
        let dimmer = Part.sample(
            [Capability(CapabilityName(.brightness), minimum: 10, isCommanded: true)], purpose: .heater)
        #expect(dimmer.safetyClasses(of: dimmer.capabilities[0]) == [.sensitive])
    }

    private func part(_ kinds: CapabilityKind..., purpose: Purpose? = nil) -> Part {
        .sample(kinds.map { Capability(CapabilityName($0), isCommanded: true) }, purpose: purpose)
    }
}
