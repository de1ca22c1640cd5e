import HomeModel

/// Changes that nobody took yet, at most one per service: a slow reader gets the latest, never a growing queue.
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
