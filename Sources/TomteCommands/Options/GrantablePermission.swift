import ArgumentParser
import HomeModel

/// A permission that a grant can give, as an argument. For the others, a person needs another role.
enum GrantablePermission: String, ExpressibleByArgument, CaseIterable {
    case controlDevices, viewEnergy, viewEnvironment

    var permission: Permission {
        switch self {
        case .controlDevices: .controlDevices
        case .viewEnergy: .viewEnergy
        case .viewEnvironment: .viewEnvironment
        }
    }
}
