/// One service that a node announces with DNS-SD.
package struct NodeAnnouncement: Hashable, Sendable {
    package enum Service: String, Hashable, Sendable {
        /// The node can be commissioned.
        case commissionable = "_matterc._udp"
        /// The node belongs to a fabric. There is one for each.
        case operational = "_matter._tcp"
    }

    package let service: Service
    /// The name of the instance.
    package let name: String
    /// Such as `_S3`, of which the full name is `_S3._sub._matterc._udp`.
    package let subtypes: [String]
    package let port: UInt16
    /// The entries `key=value` of the TXT record, in order.
    package let txt: [String]

    /// The value of a key of the TXT record.
    package subscript(_ key: String) -> String? {
        txt.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
    }
}
