import HomeModel

/// Home Assistant's discovery messages below one root, put together to devices.
package struct HomeAssistantAnnouncements: DialectAnnouncements {
    package static let filters = ["+/ha/+/+/config", "+/ha/+/+/+/config"]

    static let maximumDevices = 512
    /// Of all that is kept of them.
    static let maximumEntities = 8192
    static let maximumSize = 8 << 20

    private let root: String
    private var devices: [LinkAddress: AnnouncedDevice] = [:]
    private var deviceOf: [DiscoveryTopic: LinkAddress] = [:]
    private var takenBack = TakenBack()
    /// Of all devices.
    private var (count, size) = (0, 0)

    package init(root: String) { self.root = root }

    package static func hears(_ levels: [Substring]) -> Bool { DiscoveryTopic.isOne(levels) }

    package mutating func hear(_ levels: [Substring], _ payload: [UInt8], isRetained: Bool) -> [Announcement] {
        do throws(DialectError) {
            let topic = try DiscoveryTopic(levels)
            do throws(DialectError) {
                return takenBack.complete(try hear(topic, levels, payload))
            } catch {
                return [finding(levels, error, isUseless: deviceOf[topic] == nil)]
            }
        } catch {
            return [finding(levels, error, isUseless: true)]
        }
    }

    private func finding(_ levels: [Substring], _ error: DialectError, isUseless: Bool) -> Announcement {
        .finding(DialectFinding(topic: levels.joined(separator: "/"), error, isUseless: isUseless))
    }

    private mutating func hear(
        _ topic: DiscoveryTopic, _ levels: [Substring], _ payload: [UInt8]
    ) throws(DialectError) -> [Announcement] {
        guard !payload.isEmpty else { return take(back: topic) }
        guard let said = try DiscoveryPayload(topic, payload, root: root) else { return [] }
        let news = try hear(topic, said)
        // What is known from there would go with the message.
        let isUseless = deviceOf[topic] == nil
        return news + said.leftOut.map { finding(levels, $0, isUseless: isUseless) }
    }

    private mutating func hear(_ topic: DiscoveryTopic, _ said: DiscoveryPayload) throws(DialectError) -> [Announcement]
    {
        guard !said.entities.isEmpty else { return said.leftOut.isEmpty ? take(back: topic) : [] }
        let address = address(of: said, topic)
        let moves = deviceOf[topic].map { $0 != address } ?? false
        var device = devices[address] ?? AnnouncedDevice(address)
        guard try device.hear(topic, said) else { return device.repeated(topic) }
        try check(device, at: address)
        let news = moves ? take(back: topic) : []
        let described = device.describe()
        deviceOf[topic] = address
        replace(address, by: device)
        return news + described
    }

    private func check(_ device: AnnouncedDevice, at address: LinkAddress) throws(DialectError) {
        let known = devices[address]
        guard known != nil || devices.count < Self.maximumDevices else {
            throw .tooMany("devices", limit: Self.maximumDevices)
        }
        guard device.count <= DiscoveryPayload.maximumEntities else {
            throw .tooMany("entities", limit: DiscoveryPayload.maximumEntities)
        }
        let (count, size) = (count + device.count - (known?.count ?? 0), size + device.size - (known?.size ?? 0))
        guard count <= Self.maximumEntities else { throw .tooMany("entities", limit: Self.maximumEntities) }
        guard size <= Self.maximumSize else { throw .tooLarge(bytes: size, limit: Self.maximumSize) }
    }

    private mutating func take(back topic: DiscoveryTopic) -> [Announcement] {
        guard let address = deviceOf.removeValue(forKey: topic), var device = devices[address] else { return [] }
        device.take(back: topic)
        let news = device.isEmpty ? [.removed(address)] : device.describe()
        replace(address, by: device.isEmpty ? nil : device)
        return news
    }

    private mutating func replace(_ address: LinkAddress, by device: AnnouncedDevice?) {
        let known = devices[address]
        count += (device?.count ?? 0) - (known?.count ?? 0)
        size += (device?.size ?? 0) - (known?.size ?? 0)
        devices[address] = device
    }

    /// By the device it names; else by its own id, or where it stands.
    private func address(of said: DiscoveryPayload, _ topic: DiscoveryTopic) -> LinkAddress {
        let own = said.entities.first?.fields["unique_id"]?.word.map { InertText($0, limit: 128).description }
        return LinkAddress(
            kind: said.isFromESPHome ? .esphome : .homeAssistant,
            foreignID: said.device?.identity ?? own ?? "\(topic.component)/\(topic.object)", root: root)
    }
}
