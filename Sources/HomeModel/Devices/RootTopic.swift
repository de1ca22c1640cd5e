/// The root topic of a credential: the first level of all its topics, and its name.
package enum RootTopic {
    /// Root topics that families of devices share, so that no device may own one.
    private static let shared: Set<String> = [
        "homie", "homeassistant", "tasmota", "cmnd", "stat", "tele", "zigbee2mqtt", "esphome", "shelly", "shellies",
        "tomte",
    ]

    /// Whether `root` is shared by device families, or reserved for the gateway.
    package static func isReserved(_ root: String) -> Bool {
        shared.contains(root) || root.utf8.starts(with: "tomte-".utf8)
    }
}
