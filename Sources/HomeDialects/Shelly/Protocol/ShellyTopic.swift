/// The topics of a device whose topic prefix is its root. Source: shelly-api-docs, “MQTT”.
enum ShellyTopic {
    static func online(_ root: String) -> String { "\(root)/online" }
    static func requests(_ root: String) -> String { "\(root)/rpc" }
    static func notifications(_ root: String) -> String { "\(root)/events/rpc" }
    static func status(_ component: ShellyKey, root: String) -> String { "\(root)/status/\(component)" }

    /// The `src` of requests. The device replies on `rpc` below it, so the replies stay below the root.
    static func requestSource(_ root: String) -> String { "\(root)/reply" }
    static func replies(_ root: String) -> String { "\(requestSource(root))/rpc" }
}
