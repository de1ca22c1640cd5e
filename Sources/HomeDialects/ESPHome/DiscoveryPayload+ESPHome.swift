import HomeModel

extension DiscoveryPayload {
    /// ESPHome says who it is in its firmware's name, or shows it by how it forms ids: `ESPsensorroom_temperature` of
    /// old, `a1b2c3d4e5f6-sensor-1a2b3c4d` since.
    var isFromESPHome: Bool {
        guard let device else { return false }
        if device.firmware?.lowercased().contains("esphome") ?? false { return true }
        guard device.identifiers.count == 1, let mac = device.identifiers.first, HardwareID(mac)?.scheme == .mac,
            let entity = entities.first, let id = entity.fields["unique_id"]?.text
        else { return false }
        return id.hasPrefix("ESP\(entity.platform)") || id.hasPrefix("\(mac)-\(entity.platform)-")
    }
}

extension AvailabilityKey {
    /// The last will, where the entities say nothing of it: `topic_prefix` is the root.
    static func esphome(root: String) -> AvailabilityKey {
        AvailabilityKey(topic: "\(root)/status", template: nil, online: nil, offline: nil)
    }
}
