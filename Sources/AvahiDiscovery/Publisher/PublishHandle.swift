import CAvahi

/// An event of the library while it publishes.
enum PublishEvent: Sendable {
    case client(ClientState)
    case publication(PublicationID, PublicationState)
}

/// One connection to the daemon, with all services that are announced over it.
// Sendable: the state is touched only in callbacks and inside `locked`, both with the poll lock held; `connection` only
// on the library queue.
final class PublishHandle: @unchecked Sendable {
    private let emit: @Sendable (PublishEvent) -> Void
    private var connection: AvahiClientHandle?
    private var groups: [PublicationID: EntryGroupHandle] = [:]
    private var isRunning = false

    init(_ services: [PublicationID: PublishedService], emit: @escaping @Sendable (PublishEvent) -> Void) {
        self.emit = emit
        for (id, service) in services { groups[id] = group(id, service: service) }
    }

    /// Opens the connection. Blocks until the bus answers. Throws when there is no bus.
    func open() throws(AvahiError) {
        connection = try AvahiClientHandle { [unowned self] client, state in
            emit(.client(state))
            let wasRunning = isRunning
            isRunning = state == .running
            if isRunning { groups.values.forEach { $0.announce(client) } }
            // The records name a host whose name is about to change.
            if wasRunning, state == .registering { groups.values.forEach { $0.retract() } }
        }
    }

    /// Withdraws all services and closes the connection. Blocks until the last callback has returned.
    func close() {
        locked { _ in groups.values.forEach { $0.free() } }
        connection?.close()
        connection = nil
    }

    func add(_ id: PublicationID, service: PublishedService) {
        locked { client in
            let group = group(id, service: service)
            groups[id] = group
            if isRunning, let client { group.announce(client) }
        }
    }

    func update(_ id: PublicationID, txt: [[UInt8]]) {
        locked { client in groups[id]?.update(txt: txt, client: client) }
    }

    func update(_ id: PublicationID, host: PublishedService.Host?) {
        locked { client in groups[id]?.update(host: host, client: isRunning ? client : nil) }
    }

    func remove(_ id: PublicationID) {
        locked { _ in groups.removeValue(forKey: id)?.free() }
    }

    /// Runs `body` while no callback runs. Without a connection there are no callbacks, so no lock is needed.
    private func locked(_ body: (OpaquePointer?) -> Void) {
        if let connection { connection.locked(body) } else { body(nil) }
    }

    private func group(_ id: PublicationID, service: PublishedService) -> EntryGroupHandle {
        EntryGroupHandle(service) { [emit] state in emit(.publication(id, state)) }
    }
}
