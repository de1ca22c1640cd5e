/// A person of the home or, with the role `service`, a program.
package struct Person: Hashable, Sendable, Codable {
    package let id: PersonID
    package var name: DisplayName
    package var role: Role

    package init(id: PersonID, name: DisplayName, role: Role) {
        self.id = id
        self.name = name
        self.role = role
    }
}

/// The role of a person in the home, which decides their permissions before grants and denies.
package enum Role: String, Sendable, Codable, CaseIterable { case owner, admin, member, child, guest, service }

/// A permission that a role, a grant or a session can include.
package enum Permission: String, Sendable, Codable, CaseIterable {
    case controlDevices, viewEnergy, viewEnvironment, modifySettings, manageMaintenance, addDevices
    case managePeople, viewAudit, exportData, viewMetrics, ownHome

    /// The only permissions that a grant can add.
    package static let grantable: Set<Permission> = [.controlDevices, .viewEnergy, .viewEnvironment]
}

extension Role {
    /// The permissions of the role for the whole home, before grants and denies.
    package var permissions: Set<Permission> {
        switch self {
        case .owner: Set(Permission.allCases)
        case .admin: Set(Permission.allCases).subtracting([.ownHome])
        case .member: [.controlDevices, .viewEnergy, .viewEnvironment]
        case .child: [.controlDevices, .viewEnvironment]
        case .guest, .service: []
        }
    }

    /// The roles that include `permission`.
    static func holding(_ permission: Permission) -> [Role] {
        allCases.filter { $0.permissions.contains(permission) }
    }

    /// The permissions of the role for a session or token with this scope. A service has only those of its token.
    func permissions(in scope: Set<Permission>?) -> Set<Permission> {
        self == .service ? (scope ?? []).intersection(ServiceToken.permitted) : permissions
    }

    /// Whether the role may send commands of this safety class at all.
    package func mayCommand(_ safety: SafetyClass) -> Bool {
        switch self {
        case .child, .service: safety == .routine
        default: true
        }
    }

    /// Whether a person with this role may assign, change or remove the role `other`.
    package func mayManage(_ other: Role) -> Bool {
        switch self {
        case .owner: true
        case .admin: other != .owner
        default: false
        }
    }
}
