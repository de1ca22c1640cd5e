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
        let keys = common.isEmpty ? Set(telling.flatMap(\.availability)) : common
        let board = keys.count > 1 && mode != .latest ? AvailabilityBoard(needsAll: mode == .all) : nil
        var told = keys.sorted { ($0.topic, $0.online) < ($1.topic, $1.online) }.prefix(Self.maximumTopics)[...]
        if told.isEmpty, address.kind == .esphome { told = [.esphome(root: address.root)] }
        rules = told.map { AvailabilityRule(key: $0, board: board) }
    }
}
