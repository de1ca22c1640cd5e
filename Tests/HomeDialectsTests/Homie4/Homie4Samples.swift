@testable import HomeDialects

/// A relay with a thermometer, attribute by attribute.
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

    /// The news of `messages`, in their order.
    static func heard(
        _ messages: [(topic: String, payload: String)], by announcements: inout Homie4Announcements
    ) -> [Announcement] {
        messages.flatMap { announcements.hear($0.topic, $0.payload) }
    }

    static func heard(_ messages: [(topic: String, payload: String)]) -> [Announcement] {
        var announcements = Homie4Announcements(root: "u")
        return heard(messages, by: &announcements)
    }
}
