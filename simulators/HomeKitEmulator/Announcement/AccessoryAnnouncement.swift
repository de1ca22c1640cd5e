/// What an accessory announces as `_hap._tcp`. It changes with the pairings, the database and the port.
package struct AccessoryAnnouncement: Hashable, Sendable {
    /// The name of the instance.
    package let name: String
    package let port: UInt16
    /// The entries `key=value` of the TXT record, in order.
    package let txt: [String]

    /// The value of a key of the TXT record.
    package subscript(_ key: String) -> String? {
        txt.first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.count + 1)) }
    }
}
