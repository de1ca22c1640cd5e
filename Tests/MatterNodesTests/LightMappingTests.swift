import HomeModel
import MatterProtocol
import Testing

@testable import MatterNodes

/// Lamps: levels, colours, and what switches them on.
struct LightMappingTests {
    private func lamp(_ level: [UInt32: TLVValue], isOn: Bool = false) -> SampleNode {
        SampleNode(types: [0x0101], attributes: [0x06: [0: .boolean(isOn)], 0x08: level])
    }

    private func colorLamp(features: UInt64, color: [UInt32: TLVValue]) -> SampleNode {
        SampleNode(
            types: [0x010D], features: [0x0300: features],
            attributes: [0x06: [0: true], 0x08: [0: .unsigned(254)], 0x0300: color])
    }

    @Test(
        arguments: [
            (1, 1, 254, 1.0), (254, 1, 254, 100.0), (128, 1, 254, 50.7), (0, 0, 254, 0.0), (127, 0, 254, 50.0),
            (50, 50, 250, 1.0), (250, 50, 250, 100.0), (10, 50, 250, 1.0), (0, 1, 254, 0.0), (255, 1, 254, -1),
            (254, 1, 255, 100.0),
            // Limits in the wrong order, or of one number.
            (254, 200, 100, 100.0), (1, 77, 77, 1.0), (254, 254, 255, 100.0), (1, 300, 400, 1.0),
        ] as [(Int, Int, Int, Double)])
    func levelBecomesPerCent(_ level: Int, minimum: Int, maximum: Int, expected: Double) {
        let node = lamp([
            0: .unsigned(UInt64(level)), 2: .unsigned(UInt64(minimum)), 3: .unsigned(UInt64(maximum)),
        ])
        #expect(node.value("brightness") == (expected < 0 ? nil : .number(expected)))
    }

