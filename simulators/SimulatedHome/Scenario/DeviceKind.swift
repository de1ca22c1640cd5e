/// The kinds of simulated devices, as a scenario names them.
package enum DeviceKind: String, Sendable, CaseIterable {
    case light, `switch`, plug, thermostat, lock, cover, thermometer, climate, airQuality, lightSensor
    case contact, motion, leak, smoke, heatPump, solar, battery, gridMeter

    /// Settings that only some kinds have.
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

    /// A home has one grid connection, one roof and one cellar; the sums would be wrong with more than one of these.
    var isSingular: Bool { [.heatPump, .solar, .battery, .gridMeter].contains(self) }

    /// The device must be in a room, because it reads or changes the air of the room or reacts to its people.
    var needsRoom: Bool { [.thermostat, .motion].contains(self) }
}
