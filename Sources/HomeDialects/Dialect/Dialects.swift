package import HomeModel

/// All dialects that are spoken here.
package enum Dialects {
    package static let announcements: [any DialectAnnouncements.Type] = [
        HomieAnnouncements.self, Homie4Announcements.self, Zigbee2MQTTAnnouncements.self, ShellyAnnouncements.self,
        TasmotaAnnouncements.self, HomeAssistantAnnouncements.self,
    ]

    package static let kinds = Set(LinkKind.allCases.filter(\.isLive))

    /// The model of a device, made again from what was kept of its announcement; nil when that cannot be read (an
    /// older program wrote it): it is read when published again.
    package static func model(of address: LinkAddress, native: String) -> (any DialectModel)? {
        let (root, id, bytes) = (address.root, address.foreignID, Array(native.utf8))
        return switch address.kind {
        case .homie5: try? HomieDeviceModel(domain: root, id: id, json: bytes)
        case .homie4: try? HomieDeviceModel(domain: root, id: id, json: bytes, .four)
        case .zigbee2mqtt: try? Zigbee2MQTTModel(address: address, native: native)
        case .shelly: try? ShellyDeviceModel(root: root, native: bytes)
        case .tasmota: try? TasmotaModel(address: address, native: native)
        case .homeAssistant, .esphome: try? HomeAssistantModel(address, native: native)
        case .archive: nil
        }
    }
}
