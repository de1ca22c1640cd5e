package import HomeModel

/// All dialects that are spoken here.
package enum Dialects {
    package static let announcements: [any DialectAnnouncements.Type] = [
        HomieAnnouncements.self, Zigbee2MQTTAnnouncements.self, ShellyAnnouncements.self,
        TasmotaAnnouncements.self,
    ]

    package static let kinds: Set<LinkKind> = [.homie5, .zigbee2mqtt, .shelly, .tasmota]

    /// The model of a device, made again from what was kept of its announcement; nil when that cannot be read (an
    /// older program wrote it): it is read when published again.
    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        switch address.kind {
        case .homie5: try? HomieDeviceModel(domain: address.root, id: address.foreignID, json: Array(native.utf8))
        case .zigbee2mqtt: try? Zigbee2MQTTModel(address: address, native: native)
        case .shelly: try? ShellyDeviceModel(root: address.root, native: Array(native.utf8))
        case .tasmota: try? TasmotaModel(address: address, native: native)
        case .homie4, .homeAssistant, .esphome, .archive: nil
        }
    }
}
