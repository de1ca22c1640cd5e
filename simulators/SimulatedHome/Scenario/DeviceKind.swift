/// The families of simulated devices, as a scenario names them.
package enum DeviceKind: String, Sendable, CaseIterable {
    case light, `switch`, plug, thermostat, lock, cover, thermometer, climate, airQuality, lightSensor
    case contact, motion, leak, smoke, heatPump, solar, battery, gridMeter

    /// Settings that only some families have.
    enum Setting: String, CaseIterable {
        case watts, colorTemperature, automatic, loads, on, purpose, target, position, travel, capacity
    }

    var settings: Set<Setting> {
        switch self {
        case .light: [.watts, .colorTemperature, .automatic]
        case .switch, .plug: [.loads, .on, .purpose]
        case .thermostat: [.target]
        case .cover: [.position, .travel, .purpose]
        case .heatPump, .solar: [.watts]
        case .battery: [.watts, .capacity]
        case .lock, .thermometer, .climate, .airQuality, .lightSensor, .contact, .motion, .leak, .smoke, .gridMeter:
            []
        }
    }

    /// There is one set of mains, one roof, one cellar: more than one of these cannot add up.
    var isSingular: Bool { [.heatPump, .solar, .battery, .gridMeter].contains(self) }

    /// The family stands in a room and reads or changes its air.
    var needsRoom: Bool { [.thermostat, .motion].contains(self) }
}
