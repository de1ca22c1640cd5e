import MatterProtocol
package import NIOCore
import Synchronization

/// A datagram, and where it came from.
package struct Datagram: Sendable {
    package let bytes: [UInt8]
    package let source: SocketAddress
}

/// Passes each datagram to its session.
package final class MessageRouter: Sendable {
    /// The datagrams that may wait for a session. Further ones are lost, and their senders send them again.
    private static let maximumWaiting = 128
    /// The nodes whose first datagram may wait to be accepted.
    private static let maximumArrivals = 16

    /// A node that begins a session with this side, and its first datagrams.
    package struct Arrival: Sendable {
        package let initiatorNodeID: UInt64
        package let source: SocketAddress
        let datagrams: AsyncStream<Datagram>
    }

    private struct Routes {
        var secure: [UInt16: AsyncStream<Datagram>.Continuation] = [:]
        /// What has arrived for session ids that are reserved. The peer may have the session before this side has it.
        var reserved: [UInt16: AsyncStream<Datagram>] = [:]
        /// By the node id that the initiator chose.
        var unsecured: [UInt64: AsyncStream<Datagram>.Continuation] = [:]
        var isClosed = false
    }

    /// The nodes that begin a session with this side. Its reader runs a `SessionChannel` for each.
    package let arrivals: AsyncStream<Arrival>
    private let arrived: AsyncStream<Arrival>.Continuation?
    private let routes = Mutex(Routes())

    init(acceptsSessions: Bool) {
        let (arrivals, arrived) = AsyncStream.makeStream(
            of: Arrival.self, bufferingPolicy: .bufferingOldest(Self.maximumArrivals))
        self.arrivals = arrivals
        self.arrived = acceptsSessions ? arrived : nil
        if !acceptsSessions { arrived.finish() }
    }

    /// Reserves a session id that no session of this side has. Returns nil if all are taken.
    package func reserveSessionID() -> UInt16? {
        routes.withLock { routes in
            guard routes.secure.count < Int(UInt16.max) - 1 else { return nil }
            var id = UInt16.random(in: 1 ... .max)
            while routes.secure[id] != nil { id = id == .max ? 1 : id + 1 }
            let (datagrams, received) = AsyncStream.makeStream(
                of: Datagram.self, bufferingPolicy: .bufferingOldest(Self.maximumWaiting))
            if routes.isClosed { received.finish() }
            routes.secure[id] = received
            routes.reserved[id] = datagrams
            return id
        }
    }

    /// Frees a session id that was reserved for a session which was not made.
    package func release(_ sessionID: UInt16) { remove(.secure(sessionID)) }

    enum Route: Hashable, Sendable {
        case secure(UInt16)
        case unsecured(UInt64)
    }

    /// The datagrams for a session, until `remove`. Those of a reserved id have waited since its reservation.
    func add(_ route: Route) -> AsyncStream<Datagram> {
        routes.withLock { routes in
            if case .secure(let id) = route, let reserved = routes.reserved.removeValue(forKey: id) { return reserved }
            let (datagrams, received) = AsyncStream.makeStream(
                of: Datagram.self, bufferingPolicy: .bufferingOldest(Self.maximumWaiting))
            if routes.isClosed { received.finish() }
            switch route {
            case .secure(let id): routes.secure[id] = received
            case .unsecured(let id): routes.unsecured[id] = received
            }
            return datagrams
        }
    }

    func remove(_ route: Route) {
        let removed = routes.withLock { routes in
            switch route {
            case .secure(let id):
                routes.reserved[id] = nil
                return routes.secure.removeValue(forKey: id)
            case .unsecured(let id): return routes.unsecured.removeValue(forKey: id)
            }
        }
        removed?.finish()
    }

    /// Passes a datagram on. One without a session is dropped: its sender makes another session after it got no answer.
    func receive(_ datagram: Datagram) {
        guard let (header, _) = try? MessageHeader.decode(datagram.bytes) else { return }
        let received = routes.withLock { routes -> AsyncStream<Datagram>.Continuation? in
            guard header.sessionID == 0 else { return routes.secure[header.sessionID] }
            // The initiator's node id stands in its own messages as the source, and in answers as the destination.
            if case .node(let id) = header.destination { return routes.unsecured[id] }
            guard let id = header.sourceNodeID else { return nil }
            return routes.unsecured[id] ?? accept(id, from: datagram.source, in: &routes)
        }
        received?.yield(datagram)
    }

    private func accept(
        _ id: UInt64, from source: SocketAddress, in routes: inout Routes
    ) -> AsyncStream<Datagram>.Continuation? {
        guard let arrived, !routes.isClosed else { return nil }
        let (datagrams, received) = AsyncStream.makeStream(
            of: Datagram.self, bufferingPolicy: .bufferingOldest(Self.maximumWaiting))
        let arrival = Arrival(initiatorNodeID: id, source: source, datagrams: datagrams)
        guard case .enqueued = arrived.yield(arrival) else { return nil }
        routes.unsecured[id] = received
        return received
    }

    /// Ends all sessions.
    func close() {
        let all = routes.withLock { routes in
            routes.isClosed = true
            return Array(routes.secure.values) + Array(routes.unsecured.values)
        }
        for received in all { received.finish() }
        arrived?.finish()
    }
}
