/// What an accessory says of one characteristic, in an answer or in an event.
package struct CharacteristicResult: Hashable, Sendable {
    package let id: CharacteristicID
    /// Success if the accessory gave none.
    package let status: HAPStatus
    /// Nil without a value, `.null` if the accessory says that there is none.
    package let value: HomeKitJSON?
    /// Whether events are on, if the accessory says so. It may be wrong.
    package let notifications: Bool?

    package init(
        id: CharacteristicID, status: HAPStatus = .success, value: HomeKitJSON? = nil, notifications: Bool? = nil
    ) {
        self.id = id
        self.status = status
        self.value = value
        self.notifications = notifications
    }

    /// Nil unless the value is an object with ids: a lock was seen to put booleans into the list (aiohomekit).
    init?(_ object: HomeKitJSON) {
        guard let id = CharacteristicID(object) else { return nil }
        self.init(
            id: id, status: HAPStatus(code: object["status"]?.looseInteger ?? 0), value: object["value"],
            notifications: object["ev"]?.looseBoolean)
    }

    func members(hasStatus: Bool) -> [(String, HomeKitJSON)] {
        var members = id.members
        if let value { members.append(("value", value)) }
        if let notifications { members.append(("ev", .boolean(notifications))) }
        if hasStatus { members.append(("status", .integer(status.code))) }
        return members
    }
}
