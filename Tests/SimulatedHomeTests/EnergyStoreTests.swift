import DeviceEmulators
import HomeModel
import Testing

@testable import SimulatedHome

@Suite struct EnergyStoreTests {
    /// Only the home battery is one: its low charge is no battery to change.
    @Test func villaHasOneStoreOfEnergy() throws {
        let villa = try ScenarioFile.read("villa")
        #expect(villa.devices.filter(\.emulated.description.isEnergyStore).map(\.id) == ["battery"])
    }
}
