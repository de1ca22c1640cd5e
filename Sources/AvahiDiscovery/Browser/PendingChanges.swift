import HomeModel

/// The changes that are not consumed yet, at most one per service. A slow consumer gets the latest one, and the queue
/// does not grow.
struct PendingChanges {
    private var order: [NetworkService.ID] = []
    private var latest: [NetworkService.ID: ServiceChange] = [:]

    mutating func add(_ change: ServiceChange) {
        let id = change.id
        switch (latest[id], change) {
        case (nil, _):
            order.append(id)
            latest[id] = change
        case (.found, .lost):
            order.removeAll { $0 == id }
            latest[id] = nil
        case (.found, .changed(let service)):
            latest[id] = .found(service)
        case (.lost, .found(let service)):
            latest[id] = .changed(service)
        default:
            latest[id] = change
        }
    }

    mutating func popFirst() -> ServiceChange? {
        order.isEmpty ? nil : latest.removeValue(forKey: order.removeFirst())
    }
}
