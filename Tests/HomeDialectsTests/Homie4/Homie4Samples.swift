@testable import HomeDialects

/// The attributes of a relay with a thermometer.
enum Homie4Samples {
    static let thermometer: [(topic: String, payload: String)] = [
        ("u/box/$homie", "4.0.0"), ("u/box/$name", "Boiler box"), ("u/box/$mac", "A1:B2:C3:D4:E5:F6"),
        ("u/box/$nodes", "relay,tank"), ("u/box/$fw/name", "boiler-box"),
        ("u/box/relay/$name", "Relay"), ("u/box/relay/$type", "relay"), ("u/box/relay/$properties", "on"),
        ("u/box/relay/on/$name", "On"), ("u/box/relay/on/$datatype", "boolean"),
        ("u/box/relay/on/$settable", "true"), ("u/box/relay/on/$retained", "true"),
        ("u/box/tank/$name", "Tank"), ("u/box/tank/$properties", "temperature"),
        ("u/box/tank/temperature/$name", "Temperature"), ("u/box/tank/temperature/$datatype", "float"),
        ("u/box/tank/temperature/$unit", "°F"), ("u/box/tank/temperature/$format", "0:250"),
        ("u/box/$state", "ready"),
    ]

    /// Returns the events of `messages` in the order of the messages.
    static func receive(
        _ messages: [(topic: String, payload: String)], parser: inout Homie4DiscoveryParser
    ) -> [DiscoveryEvent] {
        messages.flatMap { parser.receive($0.topic, payload: $0.payload) }
    }

    static func receive(_ messages: [(topic: String, payload: String)]) -> [DiscoveryEvent] {
        var parser = Homie4DiscoveryParser(root: "u")
        return receive(messages, parser: &parser)
    }
}
