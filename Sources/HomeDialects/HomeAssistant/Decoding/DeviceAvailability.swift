import HomeModel

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
