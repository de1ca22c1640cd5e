import GatewayWire
import HomeModel
import SimulatedHome

extension Scenario {
    /// One switch that feeds a lamp.
    static let lamp = Scenario(
        name: "Lamp", residents: 0,
        devices: [
            ScenarioDevice(id: "lamp", kind: .switch, name: DisplayName("Lamp" as StaticString), traits: .feedingLamp)
        ])
}

extension DeviceTraits {
    static var feedingLamp: DeviceTraits {
        var traits = DeviceTraits()
        traits.purposes = [.light]
        traits.isOn = false
        return traits
    }
}

extension SimulatedHome {
    /// Whether a switch is on at the device itself, whatever it says.
    func isOn(_ device: String) -> Bool? {
        observations(of: device)?.first { $0.address == ValueAddress(.switch) }.map { $0.value == .boolean(true) }
    }
}

extension EventBody {
    var isCommand: Bool { if case .command = self { true } else { false } }
}
