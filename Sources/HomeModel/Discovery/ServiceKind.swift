/// The kind of a service on the local network, as the service announces it.
package enum ServiceKind: String, Hashable, Sendable, CaseIterable, Codable {
    case homeKit
    case homeKitThread
    case matterOperational
    case matterCommissionable

    /// The name of the protocol that people use.
    package var protocolName: String {
        switch self {
        case .homeKit, .homeKitThread: "HomeKit"
        case .matterOperational, .matterCommissionable: "Matter"
        }
    }

    /// The DNS-SD service type, such as `_hap._tcp`.
    package var serviceType: String {
        switch self {
        case .homeKit: "_hap._tcp"
        case .homeKitThread: "_hap._udp"
        case .matterOperational: "_matter._tcp"
        case .matterCommissionable: "_matterc._udp"
        }
    }
}
