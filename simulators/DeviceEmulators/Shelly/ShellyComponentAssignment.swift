import DeviceProtocols
import HomeModel

/// Assigns the capabilities of a simulated device to components.
struct ShellyComponentAssignment: Sendable {
    /// A capability and its place in a component.
    struct Assignment: Sendable {
        let part: PartID
        let name: CapabilityName
        let key: ShellyKey
        let path: String
    }

    private(set) var all: [Assignment] = []
    private(set) var facts: [ShellyKey: JSONObject] = [:]
    private var counts: [String: Int] = [:]

    mutating func assign(_ part: Part) {
        let actuator = Self.actuators.first { actuator in
            part.capabilities.contains { $0.name == .init(actuator.kind) && $0.isCommanded }
        }
        let key = actuator.map { nextKey($0.type) }
        if let key { facts[key] = Self.facts(key.type, part: part) }
        var meter = actuator?.type == "thermostat" ? nil : key
        for capability in part.capabilities where capability.name.label == nil {
            if let key, let path = Self.paths[key.type]?[capability.kind] {
                add(part, capability: capability, key: key, path: path)
            } else if let path = Self.meterPaths[capability.kind], capability.flow ?? .consumption == .consumption {
                let place = meter ?? nextKey("pm1")
                meter = place
                add(part, capability: capability, key: place, path: path)
            } else if let sensor = Self.sensors[capability.kind] {
                add(part, capability: capability, key: nextKey(sensor.type), path: sensor.path)
            }
        }
    }

    // MARK: The meter of a whole home

    static func isMains(_ description: DeviceDescription) -> Bool {
        description[.main]?[CapabilityName(.power)]?.flow == .gridImport
            && description.parts.filter { $0[CapabilityName(.power)] != nil }.count == 4
    }

    mutating func assignMains(_ description: DeviceDescription) {
        let (power, energy) = (ShellyKey(type: "em", id: 0), ShellyKey(type: "emdata", id: 0))
        facts[power] = ["name": .text(EnergyFlow.gridImport.words)]
        var phases = ["a", "b", "c"].makeIterator()
        for part in description.parts {
            let prefix = part.id == .main || part[CapabilityName(.power)] == nil ? nil : phases.next()
            for capability in part.capabilities where capability.name.label == nil {
                switch (capability.kind, prefix, capability.flow) {
                case (.power, let phase, _):
                    add(
                        part, capability: capability, key: power,
                        path: phase.map { "\($0)_act_power" } ?? "total_act_power")
                case (.voltage, let phase?, _): add(part, capability: capability, key: power, path: "\(phase)_voltage")
                case (.current, let phase?, _): add(part, capability: capability, key: power, path: "\(phase)_current")
                case (.energy, nil, .gridImport): add(part, capability: capability, key: energy, path: "total_act")
                case (.energy, nil, .gridExport): add(part, capability: capability, key: energy, path: "total_act_ret")
                default: break
                }
            }
        }
    }

    private mutating func add(_ part: Part, capability: Capability, key: ShellyKey, path: String) {
        all.append(Assignment(part: part.id, name: capability.name, key: key, path: path))
    }

    private mutating func nextKey(_ type: String) -> ShellyKey {
        let id = counts[type] ?? 0
        counts[type] = id + 1
        return ShellyKey(type: type, id: id)
    }

    private static func facts(_ type: String, part: Part) -> JSONObject {
        switch type {
        case "cover": return ["pos_control": true]
        case "thermostat": return ["type": "heating"]
        case "cct":
            let range = part[CapabilityName(.colorTemperature)]?.range ?? 2700...6500
            let bounds = [range.lowerBound, range.upperBound].compactMap(JSONValue.init(shortest:))
            return ["ct_range": .list(bounds)]
        default: return [:]
        }
    }

    /// The capabilities that determine the type of the component, the most specific first.
    private static let actuators: [(kind: CapabilityKind, type: String)] = [
        (.position, "cover"), (.colorTemperature, "cct"), (.color, "rgb"), (.brightness, "light"), (.switch, "switch"),
        (.targetTemperature, "thermostat"),
    ]

    private static let paths: [String: [CapabilityKind: String]] = [
        "cover": [.position: "current_pos", .movement: "state", .tilt: "slat_pos"], "switch": [.switch: "output"],
        "light": [.switch: "output", .brightness: "brightness"],
        "cct": [.switch: "output", .brightness: "brightness", .colorTemperature: "ct"],
        "rgb": [.switch: "output", .brightness: "brightness", .color: "rgb"],
        "thermostat": [.targetTemperature: "target_C", .thermostatMode: "enable", .temperature: "current_C"],
    ]

    private static let meterPaths: [CapabilityKind: String] = [
        .power: "apower", .energy: "aenergy.total", .voltage: "voltage", .current: "current",
    ]

    private static let sensors: [CapabilityKind: (type: String, path: String)] = [
        .temperature: ("temperature", "tC"), .humidity: ("humidity", "rh"), .illuminance: ("illuminance", "lux"),
        .battery: ("devicepower", "battery.percent"), .smoke: ("smoke", "alarm"), .leak: ("flood", "alarm"),
        .occupancy: ("presencezone", "value"),
    ]
}
