package import HomeModel

/// `POST /commands`: one command to several parts.
package struct GroupCommandBody: Codable, Sendable {
    package let targets: GroupTargetsBody
    /// Only parts with one of these purposes; absent for all parts.
    package let purposes: [Purpose]?
    package let capability: CapabilityName
    package let value: CapabilityValue
    /// Whether to include parts whose commands need a PIN; false when absent.
    package let includesGuarded: Bool?
    package let idempotencyKey: String?
    /// How long each command may wait to be sent, 1 to 60 seconds; 10 when absent.
    package let deadlineSeconds: Int?

    package init(
        targets: GroupTargetsBody, purposes: [Purpose]? = nil, capability: CapabilityName, value: CapabilityValue,
        includesGuarded: Bool? = nil, idempotencyKey: String? = nil, deadlineSeconds: Int? = nil
    ) {
        self.targets = targets
        self.purposes = purposes
        self.capability = capability
        self.value = value
        self.includesGuarded = includesGuarded
        self.idempotencyKey = idempotencyKey
        self.deadlineSeconds = deadlineSeconds
    }
}

/// The targets of a group command: exactly one of the properties is present.
package struct GroupTargetsBody: Codable, Hashable, Sendable {
    /// True for the whole home.
    package let home: Bool?
    package let rooms: [RoomID]?
    package let parts: [PartTargetBody]?

    package init(home: Bool? = nil, rooms: [RoomID]? = nil, parts: [PartTargetBody]? = nil) {
        self.home = home
        self.rooms = rooms
        self.parts = parts
    }
}

/// A part that a group command names; without a part, every part of the device that accepts the command.
package struct PartTargetBody: Codable, Hashable, Sendable {
    package let device: DeviceID
    package let part: PartID?

    package init(device: DeviceID, part: PartID?) {
        self.device = device
        self.part = part
    }
}
