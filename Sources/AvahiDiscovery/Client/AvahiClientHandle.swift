import CAvahi

/// A poll thread and the client that lives on it. Everything made from the client dies with it in `close()`.
// Sendable: the pointers are set in `init` and used only with the poll lock held, until `close()` has joined the thread.
final class AvahiClientHandle: @unchecked Sendable {
    private let poll: OpaquePointer
    private let onState: (OpaquePointer, ClientState) -> Void
    private var client: OpaquePointer?

    /// Blocks while the bus is asked. `onState` runs with the poll lock held: first inside this call, later on the
    /// poll thread; it must not close the client.
    init(onState: @escaping (OpaquePointer, ClientState) -> Void) throws(AvahiError) {
        guard let poll = avahi_threaded_poll_new() else { throw .unknown(Int32(AVAHI_ERR_NO_MEMORY)) }
        self.poll = poll
        self.onState = onState
        var code = Int32(AVAHI_OK)
        let context = Unmanaged.passUnretained(self).toOpaque()
        client = avahi_client_new(avahi_threaded_poll_get(poll), AVAHI_CLIENT_NO_FAIL, stateChanged, context, &code)
        guard client != nil, avahi_threaded_poll_start(poll) == 0 else {
            release()
            throw Self.openingError(code)
        }
    }

    deinit { assert(client == nil, "an Avahi client was dropped without close()") }

    /// Runs `body` while no callback runs; it may block on the bus.
    func locked(_ body: (OpaquePointer) -> Void) {
        avahi_threaded_poll_lock(poll)
        defer { avahi_threaded_poll_unlock(poll) }
        if let client { body(client) }
    }

    /// Joins the poll thread, so never call it from a callback. After it, no callback runs.
    func close() {
        guard client != nil else { return }
        avahi_threaded_poll_stop(poll)
        release()
    }

    private func release() {
        if let client { avahi_client_free(client) }
        client = nil
        avahi_threaded_poll_free(poll)
    }

    fileprivate func report(_ client: OpaquePointer, _ state: AvahiClientState) {
        onState(client, ClientState(state, client: client))
    }

    /// With `NO_FAIL` an absent daemon is no error, so what fails here is the bus.
    private static func openingError(_ code: Int32) -> AvahiError {
        switch code {
        case Int32(AVAHI_ERR_VERSION_MISMATCH), Int32(AVAHI_ERR_NO_MEMORY): .unknown(code)
        default: .busUnreachable
        }
    }
}

private func stateChanged(client: OpaquePointer?, state: AvahiClientState, context: UnsafeMutableRawPointer?) {
    guard let client, let context else { return }
    Unmanaged<AvahiClientHandle>.fromOpaque(context).takeUnretainedValue().report(client, state)
}
