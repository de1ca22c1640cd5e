package import HomeModel

/// All dialects that are spoken here.
package enum Dialects {
    package static let announcements: [any DialectAnnouncements.Type] = [HomieAnnouncements.self]

    package static let kinds: Set<LinkKind> = [.homie5]

    /// The model of a device, made again from what was kept of its announcement; nil when that cannot be read (an
    /// older program wrote it): it is read when published again.
    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        switch address.kind {
        case .homie5:
            try? HomieDeviceModel(domain: address.root, id: address.foreignID, json: Array(native.utf8))
        case .homie4, .homeAssistant, .zigbee2mqtt, .tasmota, .shelly, .esphome, .archive: nil
        }
    }
}
