import GatewayCore
import Glibc
import Hummingbird
import NIOCore
import ProofOfPossession
import Synchronization

/// Limits the connections of the HTTPS endpoint, so that connections without a proof cannot lock out paired clients.
///
/// A connection counts as proven once a request on it carried a valid proof of a paired key or a valid token. When a
/// limit is reached, the connection that is closed is one without a proof: the oldest of the address that has most of
/// them. A proven connection is closed only for another address that has fewer.
final class ConnectionLimit: Sendable {
    /// The maximum numbers of connections and streams.
    struct Limits: Sendable {
        /// Connections of all addresses together.
        var total = 512
        /// Connections without a proof, of all addresses together; the rest is for proven ones.
        var unproven = 256
        /// Connections of one address: more than the number of screens behind one address.
        var perAddress = 128
        /// Connections without a proof of one IPv6 prefix of 64 bits, within which one host can have any address.
        var unprovenPerPrefix = 192
        /// Open HTTP/2 streams on connections without a proof, of all addresses together: each uses up to 40 kB.
        var unprovenStreams = 2560
    }

    /// An open connection.
    private struct Connection {
        /// Counts up with each connection, so that a smaller number is an older connection.
        let number: Int
        let channel: any Channel
        let address: String
        let prefix: String
        var isProven = false
        var streams = 0
    }

    private let limits: Limits
    private let state = Mutex<(connections: [ObjectIdentifier: Connection], last: Int)>(([:], 0))

    init(limits: Limits = Limits()) { self.limits = limits }

    /// The number of connections, and how many of them are proven.
    var count: (all: Int, proven: Int) {
        state.withLock { ($0.connections.count, $0.connections.values.count { $0.isProven }) }
    }

    /// Admits a new connection, and closes another one if a limit requires that. Returns false if the new connection
    /// must be closed instead. A connection is removed from the count when its channel closes.
    func admit(_ channel: any Channel) -> Bool {
        guard let address = channel.remoteAddress?.ipAddress else { return true }
        let id = ObjectIdentifier(channel)
        let prefix = Self.prefix(of: address)
        let (isAdmitted, closed) = state.withLock { state in
            state.last += 1
            let new = Connection(number: state.last, channel: channel, address: address, prefix: prefix)
            var closed: [any Channel] = []
            while let reached = limit(reachedBy: new, in: state.connections) {
                guard let victim = victim(of: reached, for: new, in: state.connections) else { return (false, closed) }
                closed += [state.connections.removeValue(forKey: victim)?.channel].compactMap(\.self)
            }
            state.connections[id] = new
            return (true, closed)
        }
        for channel in closed { channel.close(promise: nil) }
        if isAdmitted { channel.closeFuture.whenComplete { [self] _ in forget(id) } }
        return isAdmitted
    }

    /// Records that a request on this connection was proven.
    func markProven(on channel: any Channel) {
        state.withLock { $0.connections[ObjectIdentifier(channel)]?.isProven = true }
    }

    /// Whether a request on this connection was proven.
    func isProven(_ channel: any Channel) -> Bool {
        state.withLock { $0.connections[ObjectIdentifier(channel)]?.isProven ?? false }
    }

    /// Counts an HTTP/2 stream until its channel closes. If connections without a proof have too many streams, closes
    /// the one that has most of them.
    func count(stream: any Channel, of connection: any Channel) {
        let id = ObjectIdentifier(connection)
        let closed = state.withLock { state -> (any Channel)? in
            state.connections[id]?.streams += 1
            let unproven = state.connections.filter { !$0.value.isProven }
            guard unproven.values.reduce(0, { $0 + $1.streams }) > limits.unprovenStreams else { return nil }
            let most = unproven.max { $0.value.streams < $1.value.streams }
            return most.flatMap { state.connections.removeValue(forKey: $0.key)?.channel }
        }
        closed?.close(promise: nil)
        stream.closeFuture.whenComplete { [self] _ in
            state.withLock { $0.connections[id]?.streams -= 1 }
        }
    }

