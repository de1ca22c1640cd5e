import HomeModel

/// A device as far as its entities have come in.
struct AnnouncedDevice: Sendable {
    private let address: LinkAddress
    private var block: DeviceBlock?
    private var entities: [DiscoveryTopic: [Entity]] = [:]
    private(set) var count = 0
    /// Of all entities.
    private(set) var size = 0
    /// Whether no topic tells that it is there, so that its announcement must.
    private var isThereWhileAnnounced = false

    static let maximumSize = 128 << 10

    init(_ address: LinkAddress) { self.address = address }

    var isEmpty: Bool { entities.isEmpty }

    func count(of topic: DiscoveryTopic) -> Int { entities[topic]?.count ?? 0 }

    /// False where it is as it was. Entities that are as they were are not understood again.
    mutating func hear(_ topic: DiscoveryTopic, _ said: DiscoveryPayload) throws(DialectError) -> Bool {
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

    /// The same in whatever order they came.
    private var all: [Entity] {
        entities.sorted { $0.key < $1.key }.flatMap(\.value)
            .sorted { ($0.config.object, $0.config.platform) < ($1.config.object, $1.config.platform) }
    }

    mutating func describe() -> [Announcement] {
        let all = all
        let model = HomeAssistantModel(address, block, all)
        let native = NativeForm(device: block, entities: all.map(\.config)).description
        isThereWhileAnnounced = !model.hasAvailability
        return [.described(address, model, native: native)] + presence
    }

    /// Once for all of its entities, however often each says the same: whether anybody forgot it, it cannot know.
    mutating func repeated(_ topic: DiscoveryTopic) -> [Announcement] {
        topic == entities.keys.min() ? describe() : presence
    }

    /// Nothing where topics of its own tell whether it is there.
    private var presence: [Announcement] { isThereWhileAnnounced ? [.availability(.ready, address)] : [] }
}
