/// One command to several parts of devices, as it was requested. Each part gets a command of its own, a child of this
/// one.
package struct GroupCommandRequest: Hashable, Sendable {
    /// The maximum number of parts, with those that are left out.
    package static let maximumParts = 250
    /// The maximum number of rooms; a command to more rooms is one to the home.
    package static let maximumRooms = 24

    package let id: CommandID
    package let targets: GroupTargets
    /// Only parts with one of these purposes; empty for all parts.
    package let purposes: Set<Purpose>
    package let capability: CapabilityName
    package let value: CapabilityValue
    /// Whether the sender confirms that the command includes parts whose commands need a PIN.
    package let includesGuarded: Bool
    /// The same key from the same person with the same body is the same group command for 24 h.
    package let idempotencyKey: String?
    package let receivedAt: Timestamp
    /// How long after `receivedAt` each child may still be sent.
    package let deadline: Duration

    package init(
        id: CommandID, targets: GroupTargets, purposes: Set<Purpose> = [], capability: CapabilityName,
        value: CapabilityValue, includesGuarded: Bool = false, idempotencyKey: String? = nil, receivedAt: Timestamp,
        deadline: Duration = CommandRequest.defaultDeadline
    ) {
        self.id = id
        self.targets = targets
        self.purposes = purposes
        self.capability = capability
        self.value = value
        self.includesGuarded = includesGuarded
        self.idempotencyKey = idempotencyKey
        self.receivedAt = receivedAt
        self.deadline = deadline
    }

    /// The id of the child with this number, counted from 1. It follows from the id of the parent, so that the entries
    /// of the children are found without a list of their ids.
    package static func childID(_ number: Int, of parent: CommandID) -> CommandID {
        CommandID("\(parent)-\(number)") ?? .random()
    }

    /// The child with this number, which sets the capability of one part.
    func child(_ number: Int, device: DeviceID, part: PartID) -> CommandRequest {
        CommandRequest(
            id: Self.childID(number, of: id), device: device, part: part, capability: capability, value: value,
            receivedAt: receivedAt, deadline: deadline, parent: id)
    }
}

/// The parts for which a group command is meant.
package enum GroupTargets: Hashable, Sendable {
    /// All parts of the home.
    case home
    /// All parts in these rooms.
    case rooms([RoomID])
    /// These parts, which the sender names one by one.
    case parts([PartTarget])

    /// The kind of the targets, for the audit log.
    package var kind: String {
        switch self {
        case .home: "home"
        case .rooms: "rooms"
        case .parts: "parts"
        }
    }
}

/// A part that the sender names; without a part, every part of the device that accepts the command.
package struct PartTarget: Hashable, Sendable {
    package let device: DeviceID
    package let part: PartID?

    package init(device: DeviceID, part: PartID? = nil) {
        self.device = device
        self.part = part
    }
}
