import HomeModel

/// Parses Home Assistant discovery messages below one root and combines the entities to devices.
package struct HomeAssistantDiscoveryParser: DiscoveryParser {
    package static let filters = ["+/ha/+/+/config", "+/ha/+/+/+/config"]

    static let maximumDevices = 512
    /// The limits for everything that is stored of the devices below one root.
    static let maximumEntities = 8192
    static let maximumSize = 8 << 20

    private let root: String
    private var devices: [LinkAddress: AnnouncedDevice] = [:]
    private var deviceOf: [DiscoveryTopic: LinkAddress] = [:]
    private var retracted = RetractedDevices()
    /// The totals of all devices.
    private var (count, size) = (0, 0)

    package init(root: String) { self.root = root }

    package static func matches(_ levels: [Substring]) -> Bool { DiscoveryTopic.matches(levels) }

    package mutating func receive(_ levels: [Substring], payload: [UInt8], isRetained: Bool) -> [DiscoveryEvent] {
        do throws(DialectError) {
            let topic = try DiscoveryTopic(levels)
            do throws(DialectError) {
                return retracted.complete(try receive(topic, levels: levels, payload: payload))
            } catch {
                return [finding(levels, error: error, isUnusable: deviceOf[topic] == nil)]
            }
        } catch {
            return [finding(levels, error: error, isUnusable: true)]
        }
    }

    private func finding(_ levels: [Substring], error: DialectError, isUnusable: Bool) -> DiscoveryEvent {
        .finding(DiscoveryFinding(topic: levels.joined(separator: "/"), error, isUnusable: isUnusable))
    }

    private mutating func receive(
        _ topic: DiscoveryTopic, levels: [Substring], payload: [UInt8]
    ) throws(DialectError) -> [DiscoveryEvent] {
        guard !payload.isEmpty else { return take(back: topic) }
        guard let said = try DiscoveryPayload(topic, payload: payload, root: root) else { return [] }
        let news = try receive(topic, said: said)
        // If a device was described by this topic, deleting the message would remove the device.
        let isUnusable = deviceOf[topic] == nil
        return news + said.leftOut.map { finding(levels, error: $0, isUnusable: isUnusable) }
    }

    private mutating func receive(_ topic: DiscoveryTopic, said: DiscoveryPayload) throws(DialectError)
        -> [DiscoveryEvent]
    {
        guard !said.entities.isEmpty else { return said.leftOut.isEmpty ? take(back: topic) : [] }
        let address = address(of: said, topic)
        let moves = deviceOf[topic].map { $0 != address } ?? false
        var device = devices[address] ?? AnnouncedDevice(address)
        guard try device.receive(topic, said: said) else { return device.reannounced(topic) }
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

    private mutating func take(back topic: DiscoveryTopic) -> [DiscoveryEvent] {
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

    /// Uses the identity of the device, else the unique id of the entity, else the names in the topic.
    private func address(of said: DiscoveryPayload, _ topic: DiscoveryTopic) -> LinkAddress {
        let own = said.entities.first?.fields["unique_id"]?.word.map { EscapedText($0, limit: 128).description }
        return LinkAddress(
            kind: said.isFromESPHome ? .esphome : .homeAssistant,
            foreignID: said.device?.identity ?? own ?? "\(topic.component)/\(topic.object)", root: root)
    }
}
