package import HomeModel

/// All supported dialects. A dialect is the way in which a device family uses MQTT topics and payloads.
package enum Dialects {
    package static let discoveryParsers: [any DiscoveryParser.Type] = [
        HomieDiscoveryParser.self, Homie4DiscoveryParser.self, Zigbee2MQTTDiscoveryParser.self,
        ShellyDiscoveryParser.self,
        TasmotaDiscoveryParser.self, HomeAssistantDiscoveryParser.self,
    ]

    package static let kinds = Set(LinkKind.allCases.filter(\.isLive))

    /// Restores the model of a device from the native description that was stored at its announcement. Returns nil if
    /// the description cannot be decoded, for example because an older version of the program wrote it; the next
    /// announcement of the device then replaces it.
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
