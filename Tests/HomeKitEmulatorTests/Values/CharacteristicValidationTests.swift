import HomeKitAccessories
import HomeKitProtocol
import Testing

@testable import HomeKitEmulator

@Suite struct CharacteristicValidationTests {
    @Test(arguments: [
        (CharacteristicTemplate.on, HomeKitJSON.boolean(true), HomeKitJSON.boolean(true)),
        (.on, .integer(1), .boolean(true)), (.on, .integer(0), .boolean(false)),
        (.brightness, .integer(0), .integer(0)), (.brightness, .integer(100), .integer(100)),
        (.brightness, .number(50), .integer(50)), (.targetTemperature, .integer(21), .number(21)),
        (.targetTemperature, .number(38), .number(38)), (.manufacturer, .text("A"), .text("A")),
        (.targetHeatingCoolingState.restricted(to: [0, 1, 3]), .integer(3), .integer(3)),
    ])
    func validValueIsAccepted(_ template: CharacteristicTemplate, value: HomeKitJSON, accepted: HomeKitJSON) {
        #expect(template.characteristic(iid: 1).accepted(value) == accepted)
    }

    @Test(arguments: [
        (CharacteristicTemplate.on, HomeKitJSON.integer(2)), (.on, .text("true")), (.on, .null),
        (.brightness, .integer(-1)), (.brightness, .integer(101)), (.brightness, .number(1.5)),
        (.brightness, .text("50")), (.brightness, .list([])), (.targetTemperature, .number(9.9)),
        (.targetTemperature, .number(.infinity)), (.targetTemperature, .text("21")),
        (.manufacturer, .integer(1)), (.manufacturer, .text(String(repeating: "é", count: 33))),
        (.targetHeatingCoolingState.restricted(to: [0, 1, 3]), .integer(2)), (.lockTargetState, .integer(2)),
    ])
    func invalidValueIsRefused(_ template: CharacteristicTemplate, value: HomeKitJSON) {
        #expect(template.characteristic(iid: 1).accepted(value) == nil)
    }

    @Test func gatewayKnowsTheTypesOfEve() {
        let known = VendorRow.all.map(\.type)
        #expect(known.contains(CharacteristicTemplate.evePower.type))
        #expect(known.contains(CharacteristicTemplate.eveEnergy.type))
    }

    @Test func timedWritePermitsItsIdUntilItsDeadline() {
        let now = ContinuousClock.now
        let write = TimedWrite(pid: 3, milliseconds: 100, now: now)
        #expect(write.permits(pid: 3, now: now + .milliseconds(99)))
        #expect(!write.permits(pid: 3, now: now + .milliseconds(100)))
        #expect(!write.permits(pid: 4, now: now))
        let longest = TimedWrite(pid: 3, milliseconds: .max, now: now)
        #expect(longest.permits(pid: 3, now: now + .seconds(599)) && !longest.permits(pid: 3, now: now + .seconds(600)))
    }
}
