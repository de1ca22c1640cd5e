import HomeModel
import Synchronization

/// The availability of a device, derived from the availability of its entities.
struct DeviceAvailability: Sendable {
    let rules: [AvailabilityRule]

    static let maximumTopics = 64

    /// Uses the topics that all entities with availability have in common. If there is none, one available entity is
    /// enough.
    init(_ entities: [Entity], address: LinkAddress) {
        let telling = entities.filter { !$0.availability.isEmpty }
        let common = telling.dropFirst().reduce(Set(telling.first?.availability ?? [])) { common, entity in
            common.intersection(entity.availability)
        }
        let mode = common.isEmpty ? .any : telling.first?.availabilityMode ?? .latest
        var seen: Set<AvailabilityTopic> = []
        let said = telling.flatMap(\.availability).filter { common.isEmpty || common.contains($0) }
        var keys = Array(said.filter { seen.insert($0).inserted }.prefix(Self.maximumTopics))
        if keys.isEmpty, address.kind == .esphome { keys = [.esphome(root: address.root)] }
        let isCounted = keys.count > 1 && mode != .latest
        let aggregator = isCounted ? AvailabilityAggregator(needsAll: mode == .all, count: keys.count) : nil
        rules = keys.map { AvailabilityRule(key: $0, aggregator: aggregator) }
    }
}

/// Decodes the availability of a device from the messages on one topic.
struct AvailabilityRule: Sendable {
    let key: AvailabilityTopic
    /// Combines several topics; nil if the latest message on any topic counts.
    let aggregator: AvailabilityAggregator?

    func read(_ payload: inout DecodedPayload) -> Availability? {
        guard let word = try? key.extraction.value(of: &payload)?.word else { return nil }
        let isAvailable: Bool
        switch word {
        case key.online: isAvailable = true
        case key.offline: isAvailable = false
        default: return nil
        }
        guard let aggregator else { return isAvailable ? .ready : .lost }
        return aggregator.record(key, isAvailable: isAvailable)
    }
}

/// An availability topic of an entity and its words for online and offline.
struct AvailabilityTopic: Hashable, Sendable {
    let topic: String
    let extraction: Extraction
    let online: String
    let offline: String

    init(topic: String, template: Template?, online: String?, offline: String?) {
        self.topic = topic
        extraction = Extraction(template)
        self.online = online ?? "online"
        self.offline = offline ?? "offline"
    }
}

/// Combines several availability topics of a device that is available if all of them, or any of them, report it. It is
/// the only mutable state in a model, because a single message does not determine the result.
final class AvailabilityAggregator: Sendable {
    /// The latest message of each topic.
    private struct LatestMessages {
        var byKey: [AvailabilityTopic: Bool] = [:]
        var hasDecided = false
    }

    private let needsAll: Bool
    private let count: Int
    private let said = Mutex(LatestMessages())

    /// `count` is the number of topics.
    init(needsAll: Bool, count: Int) { (self.needsAll, self.count) = (needsAll, count) }

    /// Stores a message and returns the combined availability. Returns nil until the result is determined; the device
    /// keeps its availability until then. Returns `.unknown` if a later message makes the result undetermined again.
    func record(_ key: AvailabilityTopic, isAvailable: Bool) -> Availability? {
        said.withLock { said in
            said.byKey[key] = isAvailable
            let isDecided = said.byKey.count == count || said.byKey.values.contains(!needsAll)
            guard isDecided else { return said.hasDecided ? .unknown : nil }
            said.hasDecided = true
            return said.byKey.values.contains(!needsAll) == needsAll ? .lost : .ready
        }
    }
}
