import Foundation
import GatewayWire
import Synchronization

/// Many readers of the gateway's live events, in one thread: who got which event when.
final class EventCrowd: Sendable {
    /// What one reader got.
    struct Log: Sendable {
        /// By the number that the gateway gave the event.
        var arrivals: [(number: Int, time: ContinuousClock.Instant)] = []
        var gaps = 0
    }

    let size: Int
    private let isStopped = Atomic(false)
    private let listening = Atomic(0)

    init(of size: Int) { self.size = size }

    var listens: Bool { listening.load(ordering: .acquiring) == size }

    func stop() { isStopped.store(true, ordering: .releasing) }

    /// Listens until `stop`; also gives the data of every event by its number, as the first reader got them.
    func record(_ path: String) async throws -> (logs: [Log], data: [Int: [UInt8]]) {
        try await offPool { [self] in
            let readers = try (0..<size).map { try CrowdReader(path, keepsData: $0 == 0) }
            var descriptors = readers.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
            while !isStopped.load(ordering: .acquiring) {
                poll(&descriptors, nfds_t(descriptors.count), 100)
                for (index, descriptor) in descriptors.enumerated() where descriptor.revents != 0 {
                    if try readers[index].read() { listening.add(1, ordering: .releasing) }
                }
            }
            return (readers.map(\.log), readers.first?.data ?? [:])
        }
    }
}

/// Reads just so much of a stream that it knows which events came.
private final class CrowdReader {
    private(set) var log = EventCrowd.Log()
    private(set) var data: [Int: [UInt8]] = [:]
    private let socket: GatewaySocket
    private let keepsData: Bool
    private var rest: [UInt8] = []
    private var number = 0
    private var hasHeard = false

    var descriptor: Int32 { socket.descriptor }

    init(_ path: String, keepsData: Bool) throws {
        socket = try GatewaySocket(path: path)
        self.keepsData = keepsData
        try socket.send("GET", "/events")
    }

    /// True the first time that anything came.
    func read() throws -> Bool {
        guard let bytes = try socket.more() else { return false }
        let now = ContinuousClock.now
        rest += bytes
        var start = rest.startIndex
        while let end = rest[start...].firstIndex(of: UInt8(ascii: "\n")) {
            take(rest[start..<end], at: now)
            start = end + 1
        }
        rest.removeFirst(start)
        defer { hasHeard = true }
        return !hasHeard
    }

    private func take(_ line: ArraySlice<UInt8>, at now: ContinuousClock.Instant) {
        if line.starts(with: Self.id) {
            let digits = line[(line.lastIndex(of: UInt8(ascii: "-")) ?? line.startIndex)...].dropFirst()
            number = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        } else if line.starts(with: Self.field) {
            log.arrivals.append((number, now))
            if keepsData { data[number] = Array(line.dropFirst(Self.field.count)) }
        } else if line.starts(with: Self.gap) {
            log.gaps += 1
        }
    }

    private static let id = Array("id: ".utf8)
    private static let field = Array("data: ".utf8)
    private static let gap = Array("event: gap".utf8)
}