    private func forget(_ id: ObjectIdentifier) {
        state.withLock { _ = $0.connections.removeValue(forKey: id) }
    }
}

// MARK: Choosing the connection to close

extension ConnectionLimit {
    /// The limit that a new connection has reached.
    private enum Reached { case address, prefix, unproven, total }

    private func limit(reachedBy new: Connection, in connections: [ObjectIdentifier: Connection]) -> Reached? {
        let all = connections.values
        if all.count(where: { $0.address == new.address }) >= limits.perAddress { return .address }
        let isIPv6 = new.prefix != new.address
        if isIPv6, all.count(where: { !$0.isProven && $0.prefix == new.prefix }) >= limits.unprovenPerPrefix {
            return .prefix
        }
        if all.count(where: { !$0.isProven }) >= limits.unproven { return .unproven }
        return all.count >= limits.total ? .total : nil
    }

    /// The connection to close for the new one; nil if none may be closed.
    private func victim(
        of reached: Reached, for new: Connection, in connections: [ObjectIdentifier: Connection]
    ) -> ObjectIdentifier? {
        let unproven = connections.filter { !$0.value.isProven }
        switch reached {
        case .address: return Self.oldest(of: unproven.filter { $0.value.address == new.address })
        case .prefix: return Self.oldest(of: Self.busiest(unproven.filter { $0.value.prefix == new.prefix }))
        case .unproven: return Self.oldest(of: Self.busiest(unproven))
        case .total:
            if !unproven.isEmpty { return Self.oldest(of: Self.busiest(unproven)) }
            let busiest = Self.busiest(connections)
            let own = connections.values.count { $0.address == new.address }
            return busiest.count > own + 1 ? Self.oldest(of: busiest) : nil
        }
    }

    /// The connections of the address that has most of them, within the prefix that has most of them; of equal ones that
    /// with the oldest connection.
    private static func busiest(_ connections: [ObjectIdentifier: Connection]) -> [ObjectIdentifier: Connection] {
        let prefix = largest(Dictionary(grouping: connections, by: \.value.prefix))
        let address = largest(Dictionary(grouping: prefix, by: \.value.address))
        return Dictionary(uniqueKeysWithValues: address.map { ($0.key, $0.value) })
    }

    private typealias Group = [(key: ObjectIdentifier, value: Connection)]

    private static func largest(_ groups: [String: Group]) -> Group {
        func rank(_ group: Group) -> (Int, Int) { (group.count, -(group.map(\.value.number).min() ?? 0)) }
        return groups.values.max { rank($0) < rank($1) } ?? []
    }

    private static func oldest(of connections: [ObjectIdentifier: Connection]) -> ObjectIdentifier? {
        connections.min { $0.value.number < $1.value.number }?.key
    }

    /// The first 64 bits of an IPv6 address in hexadecimal; of an IPv4 address, also a mapped one, the address itself.
    static func prefix(of address: String) -> String {
        var bytes = [UInt8](repeating: 0, count: 16)
        let plain = String(address.prefix { $0 != "%" })
        guard plain.contains(":"), inet_pton(AF_INET6, plain, &bytes) == 1 else { return address }
        let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
        return isMapped ? address : bytes.prefix(8).map { String($0, radix: 16) }.joined(separator: ".")
    }
}

/// Reports to `ConnectionLimit` the connections on which a request proved a paired key or carried a valid token.
struct ProvenConnectionMiddleware: RouterMiddleware {
    typealias Context = BaseRequestContext

    let limit: ConnectionLimit
    let sessions: SessionRegistry

    func handle(
        _ request: Request, context: BaseRequestContext, next: (Request, BaseRequestContext) async throws -> Response
    ) async throws -> Response {
        if await isProven(context) { limit.markProven(on: context.connection) }
        return try await next(request, context)
    }

    private func isProven(_ context: BaseRequestContext) async -> Bool {
        if context.identity != nil { return true }
        guard let key = context.possession?.key else { return false }
        return await sessions.isPaired(key)
    }
}
