import HomeModel

/// Home Assistant's discovery messages below one root, put together to devices.
package struct HomeAssistantAnnouncements: DialectAnnouncements {
    package static let filters = ["+/ha/+/+/config", "+/ha/+/+/+/config"]

    static let maximumDevices = 512
    /// Of all that is kept of them.
    static let maximumSize = 8 << 20

    private let root: String
    private var devices: [LinkAddress: AnnouncedDevice] = [:]
    private var deviceOf: [DiscoveryTopic: LinkAddress] = [:]
    private var size = 0

    package init(root: String) { self.root = root }

    package static func hears(_ levels: [Substring]) -> Bool { DiscoveryTopic.isOne(levels) }

    package mutating func hear(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        func finding(_ error: DialectError) -> Announcement {
            .finding(DialectFinding(topic: levels.joined(separator: "/"), error))
        }
        do throws(DialectError) {
            let topic = try DiscoveryTopic(levels)
            guard !payload.isEmpty else { return take(back: topic) }
            guard let said = try DiscoveryPayload(topic, payload, root: root) else { return [] }
            return try hear(topic, said) + said.leftOut.map(finding)
        } catch {
            return [finding(error)]
        }
    }

    private mutating func hear(_ topic: DiscoveryTopic, _ said: DiscoveryPayload) throws(DialectError) -> [Announcement]
    {
        guard !said.entities.isEmpty else { return said.leftOut.isEmpty ? take(back: topic) : [] }
        let address = address(of: said, topic)
        let moves = deviceOf[topic].map { $0 != address } ?? false
        var device = devices[address] ?? AnnouncedDevice(address)
        let before = device.size
        guard try device.hear(topic, said) else { return [] }
        guard devices[address] != nil || devices.count < Self.maximumDevices else {
            throw .tooMany("devices", limit: Self.maximumDevices)
        }
        guard device.count <= DiscoveryPayload.maximumEntities else {
            throw .tooMany("entities", limit: DiscoveryPayload.maximumEntities)
        }
        guard size + device.size - before <= Self.maximumSize else {
            throw .tooLarge(bytes: size + device.size - before, limit: Self.maximumSize)
        }
        let news = moves ? take(back: topic) : []
        size += device.size - before
        (deviceOf[topic], devices[address]) = (address, device)
        return news + device.announcements
    }

    private mutating func take(back topic: DiscoveryTopic) -> [Announcement] {
        guard let address = deviceOf.removeValue(forKey: topic), var device = devices[address] else { return [] }
        size -= device.size
        device.take(back: topic)
        size += device.size
        devices[address] = device.isEmpty ? nil : device
        return device.isEmpty ? [.removed(address)] : device.announcements
    }

    /// By the device it names; else by its own id, or where it stands.
    private func address(of said: DiscoveryPayload, _ topic: DiscoveryTopic) -> LinkAddress {
        let own = said.entities.first?.fields["unique_id"]?.word.map { InertText($0, limit: 128).description }
        return LinkAddress(
            kind: said.isFromESPHome ? .esphome : .homeAssistant,
            foreignID: said.device?.identity ?? own ?? "\(topic.component)/\(topic.object)", root: root)
    }
}
