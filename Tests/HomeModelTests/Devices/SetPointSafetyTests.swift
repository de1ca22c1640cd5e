import HomeModel
import Testing

/// The set-points of heating and cooling follow the rules of the purpose like a target temperature.
struct SetPointSafetyTests {
    static let kinds: [CapabilityKind] = [.targetTemperature, .heatingSetPoint, .coolingSetPoint]

    private func part(_ kind: CapabilityKind, purpose: Purpose?) -> Part {
        Part(id: .main, capabilities: [Capability(CapabilityName(kind), isCommanded: true)], purpose: purpose)
    }

    @Test(arguments: kinds) func purposeDecidesTheSafetyOfASetPoint(_ kind: CapabilityKind) {
        let heating = part(kind, purpose: .homeHeating)
        #expect(heating.safetyClass(of: kind, becoming: .number(21)) == .routine)
        #expect(heating.safetyClass(of: kind, becoming: .number(45)) == .sensitive)
        let freezer = part(kind, purpose: .foodCooling)
        #expect(freezer.safetyClass(of: kind, becoming: .number(8)) == .sensitive)
    }

    @Test func onlyHeatingToFrostProtectionIsASafeDirection() {
        for kind in Self.kinds {
            let isSafe = part(kind, purpose: .homeHeating).isSafeDirection(of: kind, becoming: .number(6))
            #expect(isSafe == (kind != .coolingSetPoint))
        }
    }

    @Test(arguments: kinds) func setPointBesideARelayAsksForAPurpose(_ kind: CapabilityKind) {
        let relay = Capability(CapabilityName(.switch), isCommanded: true)
        let target = Capability(CapabilityName(kind), isCommanded: true)
        let part = Part(id: .main, capabilities: [relay, target])
        #expect(part.asksForPurpose)
        #expect(part.safetyClass(of: kind, becoming: .number(21)) == .sensitive)
    }

    @Test func armingForTheNightIsRoutine() {
        let alarm = part(.alarm, purpose: nil)
        #expect(alarm.safetyClass(of: .alarm, becoming: .text("armedNight")) == .routine)
        #expect(alarm.safetyClass(of: .alarm, becoming: .text("disarmed")) == .sensitive)
        #expect(alarm.isSafeDirection(of: .alarm, becoming: .text("armedNight")))
    }
}
