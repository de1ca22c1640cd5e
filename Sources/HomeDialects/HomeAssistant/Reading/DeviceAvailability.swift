import HomeModel

/// Whether a device is there, out of what its entities say of themselves.
struct DeviceAvailability: Sendable {
    let rules: [AvailabilityRule]

    static let maximumTopics = 64

    /// What all entities that say anything agree on; where they agree on nothing, one that is there is enough.
    init(_ entities: [Entity], _ address: LinkAddress) {
        let telling = entities.filter { !$0.availability.isEmpty }
        let common = telling.dropFirst().reduce(Set(telling.first?.availability ?? [])) { common, entity in
            common.intersection(entity.availability)
        }
        let mode = common.isEmpty ? .any : telling.first?.availabilityMode ?? .latest
        var seen: Set<AvailabilityKey> = []
        let said = telling.flatMap(\.availability).filter { common.isEmpty || common.contains($0) }
        var keys = Array(said.filter { seen.insert($0).inserted }.prefix(Self.maximumTopics))
        if keys.isEmpty, address.kind == .esphome { keys = [.esphome(root: address.root)] }
        let isCounted = keys.count > 1 && mode != .latest
        let board = isCounted ? AvailabilityBoard(needsAll: mode == .all, count: keys.count) : nil
        rules = keys.map { AvailabilityRule(key: $0, board: board) }
    }
}
