/// A device that is announced on the local network. It may be offline: the announcement of a failed device remains for
/// a while.
package struct NetworkService: Hashable, Sendable, Identifiable {
    /// The identity of the service, which stays the same when the address, the name or the port changes.
    package struct ID: Hashable, Sendable, Comparable, CustomStringConvertible {
        package let kind: ServiceKind
        /// HomeKit: the accessory id in lower case. Matter: the instance name in upper case.
        package let identity: String

        package init(kind: ServiceKind, identity: String) {
            self.kind = kind
            self.identity = identity
        }

        package var description: String { "\(kind.rawValue):\(identity)" }

        package static func < (left: ID, right: ID) -> Bool {
            (left.kind.rawValue, left.identity) < (right.kind.rawValue, right.identity)
        }
    }

    package let id: ID
    /// The instance name as announced, unchecked: reduce it with `DisplayName(reducing:fallback:)` before use.
    package let announcedName: String
    /// Host name as announced, unchecked.
    package let announcedHost: String
    package let port: UInt16
    /// Sorted in the order in which to try them; empty while none is known.
    package let addresses: [NetworkAddress]
    package let record: ServiceRecord
    package let firstSeen: Timestamp
    package let lastSeen: Timestamp

    package init(
        id: ID, announcedName: String, announcedHost: String, port: UInt16, addresses: [NetworkAddress],
        record: ServiceRecord, firstSeen: Timestamp, lastSeen: Timestamp
    ) {
        self.id = id
        self.announcedName = announcedName
        self.announcedHost = announcedHost
        self.port = port
        self.addresses = addresses
        self.record = record
        self.firstSeen = firstSeen
        self.lastSeen = lastSeen
    }

    package var kind: ServiceKind { id.kind }
    /// The announced name, escaped for inspection.
    package var name: EscapedText { EscapedText(announcedName) }
    /// The announced host name, escaped for inspection.
    package var host: EscapedText { EscapedText(announcedHost) }

    /// The id of the service in the API.
    package var deviceID: DeviceID { Self.deviceID(of: id.kind.rawValue, identity: id.identity) }

    /// The id in the API of a service, or of the pairing with it.
    package static func deviceID(of kind: String, identity: String) -> DeviceID {
        DeviceID(slugging: "\(kind):\(identity)", fallback: DeviceID("service" as StaticString))
    }

    /// Whether both are equal, except for the times at which they were seen.
    package func announcesSame(as other: NetworkService) -> Bool {
        id == other.id && announcedName == other.announcedName && announcedHost == other.announcedHost
            && port == other.port && addresses == other.addresses && record == other.record
    }
}

/// The kind of a service on the local network, as the service announces it.
package enum ServiceKind: String, Hashable, Sendable, CaseIterable, Codable {
    case homeKit
    case homeKitThread
    case matterOperational
    case matterCommissionable
    /// The web server of a device, through which the device can be configured.
    case web

    /// The name of the protocol that people use.
    package var protocolName: String {
        switch self {
        case .homeKit, .homeKitThread: "HomeKit"
        case .matterOperational, .matterCommissionable: "Matter"
        case .web: "HTTP"
        }
    }

    /// The link that pairs with devices which announce this service; nil if none does.
    package var pairingLink: LinkKind? {
        switch self {
        case .homeKit: .homeKit
        case .matterCommissionable: .matter
        case .homeKitThread, .matterOperational, .web: nil
        }
    }

    /// The DNS-SD service type, such as `_hap._tcp`.
    package var serviceType: String {
        switch self {
        case .homeKit: "_hap._tcp"
        case .homeKitThread: "_hap._udp"
        case .matterOperational: "_matter._tcp"
        case .matterCommissionable: "_matterc._udp"
        case .web: "_http._tcp"
        }
    }
}

/// A change of a service on the local network.
package enum ServiceChange: Hashable, Sendable {
    case found(NetworkService)
    /// The name, an address, the port or the record has changed, or the service is announced again after it was not.
    case changed(NetworkService)
    case lost(NetworkService.ID)

    package var id: NetworkService.ID {
        switch self {
        case .found(let service), .changed(let service): service.id
        case .lost(let id): id
        }
    }
}
