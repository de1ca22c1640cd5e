import HomeKitAccessories
import HomeModel
import Testing

struct ConfirmationToleranceTests {
    @Test func distanceOfTwoColorsIgnoresTheHueOfWhite() {
        let tolerance = ConfirmationTolerance.color(4)
        let target = CapabilityValue.color(hue: 10, saturation: 1)
        #expect(tolerance.accepts(.color(hue: 200, saturation: 1), for: target))
        #expect(tolerance.accepts(.color(hue: 359, saturation: 98), for: .color(hue: 0, saturation: 100)))
        #expect(!tolerance.accepts(.color(hue: 120, saturation: 100), for: .color(hue: 100, saturation: 100)))
    }

    @Test func miredsAreCompared() {
        let tolerance = ConfirmationTolerance.mired(1)
        #expect(tolerance.accepts(.number(6536), for: .number(6494)))
        #expect(!tolerance.accepts(.number(6536), for: .number(6410)))
        #expect(!tolerance.accepts(.number(0), for: .number(6410)))
    }

    @Test func valuesOfOtherTypesMustBeEqual() {
        for tolerance in [ConfirmationTolerance.exact, .number(5), .mired(5), .color(5)] {
            #expect(tolerance.accepts(.text("locked"), for: .text("locked")))
            #expect(!tolerance.accepts(.boolean(true), for: .boolean(false)))
            #expect(!tolerance.accepts(.number(.nan), for: .number(5)))
        }
    }

    /// The tolerance follows the scale of the device.
    @Test func stepOfTheDeviceIsTheTolerance() throws {
        let (_, model) = try HomeKitFixture("float-steps").model()
        #expect(model[PartID("light-40"), CapabilityName(.brightness)]?.tolerance == .number(5))
        #expect(model[PartID("thermostat-10"), CapabilityName(.targetTemperature)]?.tolerance == .number(0.05))
        let (_, blind) = try HomeKitFixture("venetian-blind").model()
        #expect(blind[PartID("cover-8"), CapabilityName(.position)]?.tolerance == .number(2))
    }
}
