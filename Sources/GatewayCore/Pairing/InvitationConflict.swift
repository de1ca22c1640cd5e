/// Why a step of an invitation conflicts with its state. The raw value is the code for programs.
package enum InvitationConflict: String, Sendable, CaseIterable {
    /// Another client opened the invitation first.
    case invitationUsed
    /// The wrong number was the last try, and the invitation has ended.
    case lastNumber
    /// No client waits to be approved.
    case noClientWaits
}

extension InvitationConflict: CustomStringConvertible {
    package var description: String {
        switch self {
        case .invitationUsed:
            "This invitation was opened on another phone or browser. Ask for a new one, if that was not you."
        case .lastNumber: "That was the last try: this invitation has ended. Ask for a new one."
        case .noClientWaits:
            "No client waits for this approval; tomte invitations list shows the state."
        }
    }
}
