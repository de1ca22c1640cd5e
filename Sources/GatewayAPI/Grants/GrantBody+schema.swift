import GatewayCore
import GatewayWire
import HomeModel

extension GrantBody: DocumentedBody, DocumentedResponse {
    static let schema = Schema.component(
        "Grant",
        .object(
            [
                "id": .id, "person": .id, "permissions": .array(of: .permission), "rooms": .array(of: .id),
                "devices": .array(of: .id), "capabilities": .array(of: .capabilityKind),
                "windows": .array(of: .text).about("Like `sat,sun 08:00-20:00`, in the home's time zone."),
                "uses": .count,
            ],
            optional: ["notBefore": .time, "notAfter": .time, "maximumUses": .count]
        ).about("Without rooms, devices and capabilities it applies everywhere."))

    static let example = GrantBody(
        Grant(
            id: GrantID("allow-3f0c2a4e"), person: PersonID("kim"), effect: .allow, permissions: [.controlDevices],
            selector: AccessSelector(
                rooms: [RoomID("hall")], devices: [DeviceID("front-door")], capabilities: [.lock]),
            conditions: AccessConditions(
                notBefore: .example, notAfter: .example + .days(2),
                windows: [WeeklyWindow("sat,sun 08:00-20:00")]
                    .compactMap(\.self), maximumUses: 10)))
}

extension NewGrantBody: DocumentedBody {
    static let schema = Schema.component(
        "NewGrant",
        .object(
            ["person": .id, "permissions": .array(of: .permission)], optional: .grantTerms
        ).about("An absent property sets no limit."))

    static let example = {
        var example = NewGrantBody(person: PersonID("kim"), permissions: [.controlDevices])
        example.rooms = [RoomID("hall")]
        example.windows = ["sat,sun 08:00-20:00"]
        return example
    }()
}

extension GrantChangeBody: DocumentedBody {
    static let schema = Schema.component(
        "GrantChange",
        .change(
            of: .grantTerms.merging([
                "permissions": .array(of: .permission),
                "without": .array(of: .word(of: GrantChange.Bound.self)).about("The limits to remove."),
            ]) { $1 }
        ).about("Absent properties and the number of uses stay as they are. No rooms and no devices: everywhere."))

    static let example = {
        var example = GrantChangeBody()
        example.windows = ["fri-sun 08:00-22:00"]
        example.without = [.notAfter]
        return example
    }()
}

extension [String: Schema] {
    /// The properties that say where and when a grant applies.
    static let grantTerms: [String: Schema] = [
        "rooms": .array(of: .id), "devices": .array(of: .id), "capabilities": .array(of: .capabilityKind),
        "notBefore": .time, "notAfter": .time,
        "windows": .array(of: .text, atMost: GrantService.mostWindows).about("Like `sat,sun 08:00-20:00`."),
        "maximumUses": .integer(1...GrantService.mostUses),
    ]
}
