/// Why a group command was refused as a whole: no child was sent.
package enum GroupCommandRefusal: Error, Hashable, Sendable {
    /// The room does not exist, or the sender may see nothing in it.
    case noSuchRoom(RoomID)
    /// No part that the sender may see accepts the command.
    case nothingSelected(CapabilityName, GroupTargets)
    case tooManyParts(Int)
    /// Every selected part is left out.
    case allLeftOut([LeftOutPart])
    /// The command includes guarded parts, and the sender has given no PIN.
    case stepUpNeeded
    /// The whole command is refused like a command to one part: because of its key, its rate or the audit log.
    case command(CommandRefusal)
}

extension GroupCommandRefusal {
    /// A stable code for programs and for the audit log.
    package var code: String {
        switch self {
        case .noSuchRoom: "notFound"
        case .nothingSelected: "nothingSelected"
        case .tooManyParts: "tooMany"
        case .allLeftOut: "allLeftOut"
        case .stepUpNeeded: AccessDecision.Denial.stepUpNeeded(.commands).code
        case .command(let refusal): refusal.code
        }
    }

    /// Whether the sender lacks a right or sends too fast, which may be unusual.
    package var isWarning: Bool {
        switch self {
        case .allLeftOut, .stepUpNeeded: true
        case .command(let refusal): refusal.outcome == .refused || refusal == .tooFast
        case .noSuchRoom, .nothingSelected, .tooManyParts: false
        }
    }
}

extension GroupCommandRefusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noSuchRoom(let id): "There is no room with the id “\(id)”; see tomte rooms list."
        case .nothingSelected(let capability, let targets):
            "Nothing \(targets.place) that you may see accepts commands to “\(capability)”. Name another room, "
                + "capability or purpose; tomte devices list shows all devices."
        case .tooManyParts(let count):
            "The command selects \(count) parts, and one command may select \(GroupCommandRequest.maximumParts). "
                + "Name fewer rooms, or a purpose."
        case .allLeftOut(let parts):
            "Nothing was sent, because every selected part is left out: \(LeftOutPart.summary(of: parts))"
        case .stepUpNeeded: AccessDecision.Denial.stepUpNeeded(.commands).description
        case .command(let refusal): refusal.description
        }
    }
}

extension GroupTargets {
    fileprivate var place: String {
        switch self {
        case .home: "in the home"
        case .rooms(let rooms): rooms.count == 1 ? "in this room" : "in these rooms"
        case .parts: "among these devices"
        }
    }
}
