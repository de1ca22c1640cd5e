import DeviceEmulators
import DeviceProtocols
import HomeModel
import Testing

/// The list of dialects that scenarios can use.
@Suite struct SimulatedDialectsTests {
    @Test func namesOfDialectsDiffer() {
        let names = SimulatedDialects.all.map(\.rawValue)
        #expect(Set(names).count == names.count)
        #expect(names == ["homie", "homeAssistant", "esphome", "shelly", "tasmota", "zigbee2mqtt"])
    }

    @Test(arguments: SimulatedDialects.all) func dialectIsFoundByItsName(dialect: SimulatedDialect) {
        #expect(SimulatedDialect(rawValue: dialect.rawValue) == dialect)
        #expect(SimulatedDialect(rawValue: dialect.rawValue + "2") == nil)
    }

    @Test(arguments: SimulatedDialects.all) func dialectBelongsToAFamily(dialect: SimulatedDialect) {
        #expect(DeviceFamilies.definition(of: dialect.family) != nil)
    }

    @Test func onlyBridgesShareAConnection() {
        #expect(SimulatedDialects.all.filter(\.isBridge).map(\.rawValue) == ["homie", "zigbee2mqtt"])
    }
}
