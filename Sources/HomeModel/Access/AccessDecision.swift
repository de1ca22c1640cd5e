/// What an act is about.
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

/// The answer to "may they?", with the reason that decided it.
package enum AccessDecision: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case console
        case role(Role)
        case grant(GrantID)
        /// It stops what this open command of the same person set in motion.
        case ownTravel(CommandID)
    }

    package enum Denial: Hashable, Sendable {
        case unknownPerson
        case denied(by: GrantID)
        /// The role does not permit it; a grant could.
        case notPermitted(Role)
        /// No grant can add it: only people of these roles may.
        case onlyRoles([Role])
        /// A person cannot lift a deny of their own.
        case ownDeny
        case routineOnly(Role)
        case outOfScope
        case lockedDown
        /// The client, token or grant by which it was asked was taken back meanwhile.
        case takenBack
        case stepUpNeeded(StepUp)
        case usedUp(GrantID)
        /// A grant permits it that has not ended, at other times, which the text names.
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
        case .unknownPerson: "Nobody here has that name; see tomte people list."
        case .denied(let id): "A deny (\(id)) forbids it."
        case .notPermitted(let role): "\(role.withArticle) may not do this without a grant."
        case .onlyRoles(let roles):
            "Only \(roles.first?.withArticle.lowercased() ?? "nobody")"
                + "\(roles.dropFirst().map { " or \($0.rawValue)" }.joined()) may do this."
        case .ownDeny: "Only another owner or admin may change or lift what was forbidden to you."
        case .routineOnly(.child): "Only an adult may do this. A child sends commands that can do no harm."
        case .routineOnly(let role): "\(role.withArticle) sends only commands that can do no harm."
        case .takenBack: "Its client, token or grant was taken back before it was sent."
        case .lockedDown:
            "The home is locked down: only what is safe is done (lock, close the water, stop, lights and heaters off)."
        case .outOfScope: "This session or token was made for less."
        case .usedUp(let id): "The grant (\(id)) allows no more."
        case .outsideHours(let times): "Your permission holds at other times: \(times)."
        case .clockUnknown(let id):
            "The grant (\(id)) has a time limit, and the gateway does not know the time. An owner can confirm it: "
                + "tomte clock confirm."
        case .stepUpNeeded(let purpose): "This needs a fresh step-up (PIN) for \(purpose.rawValue)."
        }
    }
}

extension AccessDecision.Denial {
    /// Stable, for the audit log.
    package var code: String {
        switch self {
        case .unknownPerson: "unknownPerson"
        case .denied: "denied"
        case .notPermitted, .onlyRoles, .ownDeny: "notPermitted"
        case .routineOnly: "routineOnly"
        case .outOfScope: "outOfScope"
        case .lockedDown: "lockedDown"
        case .takenBack: "takenBack"
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
