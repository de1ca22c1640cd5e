import HomeModel

/// A device, made of the entities that were announced so far.
struct AnnouncedDevice: Sendable {
    private let address: LinkAddress
    private var block: DeviceBlock?
    private var entities: [DiscoveryTopic: [Entity]] = [:]
    private(set) var count = 0
    /// The size of all entities in bytes.
    private(set) var size = 0
    /// Whether no topic reports the availability of the device, so that it counts as available while it is announced.
    private var isAvailableWhileAnnounced = false

    static let maximumSize = 128 << 10

    init(_ address: LinkAddress) { self.address = address }

    var isEmpty: Bool { entities.isEmpty }

    func count(of topic: DiscoveryTopic) -> Int { entities[topic]?.count ?? 0 }

    /// Stores the entities of a topic. Returns false if nothing changed; unchanged entities are not mapped again.
    /// Throws if the device becomes too large.
    mutating func receive(_ topic: DiscoveryTopic, said: DiscoveryPayload) throws(DialectError) -> Bool {
        let known = entities[topic] ?? []
        let block = block?.completed(by: said.device) ?? said.device
        guard known.map(\.config) != said.entities || block != self.block else { return false }
        let new = said.entities.map { Entity($0) }
        let grown = size + new.reduce(0) { $0 + $1.size } - known.reduce(0) { $0 + $1.size }
        guard grown <= Self.maximumSize else { throw .tooLarge(bytes: grown, limit: Self.maximumSize) }
        (size, self.block) = (grown, block)
        count += new.count - known.count
        entities[topic] = new
        return true
    }

    mutating func take(back topic: DiscoveryTopic) {
        let known = entities.removeValue(forKey: topic) ?? []
        count -= known.count
        size -= known.reduce(0) { $0 + $1.size }
    }

    /// All entities, in an order that does not depend on their arrival.
    private var all: [Entity] {
        entities.sorted { $0.key < $1.key }.flatMap(\.value)
            .sorted { ($0.config.object, $0.config.platform) < ($1.config.object, $1.config.platform) }
    }

    mutating func describe() -> [DiscoveryEvent] {
        let all = all
        let model = HomeAssistantModel(address, device: block, entities: all)
        let native = StoredDeviceDescription(device: block, entities: all.map(\.config)).description
        isAvailableWhileAnnounced = !model.hasAvailability
        return [.described(address, model, native: native)] + impliedAvailability
    }

    /// Describes an unchanged device only for the first of its topics, although each of its entities repeats its
    /// announcement. The device must be described again, because the caller may have forgotten it.
    mutating func reannounced(_ topic: DiscoveryTopic) -> [DiscoveryEvent] {
        topic == entities.keys.min() ? describe() : impliedAvailability
    }

    /// `.ready` if no topic reports the availability of the device, else nothing.
    private var impliedAvailability: [DiscoveryEvent] {
        isAvailableWhileAnnounced ? [.availability(.ready, address)] : []
    }
}
