/// The first level of all topics of one credential, and its name.
package enum RootTopic {
    /// Those that families of devices share, so that no device may own one.
    private static let shared: Set<String> = [
        "homie", "homeassistant", "tasmota", "cmnd", "stat", "tele", "zigbee2mqtt", "esphome", "shelly", "shellies",
        "tomte",
    ]

    /// Whether it is shared, or the gateway's own.
    package static func isReserved(_ root: String) -> Bool {
        shared.contains(root) || root.utf8.starts(with: "tomte-".utf8)
    }
}