    @Test func brightnessSwitchesALampOnAndZeroSwitchesItOff() throws {
        let node = lamp([0: .null])
        let bright = try #require(node.steps("brightness", to: .number(50)))
        #expect(
            bright == [
                .invoke(
                    0x04, of: 0x08, endpoint: 1,
                    fields: [0: .unsigned(126), 1: .unsigned(0), 2: .unsigned(0), 3: .unsigned(0)])
            ])
        #expect(node.steps("brightness", to: .number(0)) == [.invoke(0x00, of: 0x06, endpoint: 1)])
        // Less than the lowest level is still on.
        let dim = try #require(node.steps("brightness", to: .number(0.2)))
        #expect(
            dim[0].action
                == .invoke(
                    command: 4,
                    fields: .structure([0: .unsigned(1), 1: .unsigned(0), 2: .unsigned(0), 3: .unsigned(0)])))
        #expect(node.value("brightness") == nil)
    }

    /// A node ignores other changes of a level while it is off.
    @Test func volumeOfAMutedSpeakerIsSet() throws {
        let speaker = SampleNode(
            types: [0x22], commands: [0x06: [0, 1], 0x08: [0, 4]],
            attributes: [0x06: [0: .boolean(false)], 0x08: [0: .unsigned(100), 2: .unsigned(0), 3: .unsigned(254)]])
        let name = try #require(
            speaker.model.devices[0].bindings.map { "\($0.capability.name)" }.first { $0.hasPrefix("number") })
        let steps = try #require(speaker.steps(name, to: .number(50)))
        #expect(
            steps.map(\.action) == [
                .invoke(
                    command: 0,
                    fields: .structure([0: .unsigned(127), 1: .unsigned(0), 2: .unsigned(1), 3: .unsigned(1)]))
            ])
    }

    @Test func brightnessIsConfirmedWithinOneStep() throws {
        let node = lamp([0: .unsigned(10)])
        let command = try #require(try node["brightness"]?.command(to: .number(50), in: node.values))
        #expect(command.value == .number(49.9))
        #expect(command.isConfirmed(by: .number(50.3)) && !command.isConfirmed(by: .number(51)))
        #expect(command.readBack == [path(0, of: 0x08), path(0, of: 0x06)])
        #expect(!command.isTimed && command.travelTime == nil)
    }

    private func path(_ attribute: UInt32, of cluster: UInt32) -> AttributePath {
        AttributePath(endpoint: 1, cluster: cluster, attribute: attribute)
    }

    @Test func colorModeDecidesWhichColorIsTrue() {
        let color: [UInt32: TLVValue] = [
            0: .unsigned(0), 1: .unsigned(254), 3: .unsigned(9_830), 4: .unsigned(3_932), 7: .unsigned(250),
        ]
        func lamp(mode: TLVValue) -> SampleNode { colorLamp(features: 25, color: color.merging([8: mode]) { $1 }) }
        #expect(lamp(mode: .unsigned(0)).value("color") == .color(hue: 0, saturation: 100))
        #expect(lamp(mode: .unsigned(0)).value("colorTemperature") == nil)
        guard case .color(let hue, let saturation)? = lamp(mode: .unsigned(1)).value("color") else {
            Issue.record("The coordinates give no colour.")
            return
        }
        #expect(abs(hue - 240) < 10 && saturation > 95)
        #expect(lamp(mode: .unsigned(2)).value("color") == nil)
        #expect(lamp(mode: .unsigned(2)).value("colorTemperature") == .number(4_000))
        #expect(lamp(mode: .null).value("color") == nil)
    }

    @Test func colorTemperatureLimitsChangePlaces() throws {
        let node = colorLamp(
            features: 16, color: [7: .unsigned(370), 8: .unsigned(2), 0x400B: .unsigned(153), 0x400C: .unsigned(370)])
        let capability = try #require(node["colorTemperature"]?.capability)
        #expect(capability.minimum == 2_703 && capability.maximum == 6_536)
        #expect(node.value("colorTemperature") == .number(2_703))
        let command = try #require(try node["colorTemperature"]?.command(to: .number(4_000), in: node.values))
        #expect(command.value == .number(4_000))
        #expect(
            command.steps.map(\.action) == [
                .invoke(
                    command: 0x0A,
                    fields: .structure([0: .unsigned(250), 1: .unsigned(0), 2: .unsigned(1), 3: .unsigned(1)])),
                .invoke(command: 0x01, fields: .structure([])),
            ])
        #expect(command.isConfirmed(by: .number(3_984)) && !command.isConfirmed(by: .number(3_900)))
    }

    @Test(arguments: [(0, 65_279), (0, 0), (500, 153), (20, 40)] as [(Int, Int)])
    func impossibleColorTemperatureLimitsAreReplaced(_ low: Int, high: Int) throws {
        let node = colorLamp(
            features: 16,
            color: [7: .unsigned(0), 8: .unsigned(2), 0x400B: .unsigned(UInt64(low)), 0x400C: .unsigned(UInt64(high))])
        let capability = try #require(node["colorTemperature"]?.capability)
        #expect(capability.minimum == 2_000 && capability.maximum == 6_536)
        #expect(node.value("colorTemperature") == nil)
    }

    @Test func lampWithoutHueGetsCoordinates() throws {
        let node = colorLamp(features: 8, color: [3: .unsigned(20_000), 4: .unsigned(20_000), 8: .unsigned(1)])
        let steps = try #require(node.steps("color", to: .color(hue: 0, saturation: 100)))
        guard case .invoke(0x07, let fields) = steps[0].action else {
            Issue.record("The command is \(steps[0]).")
            return
        }
        // The red of sRGB is at 0.64, 0.33.
        #expect(abs((fields[0]?.number ?? 0) / 65_536 - 0.64) < 0.001)
        #expect(abs((fields[1]?.number ?? 0) / 65_536 - 0.33) < 0.001)
        #expect(node["colorTemperature"] == nil)
    }

    @Test func colorsSurviveTheirCoordinates() throws {
        for hue in stride(from: 0.0, to: 360, by: 7) {
            for saturation in stride(from: 10.0, through: 100, by: 15) {
                let point = ColorSpace.coordinates(hue: hue, saturation: saturation)
                let color = try #require(ColorSpace.hueAndSaturation(x: point.x, y: point.y))
                let difference = abs(color.hue - hue)
                #expect(min(difference, 360 - difference) < 1, "\(hue) \(saturation)")
                #expect(abs(color.saturation - saturation) < 1, "\(hue) \(saturation)")
            }
        }
    }

    @Test func relayThatCanOnlySwitchOffIsNotSwitchedOn() {
        let node = SampleNode(types: [0x0077], features: [0x06: 4], attributes: [0x06: [0: true]])
        #expect(node.steps("switch", to: .boolean(true)) == nil)
        #expect(node.steps("switch", to: .boolean(false)) == [.invoke(0x00, of: 0x06, endpoint: 1)])
    }

    @Test func purposesFollowTheDeviceType() {
        func purpose(_ type: UInt64) -> Purpose? {
            SampleNode(types: [type], attributes: [0x06: [0: true]]).model.devices[0].description.parts[0]
                .suggestedPurpose
        }
        #expect(purpose(0x0100) == .light)
        #expect(purpose(0x0070) == .foodCooling)
        #expect(purpose(0x0073) == .hotAppliance)
        // Only a person knows what a plug, or a relay in the wall, supplies.
        #expect(purpose(0x010A) == nil && purpose(0x010F) == nil && purpose(0x0303) == nil)
        let plug = SampleNode(types: [0x010A], attributes: [0x06: [0: true]]).model.devices[0].description.parts[0]
        #expect(plug.asksForPurpose)
        #expect(plug.safetyClass(of: .switch, becoming: .boolean(true)) == .sensitive)
    }
}
