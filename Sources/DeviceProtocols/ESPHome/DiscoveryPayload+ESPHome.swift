import HomeModel

extension DiscoveryPayload {
    /// Whether ESPHome wrote the payload. Its firmware version contains the name, or the unique id has the form of
    /// ESPHome: `ESPsensorroom_temperature` in old versions, `a1b2c3d4e5f6-sensor-1a2b3c4d` in new ones.
    var isFromESPHome: Bool {
        guard let device else { return false }
        if device.firmware?.lowercased().contains("esphome") ?? false { return true }
        guard device.identifiers.count == 1, let mac = device.identifiers.first, HardwareID(mac)?.scheme == .mac,
            let entity = entities.first, let id = entity.fields["unique_id"]?.text
        else { return false }
        return id.hasPrefix("ESP\(entity.platform)") || id.hasPrefix("\(mac)-\(entity.platform)-")
    }
}

extension AvailabilityTopic {
    /// The last will of an ESPHome device, used if its entities announce no availability. `topic_prefix` is the root.
    static func esphome(root: String) -> AvailabilityTopic {
        AvailabilityTopic(topic: "\(root)/status", template: nil, online: nil, offline: nil)
    }
}
