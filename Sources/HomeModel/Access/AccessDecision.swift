/// The device, and perhaps its room and one kind of capability, that an access decision is about.
package struct AccessTarget: Hashable, Sendable {
    package let device: DeviceID
    package let room: RoomID?
    package let capability: CapabilityKind?

    package init(device: DeviceID, room: RoomID?, capability: CapabilityKind? = nil) {
        self.device = device
        self.room = room
        self.capability = capability
    }
}

/// The result of an access check, with the reason that decided it.
package enum AccessDecision: Hashable, Sendable {
    /// The reason why an action is allowed.
    package enum Reason: Hashable, Sendable {
        case console
        case role(Role)
        case grant(GrantID)
        /// The command stops a movement that this open command of the same person started.
        case ownTravel(CommandID)
    }

    /// The reason why an action is denied.
    package enum Denial: Hashable, Sendable {
        case unknownPerson
        case denied(by: GrantID)
        /// The role does not include the permission; a grant could add it.
        case notPermitted(Role)
        /// No grant can add the permission; only people of these roles have it.
        case onlyRoles([Role])
        /// The deny applies to the person who wants to change or remove it.
        case ownDeny
        case routineOnly(Role)
        case outOfScope
        /// The home is locked down, and the command is not in the safe direction.
        case lockedDown
        /// The client, token or grant that allowed the request was revoked in the meantime.
        case revoked
        case stepUpNeeded(StepUp)
        /// The grant permits it, and all of its uses are spent.
        case usedUp(GrantID)
        /// A grant that has not ended permits it at other times; the text names them.
        case outsideHours(String)
        /// The grant has a time limit, and the gateway does not know the time.
        case clockUnknown(GrantID)
    }

    case allow(Reason)
    case deny(Denial)

    package var isAllowed: Bool {
        guard case .allow = self else { return false }
        return true
    }
}

extension AccessDecision.Denial: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unknownPerson: "There is no person with this id; see tomte people list."
        case .denied(let id): "A deny (\(id)) forbids it."
        case .notPermitted(let role): "\(role.withArticle) may not do this without a grant."
        case .onlyRoles(let roles):
            "Only \(roles.first?.withArticle.lowercased() ?? "an owner")"
                + "\(roles.dropFirst().map { " or \($0.rawValue)" }.joined()) may do this."
        case .ownDeny: "Only another owner or admin may change or remove a deny that applies to you."
        case .routineOnly(.child): "Only an adult may do this. A child may send only harmless commands."
        case .routineOnly(let role): "\(role.withArticle) may send only harmless commands."
        case .revoked: "The client, token or grant that allowed the command was revoked before it was sent."
        case .lockedDown:
            "The home is locked down: only safe commands are sent (lock, arm the alarm, close the water, stop, lights and "
                + "ovens off, fridges and heating on). Blinds and garage doors can only be stopped."
        case .outOfScope: "The scope of this session or token does not include this permission."
        case .usedUp(let id): "The grant (\(id)) has been used up."
        case .outsideHours(let times): "Your permission applies at other times: \(times)."
        case .clockUnknown(let id):
            "The grant (\(id)) has a time limit, and the gateway does not know the time. An owner can confirm it: "
                + "tomte clock confirm."
        case .stepUpNeeded(let purpose): "This needs a fresh step-up (PIN) for \(purpose.rawValue)."
        }
    }
}

extension AccessDecision.Denial {
    /// A stable code for the audit log.
    package var code: String {
        switch self {
        case .unknownPerson: "unknownPerson"
        case .denied: "denied"
        case .notPermitted, .onlyRoles, .ownDeny: "notPermitted"
        case .routineOnly: "routineOnly"
        case .outOfScope: "outOfScope"
        case .lockedDown: "lockedDown"
        case .revoked: "takenBack"
        case .stepUpNeeded: "stepUpNeeded"
        case .usedUp: "usedUp"
        case .outsideHours: "outsideHours"
        case .clockUnknown: "clockUnknown"
        }
    }
}

extension Role {
    fileprivate var withArticle: String {
        switch self {
        case .owner, .admin: "An \(rawValue)"
        default: "A \(rawValue)"
        }
    }
}
