/// Usual terms of an invitation. A template fills in what a person did not choose, and decides nothing.
package enum InvitationTemplate: String, Sendable, Codable, CaseIterable {
    case cleaner, neighbour, babysitter, family

    /// The role of a person who is added with the invitation.
    package var role: Role { self == .family ? .member : .guest }

    /// Empty for a role that has its rights without a grant.
    package var permissions: [Permission] {
        switch self {
        case .cleaner: [.controlDevices]
        case .neighbour, .babysitter: [.controlDevices, .viewEnvironment]
        case .family: []
        }
    }

    package var days: String {
        switch self {
        case .cleaner: "mon-fri"
        case .neighbour, .babysitter, .family: "daily"
        }
    }

    /// Nil for any time.
    package var hours: String? {
        switch self {
        case .cleaner: "08:00-18:00"
        case .babysitter: "15:00-24:00"
        case .neighbour, .family: nil
        }
    }

    /// The weekly windows of the grant; empty for any time.
    package var windows: [String] { hours.map { ["\(days) \($0)"] } ?? [] }
}
