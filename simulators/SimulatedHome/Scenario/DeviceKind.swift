import HomeModel
import YAMLFields

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

/// Reads the settings of one kind of device; settings of other kinds stay unknown keys.
enum TraitReader {
    static func traits(of kind: DeviceKind, from fields: inout FieldDecoder) -> DeviceTraits {
        var traits = DeviceTraits()
        for setting in DeviceKind.Setting.allCases where kind.settings.contains(setting) {
            read(setting, from: &fields, into: &traits)
        }
        if kind == .switch, traits.loads.count != 1 { fields.note("a switch has one load; a plug may have several") }
        return traits
    }

    private static func read(
        _ setting: DeviceKind.Setting, from fields: inout FieldDecoder, into traits: inout DeviceTraits
    ) {
        let key = setting.rawValue
        switch setting {
        case .watts:
            if fields.node(key) != nil { traits.watts = fields.number(key, in: 1...50_000, default: 1) }
        case .colorTemperature: traits.hasColorTemperature = fields.boolean(key, default: true)
        case .automatic: traits.isAutomatic = fields.boolean(key, default: false)
        case .loads:
            if let loads = fields.choices(key, type: ApplianceKind.self), !loads.isEmpty { traits.loads = loads }
        case .on: traits.isOn = fields.boolean(key, default: true)
        case .purpose: traits.purposes = fields.choices(key, type: Purpose.self) ?? []
        case .target: traits.targetCelsius = fields.number(key, in: 5...30, default: 21)
        case .position: traits.positionPercent = fields.number(key, in: 0...100, default: 100)
        case .travel: traits.travel = fields.duration(key, in: .seconds(1)...(.seconds(600)), default: .seconds(20))
        case .capacity: traits.capacityKilowattHours = fields.number(key, in: 0.1...1000, default: 10)
        }
    }
}
