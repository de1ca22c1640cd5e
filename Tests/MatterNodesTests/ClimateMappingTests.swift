import HomeModel
import MatterProtocol
import Testing

@testable import MatterNodes

/// Thermostats, fans and filters.
struct ClimateMappingTests {
    private func thermostat(
        features: UInt64, _ attributes: [UInt32: TLVValue], types: [UInt64] = [0x0301]
    ) -> SampleNode {
        SampleNode(types: types, features: [0x0201: features], attributes: [0x0201: attributes])
    }

    @Test func heatingAndCoolingSetPointsAreApart() throws {
        let attributes: [UInt32: TLVValue] = [
            0x11: .signed(2_600), 0x12: .signed(2_050), 0x1C: .unsigned(1), 0x19: .signed(25),
        ]
        let both = thermostat(features: 35, attributes)
        #expect(both.value("heatingSetPoint") == .number(20.5) && both.value("coolingSetPoint") == .number(26))
        #expect(both["targetTemperature"] == nil)
        let command = try #require(try both["heatingSetPoint"]?.command(to: .number(21.5), in: both.values))
        let heating = AttributePath(endpoint: 1, cluster: 0x0201, attribute: 0x12)
        #expect(command.steps == [.write(heating, value: .signed(2_150))])
        // The thermostat moves the other set-point out of its dead band, so that both are read.
        #expect(command.readBack == [heating, AttributePath(endpoint: 1, cluster: 0x0201, attribute: 0x11)])
        let heats = thermostat(features: 1, attributes)
        #expect(heats.value("targetTemperature") == .number(20.5) && heats["coolingSetPoint"] == nil)
        #expect(thermostat(features: 2, attributes).value("targetTemperature") == .number(26))
    }

    @Test(
        arguments: [
            (500, 3_000, 5.0, 30.0), (3_000, 500, 7.0, 30.0), (0, 0, 7.0, 30.0), (-32_768, 32_767, 7.0, 30.0),
            (1_000, 1_000, 7.0, 30.0),
        ] as [(Int64, Int64, Double, Double)])
    func impossibleLimitsAreThoseOfTheSpecification(_ low: Int64, high: Int64, minimum: Double, maximum: Double) throws
    {
        let node = thermostat(
            features: 1,
            [0x12: .signed(2_000), 0x03: .signed(low), 0x04: .signed(high), 0x15: .signed(low), 0x16: .signed(high)])
        let capability = try #require(node["targetTemperature"]?.capability)
        #expect(capability.minimum == minimum && capability.maximum == maximum)
    }

    @Test func setPointOutsideTheLimitsIsMovedToThem() {
        let node = thermostat(features: 1, [0x12: .signed(2_000), 0x15: .signed(500), 0x16: .signed(3_000)])
        let path = AttributePath(endpoint: 1, cluster: 0x0201, attribute: 0x12)
        #expect(node.steps("targetTemperature", to: .number(99)) == [.write(path, value: .signed(3_000))])
        #expect(node.steps("targetTemperature", to: .number(-99)) == [.write(path, value: .signed(500))])
    }

    @Test func modesFollowTheFeatures() {
        func modes(_ features: UInt64, types: [UInt64] = [0x0301]) -> [String] {
            let node = thermostat(
                features: features, [0x11: .signed(2_600), 0x12: .signed(2_000), 0x1C: .unsigned(0)], types: types)
            return node["thermostatMode"]?.capability.options ?? []
        }
        // A mode that the thermostat has is one of its modes, whatever its features say.
        let odd = thermostat(features: 1, [0x12: .signed(2_000), 0x1C: .unsigned(1)])
        #expect(odd.value("thermostatMode") == .text("auto"))
        #expect(modes(1) == ["off", "heat"])
        #expect(modes(2) == ["off", "cool"])
        #expect(modes(3) == ["off", "heat", "cool"])
        #expect(modes(35) == ["off", "heat", "cool", "auto"])
        #expect(modes(35, types: [0x0072]) == ["off", "heat", "cool", "auto", "dry", "fan"])
    }

