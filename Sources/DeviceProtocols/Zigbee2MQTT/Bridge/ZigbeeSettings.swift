import HomeModel

/// The options that determine whether a device's reports confirm commands, and where its availability comes from.
struct ZigbeeOptions: Hashable, Sendable {
    /// After a command, the bridge reports the state that it assumes. This is the default of Zigbee2MQTT.
    var isOptimistic = true
    /// The bridge publishes the availability of the device on `<name>/availability`.
    var hasAvailability = false
}

/// The relevant configuration of the bridge from `bridge/info`.
struct ZigbeeSettings: Hashable, Sendable {
    private var general = ZigbeeOptions()
    private var devices: [String: ZigbeeOptions] = [:]
    private var groups: [Int64: ZigbeeOptions] = [:]

    static let limits = JSONLimits(bytes: 1 << 20, depth: 32, values: 100_000)
    private static let maximumEntries = 1024

    /// The defaults, used until the bridge publishes its configuration.
    init() {}

    func options(ofDevice id: String) -> ZigbeeOptions { devices[id] ?? general }

    /// The general options apply to devices but not to groups.
    func options(ofGroup number: Int64) -> ZigbeeOptions { groups[number] ?? ZigbeeOptions() }

    init(info: JSONValue) throws(DialectError) {
        guard let config = info["config"], config.members != nil else {
            throw .badField("config", expected: "an object")
        }
        general.hasAvailability = Self.isOn(config["availability"]) ?? false
        general = Self.options(config["device_options"], else: general)
        for (id, json) in try Self.entries(config, key: "devices") { devices[id] = Self.options(json, else: general) }
        for (id, json) in try Self.entries(config, key: "groups") {
            guard let number = Int64(id) else { continue }
            groups[number] = Self.options(json, else: ZigbeeOptions())
        }
    }

    private static func entries(
        _ config: JSONValue, key: String
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

    /// Enabled by `true`, `{"enabled": true}` or, in version 1, an object without `enabled`.
    private static func isOn(_ json: JSONValue?) -> Bool? {
        switch json {
        case .boolean(let value): value
        case .object: json?["enabled"]?.boolean ?? true
        default: nil
        }
    }
}

extension ZigbeeSettings {
    /// The settings of the bridge that a person must change, so that the gateway can use the bridge.
    static func findings(_ info: JSONValue, root: String, topic: String) -> [DiscoveryFinding] {
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
        return errors.map { DiscoveryFinding(topic: topic, $0) }
    }
}
