/// The parsed TXT record of a service.
package enum ServiceRecord: Hashable, Sendable {
    case homeKit(HomeKitRecord)
    case matterOperational(MatterOperationalRecord)
    case matterCommissionable(MatterCommissionableRecord)
    case web(WebServiceRecord)

    /// Parses a record. The parser is tolerant: it throws only when the device would have no identity.
    package init(kind: ServiceKind, instance: String, txt: TXTRecord) throws(ServiceRejection) {
        switch kind {
        case .homeKit, .homeKitThread:
            self = .homeKit(try HomeKitRecord(txt))
        case .matterOperational:
            self = .matterOperational(try MatterOperationalRecord(instance: instance, txt: txt))
        case .matterCommissionable:
            self = .matterCommissionable(MatterCommissionableRecord(txt))
        case .web:
            self = .web(WebServiceRecord(txt))
        }
    }

    /// The part of the service's id that stays the same: the accessory id for HomeKit over TCP, else the instance name
    /// in upper case.
    package func identity(instance: String) -> String {
        if case .homeKit(let record) = self { record.accessoryID } else { instance.uppercased() }
    }
}

/// The reason why a record is left out of the list of devices.
package enum ServiceRejection: String, Error, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case missingIdentifier
    case malformedIdentifier
    case malformedInstanceName
    case tooManyServices

    package var description: String {
        switch self {
        case .missingIdentifier: "A HomeKit record has no id; an accessory announces id=XX:XX:XX:XX:XX:XX."
        case .malformedIdentifier: "The id of a HomeKit record is not six hexadecimal bytes like AA:BB:CC:DD:EE:FF."
        case .malformedInstanceName:
            "The name of a Matter node is not two groups of 16 hexadecimal digits joined by a hyphen."
        case .tooManyServices:
            "More services are announced than the gateway keeps; a device may be flooding the network."
        }
    }
}