    @Test(
        arguments: [
            (.signed(2_090), 20.9), (.signed(-500), -5), (.null, nil), (.signed(-32_768), nil), (.unsigned(1_900), 19),
        ] as [(TLVValue, Double?)])
    func localTemperatureIsInHundredths(_ raw: TLVValue, expected: Double?) {
        let node = thermostat(features: 1, [0: raw, 0x12: .signed(2_000)])
        #expect(node.value("temperature") == expected.map { .number($0) })
    }

    @Test(
        arguments: [
            (0, "idle"), (1, "heating"), (8, "heating"), (2, "cooling"), (16, "cooling"), (4, "fan"), (5, "heating"),
        ] as [(UInt64, String)])
    func runningStateIsTheActivity(_ bits: UInt64, expected: String) {
        let node = thermostat(features: 1, [0x12: .signed(2_000), 0x29: .unsigned(bits)])
        #expect(node.value("choice.activity") == .text(expected))
    }

    // MARK: Fans

    private func fan(_ attributes: [UInt32: TLVValue], features: UInt64 = 1) -> SampleNode {
        SampleNode(types: [0x2B], features: [0x0202: features], attributes: [0x0202: attributes])
    }

    @Test func speedOfAFanIsItsCurrentPercentage() throws {
        #expect(fan([2: .null, 3: .unsigned(40)]).value("fanSpeed") == .number(40))
        #expect(fan([2: .unsigned(60), 3: .unsigned(255)]).value("fanSpeed") == .number(60))
        #expect(fan([2: .null, 3: .unsigned(255)]).value("fanSpeed") == nil)
        let setting = AttributePath(endpoint: 1, cluster: 0x0202, attribute: 2)
        let node = fan([2: .unsigned(0), 3: .unsigned(0)], features: 0)
        #expect(node.steps("fanSpeed", to: .number(35)) == [.write(setting, value: .unsigned(35))])
        #expect(node.steps("fanSpeed", to: .number(0)) == [.write(setting, value: .unsigned(0))])
    }

    @Test(arguments: [(0, 0), (5, 33), (33, 33), (40, 33), (60, 66), (90, 100), (100, 100)] as [(Double, UInt64)])
    func fanWithThreeSpeedsGetsOneOfThem(_ percent: Double, expected: UInt64) throws {
        let node = fan([2: .unsigned(0), 3: .unsigned(0), 4: .unsigned(3)])
        let command = try #require(try node["fanSpeed"]?.command(to: .number(percent), in: node.values))
        let setting = AttributePath(endpoint: 1, cluster: 0x0202, attribute: 2)
        #expect(command.steps == [.write(setting, value: .unsigned(expected))])
        #expect(command.value == .number(Double(expected)))
        #expect(!command.isConfirmed(by: .number(Double(expected) + 33)))
    }

    @Test(
        arguments: [
            (0, ["off", "low", "medium", "high"]), (1, ["off", "low", "high"]),
            (2, ["off", "low", "medium", "high", "auto"]), (3, ["off", "low", "high", "auto"]),
            (4, ["off", "high", "auto"]), (5, ["off", "high"]),
        ] as [(UInt64, [String])])
    func fanModesFollowTheirSequence(_ sequence: UInt64, expected: [String]) {
        let node = fan([0: .unsigned(0), 1: .unsigned(sequence)])
        let accepted = ["off", "low", "medium", "high", "auto", "on", "smart"].filter {
            node.steps("choice.mode", to: .text($0)) != nil
        }
        #expect(accepted == expected)
    }

    @Test func conditionOfAFilterIsWhatIsLeft() {
        func life(_ condition: UInt64, direction: UInt64?) -> CapabilityValue? {
            var attributes: [UInt32: TLVValue] = [0: .unsigned(condition)]
            if let direction { attributes[1] = .unsigned(direction) }
            return SampleNode(types: [0x2D], attributes: [0x71: attributes]).value("filterLife")
        }
        #expect(life(80, direction: 1) == .number(80))
        #expect(life(80, direction: 0) == .number(20))
        #expect(life(80, direction: nil) == .number(80))
        #expect(life(101, direction: 1) == nil)
    }
}
