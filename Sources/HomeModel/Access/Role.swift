/// A person's place in the home.
package enum Role: String, Sendable, Codable, CaseIterable { case owner, admin, member, child, guest, service }

/// What can be permitted.
package enum Permission: String, Sendable, Codable, CaseIterable {
    case controlDevices, viewEnergy, viewEnvironment, modifySettings, manageMaintenance, addDevices
    case managePeople, viewAudit, exportData, viewMetrics, ownHome

    /// The only permissions that a grant can add.
    package static let grantable: Set<Permission> = [.controlDevices, .viewEnergy, .viewEnvironment]
}

extension Role {
    /// What the role permits everywhere, before grants and denies.
    package var permissions: Set<Permission> {
        switch self {
        case .owner: Set(Permission.allCases)
        case .admin: Set(Permission.allCases).subtracting([.ownHome])
        case .member: [.controlDevices, .viewEnergy, .viewEnvironment]
        case .child: [.controlDevices, .viewEnvironment]
        case .guest, .service: []
        }
    }

    /// Those who may do what no grant can add.
    static func holding(_ permission: Permission) -> [Role] {
        allCases.filter { $0.permissions.contains(permission) }
    }

    /// The same for a session or token of that scope: what a service may do, its token says.
    func permissions(in scope: Set<Permission>?) -> Set<Permission> {
        self == .service ? (scope ?? []).intersection(ServiceToken.permitted) : permissions
    }

    /// Whether commands of this class are within the role at all.
    package func mayCommand(_ safety: SafetyClass) -> Bool {
        switch self {
        case .child, .service: safety == .routine
        default: true
        }
    }

    /// Whether someone with this role may give, change or take `other`.
    package func mayManage(_ other: Role) -> Bool {
        switch self {
        case .owner: true
        case .admin: other != .owner
        default: false
        }
    }
}
