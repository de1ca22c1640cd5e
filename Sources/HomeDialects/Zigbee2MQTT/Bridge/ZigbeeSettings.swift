import HomeModel

/// What decides how far the reports of a device can be believed.
struct ZigbeeOptions: Hashable, Sendable {
    /// The state after an order is what the bridge assumes. Zigbee2MQTT's default.
    var isOptimistic = true
    /// `<name>/availability` tells whether the device is there.
    var hasAvailability = false
}

/// What `bridge/info` tells about the bridge's configuration.
struct ZigbeeSettings: Hashable, Sendable {
    private var general = ZigbeeOptions()
    private var devices: [String: ZigbeeOptions] = [:]
    private var groups: [Int64: ZigbeeOptions] = [:]

    static let limits = JSONLimits(bytes: 1 << 20, depth: 32, values: 100_000)
    private static let maximumEntries = 1024

    /// As long as the bridge has not said a word.
    init() {}

    func options(ofDevice id: String) -> ZigbeeOptions { devices[id] ?? general }

    /// What holds for all devices does not hold for groups.
    func options(ofGroup number: Int64) -> ZigbeeOptions { groups[number] ?? ZigbeeOptions() }

    init(info: JSONValue) throws(DialectError) {
        guard let config = info["config"], config.members != nil else {
            throw .badField("config", expected: "an object")
        }
        general.hasAvailability = Self.isOn(config["availability"]) ?? false
        general = Self.options(config["device_options"], else: general)
        for (id, json) in try Self.entries(config, "devices") { devices[id] = Self.options(json, else: general) }
        for (id, json) in try Self.entries(config, "groups") {
            guard let number = Int64(id) else { continue }
            groups[number] = Self.options(json, else: ZigbeeOptions())
        }
    }

    private static func entries(
        _ config: JSONValue, _ key: String
    ) throws(DialectError) -> [(String, JSONValue)] {
        let members = config[key]?.members ?? []
        guard members.count <= maximumEntries else { throw .tooMany(key, limit: maximumEntries) }
        return members.map { ($0.key, $0.value) }
    }

    private static func options(_ json: JSONValue?, else general: ZigbeeOptions) -> ZigbeeOptions {
        ZigbeeOptions(
            isOptimistic: json?["optimistic"]?.boolean ?? general.isOptimistic,
            hasAvailability: isOn(json?["availability"]) ?? general.hasAvailability)
    }

    /// `true`, `{"enabled": true}`, or (version 1) an object without `enabled`.
    private static func isOn(_ json: JSONValue?) -> Bool? {
        switch json {
        case .boolean(let value): value
        case .object: json?["enabled"]?.boolean ?? true
        default: nil
        }
    }
}

extension ZigbeeSettings {
    /// What has to be set otherwise in the bridge's configuration, so that it can be read.
    static func findings(_ info: JSONValue, root: String, topic: String) -> [DialectFinding] {
        let config = info["config"]
        var errors: [DialectError] = []
        if config?["advanced"]?["output"]?.text == "attribute" {
            errors.append(.badField("advanced.output", expected: "json or attribute_and_json"))
        }
        if config?["mqtt"]?["force_disable_retain"]?.boolean == true {
            errors.append(.badField("mqtt.force_disable_retain", expected: "false"))
        }
        if let base = config?["mqtt"]?["base_topic"]?.text, base != root + "/z2m" {
            errors.append(.badField("mqtt.base_topic", expected: root + "/z2m"))
        }
        if let discovery = config?["homeassistant"]?["discovery_topic"]?.text, !discovery.hasPrefix(root + "/"),
            isOn(config?["homeassistant"]) == true
        {
            errors.append(.badField("homeassistant.discovery_topic", expected: root + "/ha"))
        }
        return errors.map { DialectFinding(topic: topic, $0) }
    }
}
