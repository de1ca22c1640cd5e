import DeviceProtocols
import HomeModel

/// The `exposes` of a simulated device, created from its capabilities.
struct EmulatedZigbeeDefinition {
    private(set) var exposes: [JSONValue] = []

    /// Leaves out capabilities that Zigbee2MQTT cannot express.
    init(_ description: DeviceDescription) {
        for part in description.parts {
            let endpoint = part.id == .main ? nil : part.id.rawValue
            var features: [String: [JSONValue]] = [:]
            for capability in part.capabilities {
                let family = Self.family(of: capability, in: part)
                guard let leaf = Self.leaf(capability, in: family, endpoint: endpoint) else { continue }
                if capability.kind == .movement { exposes.append(Self.moving(endpoint)) }
                if let family { features[family, default: []].append(leaf) } else { exposes.append(leaf) }
            }
            for (family, leaves) in features.sorted(by: { $0.key < $1.key }) {
                exposes.append(["type": .text(family), "features": .list(leaves)])
            }
        }
    }

    private static func family(of capability: Capability, in part: Part) -> String? {
        guard capability.isCommanded else { return nil }
        switch capability.kind {
        case .brightness, .colorTemperature, .color: return "light"
        case .switch where capability.name.label == nil: return isLight(part) ? "light" : "switch"
        case .position, .tilt, .movement: return "cover"
        case .fanSpeed: return "fan"
        case .lock: return "lock"
        case .targetTemperature, .thermostatMode: return "climate"
        default: return nil
        }
    }

    /// The expose that reports the movement of a cover, because the cover's state reports only its position.
    private static func moving(_ endpoint: String?) -> JSONValue {
        let property = endpoint.map { "moving_\($0)" } ?? "moving"
        var members: JSONObject = [
            "type": "enum", "name": "moving", "property": .text(property), "access": 1,
            "values": ["UP", "STOP", "DOWN"],
        ]
        if let endpoint { members = members + ["endpoint": .text(endpoint)] }
        return .object(members)
    }

    private static func isLight(_ part: Part) -> Bool {
        part.capabilities.contains { [.brightness, .colorTemperature, .color].contains($0.kind) && $0.isCommanded }
    }

    private static func leaf(_ capability: Capability, in family: String?, endpoint: String?) -> JSONValue? {
        guard let form = form(capability) else { return nil }
        let label = capability.name.label?.rawValue.replacing("-", with: "_")
        let own: String? =
            switch capability.kind {
            case .button: "action"
            case .siren: "alarm"
            case .valve, .movement: "state"
            default: ZigbeeVocabulary.key(capability.kind, in: family)
            }
        guard let key = label ?? own else { return nil }
        let property = endpoint.map { "\(key)_\($0)" } ?? key
        let isColor = capability.kind == .color
        var members: JSONObject = ["name": .text(isColor ? "color_hs" : key), "property": .text(property)]
        members = members + ["access": .integer((capability.isReported ? 5 : 0) + (capability.isCommanded ? 2 : 0))]
        if let endpoint { members = members + ["endpoint": .text(endpoint)] }
        if let flow = capability.flow {
            members = members + ["label": .text("\(key.capitalizedASCII) \(flow.words)")]
        }
        return .object(members + form)
    }

    private static func form(_ capability: Capability) -> JSONObject? {
        switch capability.kind {
        case .lock: return ["type": "binary", "value_on": "LOCK", "value_off": "UNLOCK"]
        case .valve: return ["type": "binary", "value_on": "OPEN", "value_off": "CLOSE"]
        case .contact: return ["type": "binary", "value_on": false, "value_off": true]
        case .switch: return ["type": "binary", "value_on": "ON", "value_off": "OFF", "value_toggle": "TOGGLE"]
        case .brightness: return ["type": "numeric", "value_min": 0, "value_max": 254]
        case .movement: return ["type": "enum", "values": ["OPEN", "CLOSE", "STOP"]]
        case .linkQuality: return ["type": "numeric", "unit": "lqi", "value_min": 0, "value_max": 255]
        case .colorTemperature: return mireds(capability)
        case .garageDoor, .alarm, .appliance, .media, .vacuum: return nil
        default: break
        }
        switch capability.valueType {
        case .boolean: return ["type": "binary", "value_on": true, "value_off": false]
        case .choice: return ["type": "enum", "values": .list(capability.options.map { .text($0) })]
        case .text where capability.kind == .button:
            return ["type": "enum", "values": .list(capability.options.map { .text($0) })]
        case .text: return ["type": "text"]
        case .color: return ["type": "composite", "features": []]
        case .number: return numbers(capability)
        }
    }

    /// Whole mireds within the range of the capability, as lamps use them.
    private static func mireds(_ capability: Capability) -> JSONObject {
        let range = capability.range
        return [
            "type": "numeric", "unit": "mired",
            "value_min": JSONValue(shortest: (1e6 / range.upperBound).rounded(.up)) ?? .null,
            "value_max": JSONValue(shortest: (1e6 / range.lowerBound).rounded(.down)) ?? .null,
        ]
    }

    private static func numbers(_ capability: Capability) -> JSONObject {
        let bounds = [
            ("value_min", capability.minimum), ("value_max", capability.maximum), ("value_step", capability.step),
        ]
        let numbers = bounds.compactMap { key, number in
            number.flatMap(JSONValue.init(shortest:)).map { JSONObject.Member(key: key, value: $0) }
        }
        let unit = capability.unit.map { [JSONObject.Member(key: "unit", value: .text($0.rawValue))] } ?? []
        return ["type": "numeric"] + JSONObject(unit + numbers)
    }
}

extension JSONObject {
    fileprivate static func + (left: JSONObject, right: JSONObject) -> JSONObject {
        JSONObject(left.members + right.members)
    }
}

extension String {
    fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
