import CAvahi
import Concurrency
import Dispatch

/// A poll thread and the client that runs on it. `close()` frees the client and every object made from it.
// Sendable: `init` sets the pointers; they are used only with the poll lock held, until `close()` joined the thread.
final class AvahiClientHandle: @unchecked Sendable {
    private let poll: OpaquePointer
    private let onState: (OpaquePointer, ClientState) -> Void
    private var client: OpaquePointer?

    /// Opens the client. Blocks until the bus answers. `onState` runs with the poll lock held: first inside this call,
    /// later on the poll thread. It must not close the client. Throws `.busUnreachable` or `.unknown`.
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

    /// Runs `body` while no callback runs. It may block on the bus.
    func locked(_ body: (OpaquePointer) -> Void) {
        avahi_threaded_poll_lock(poll)
        defer { avahi_threaded_poll_unlock(poll) }
        if let client { body(client) }
    }

    /// Ends and joins the poll thread, so callbacks must not call it. No callback runs afterwards.
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

    fileprivate func report(_ client: OpaquePointer, state: AvahiClientState) {
        onState(client, ClientState(state, client: client))
    }

    /// With `NO_FAIL` an absent daemon is no error, so a failure here comes from the bus.
    private static func openingError(_ code: Int32) -> AvahiError {
        switch code {
        case Int32(AVAHI_ERR_VERSION_MISMATCH), Int32(AVAHI_ERR_NO_MEMORY): .unknown(code)
        default: .busUnreachable
        }
    }
}

private func stateChanged(client: OpaquePointer?, state: AvahiClientState, context: UnsafeMutableRawPointer?) {
    guard let client, let context else { return }
    Unmanaged<AvahiClientHandle>.fromOpaque(context).takeUnretainedValue().report(client, state: state)
}

/// The state of a connection to the daemon, as the library reports it.
enum ClientState: Hashable, Sendable {
    /// Connected to the bus, waiting for the daemon to appear.
    case connecting
    /// The daemon establishes or changes its host name; it publishes no service meanwhile.
    case registering
    case running
    /// Final: only a new client can connect again.
    case failed(AvahiError)

    init(_ state: AvahiClientState, client: OpaquePointer) {
        switch state {
        case AVAHI_CLIENT_CONNECTING: self = .connecting
        case AVAHI_CLIENT_S_REGISTERING, AVAHI_CLIENT_S_COLLISION: self = .registering
        case AVAHI_CLIENT_S_RUNNING: self = .running
        default: self = .failed(AvahiError(of: client))
        }
    }
}

extension ExponentialBackoff {
    /// The waits before a new client connects to the daemon: 0.2 s, doubling up to 5 s.
    static let avahiClient = ExponentialBackoff(from: .milliseconds(200), upTo: .seconds(5))
}

/// A serial queue for calls that may block on the bus, away from Swift's cooperative threads.
struct LibraryQueue: Sendable {
    private let queue: DispatchQueue

    init(label: String) { queue = DispatchQueue(label: label) }

    /// Runs `body` on the queue and returns or throws its result.
    func run(_ body: @escaping @Sendable () throws(AvahiError) -> Void) async throws(AvahiError) {
        let result: Result<Void, AvahiError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(AvahiError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        try result.get()
    }

    /// Runs `body` on the queue, in the order of submission, without waiting for it.
    func submit(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }
}
