/// A change of one characteristic: its value, its notifications, or both.
package struct CharacteristicWrite: Hashable, Sendable {
    package let id: CharacteristicID
    package var value: HomeKitJSON?
    /// Whether the accessory sends events for this characteristic on this connection.
    package var notifications: Bool?
    /// Whether the answer has the value that results (`r`).
    package var wantsResponse: Bool

    package init(
        id: CharacteristicID, value: HomeKitJSON? = nil, notifications: Bool? = nil, wantsResponse: Bool = false
    ) {
        self.id = id
        self.value = value
        self.notifications = notifications
        self.wantsResponse = wantsResponse
    }

    var members: [(String, HomeKitJSON)] {
        var members = id.members
        if let value { members.append(("value", value)) }
        if let notifications { members.append(("ev", .boolean(notifications))) }
        if wantsResponse { members.append(("r", .boolean(true))) }
        return members
    }

    init?(_ object: HomeKitJSON) {
        guard let id = CharacteristicID(object) else { return nil }
        self.init(
            id: id, value: object["value"], notifications: object["ev"]?.looseBoolean,
            wantsResponse: object["r"]?.looseBoolean ?? false)
    }
}
