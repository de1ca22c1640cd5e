/// A part in a room that a group command does not command, with the reason.
package struct LeftOutPart: Hashable, Sendable {
    /// Why a command to a room or to the home leaves a part out.
    package enum Reason: Hashable, Sendable {
        /// The sender may see the part, and may not send this command to it.
        case denied(AccessDecision.Denial)
        /// The command needs a PIN, and the request does not include guarded parts.
        case guarded
        /// The command could unlock or open the part, which only a command that names it may do.
        case mustBeNamed
        /// It is not known what the part moves or supplies: it may be a garage door or a freezer.
        case purposeUnknown
    }

    package let device: DeviceID
    package let part: PartID
    /// A stable code for programs.
    package let code: String

    package init(device: DeviceID, part: PartID, reason: Reason) {
        self.init(device: device, part: part, code: reason.code)
    }

    /// For parts that were recorded earlier.
    package init(device: DeviceID, part: PartID, code: String) {
        self.device = device
        self.part = part
        self.code = code
    }

    /// `2 guarded (…), 1 notPermitted`: the number of parts for each reason, and what to do.
    package static func summary(of parts: [LeftOutPart]) -> String {
        let counts = Dictionary(grouping: parts, by: \.code).mapValues(\.count).sorted { $0.key < $1.key }
        return counts.map { "\($0.value) \($0.key)" }.joined(separator: ", ") + "."
            + counts.compactMap { hint(for: $0.key) }.map { " " + $0 }.joined()
    }

    /// What the sender can do about parts that are left out for this reason; nil when that is nothing.
    package static func hint(for code: String) -> String? {
        switch code {
        case Reason.guarded.code:
            "Commands to guarded parts need a PIN: repeat the command with tomte send --guarded, in the API with "
                + "includesGuarded, or name the device."
        case Reason.mustBeNamed.code:
            "A command to a room or to the home never unlocks, opens or disarms: name the device."
        case Reason.purposeUnknown.code:
            "State what the part moves or supplies (tomte devices purpose), or name the device."
        case Reason.denied(.lockedDown).code: AccessDecision.Denial.lockedDown.description
        default: nil
        }
    }
}

extension LeftOutPart.Reason {
    package var code: String {
        switch self {
        case .denied(let denial): denial.code
        case .guarded: "guarded"
        case .mustBeNamed: "mustBeNamed"
        case .purposeUnknown: "purposeUnknown"
        }
    }
}

extension Part {
    /// The purpose by which a command to a room selects the part: the stated one, or light for a lamp.
    package var selectablePurpose: Purpose? {
        purpose ?? (capabilities.contains { $0.kind.lightsUp && $0.isCommanded } ? .light : nil)
    }

    /// Whether a command to a room or to the home leaves the part out although the sender may command it; nil when it
    /// includes the part.
    func exclusion(settingTo value: CapabilityValue, of capability: CapabilityKind) -> LeftOutPart.Reason? {
        if isSafeDirection(of: capability, becoming: value) { return nil }
        if asksForPurpose, safetyClass(of: capability, becoming: value) == .sensitive { return .purposeUnknown }
        let opens = purpose == .garage || purpose == .gate || purpose == .valve || needsAnswerBeforeNext(capability)
        return opens ? .mustBeNamed : nil
    }
}
