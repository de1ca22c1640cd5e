import NIOCore
import NIOPosix
import Synchronization

/// Many readers of the gateway's live events: who got which event when.
final class EventCrowd: Sendable {
    /// What one reader got.
    struct Log: Sendable {
        /// By the number that the gateway gave the event.
        var arrivals: [(number: Int, time: ContinuousClock.Instant)] = []
        /// The event itself, of a reader that keeps it.
        var data: [Int: [UInt8]] = [:]
    }

    /// Where a reader comes in, and what it asks.
    struct Seat: Sendable {
        let door: Doorway
        let request: ByteBuffer
    }

    let seats: [Seat]
    private let listening = Atomic(0)

    init(_ seats: [Seat]) { self.seats = seats }

    var listens: Bool { listening.load(ordering: .acquiring) == seats.count }

    /// Everybody listens for the time of `body`. The first of them keeps what is said.
    func listen(during body: () async throws -> Void) async throws -> [Log] {
        let promises = seats.map { _ in MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Log.self) }
        var channels: [any Channel] = []
        defer {
            for channel in channels { channel.close(promise: nil) }
            // Of readers that never came.
            for promise in promises.dropFirst(channels.count) { promise.succeed(Log()) }
        }
        for (index, (seat, log)) in zip(seats, promises).enumerated() {
            let channel = try await seat.door.connect { [self] in
                EventReader(seat.request, keepsData: index == 0, log) { self.listening.add(1, ordering: .releasing) }
            }
            channels.append(channel)
        }
        try await body()
        for channel in channels { channel.close(promise: nil) }
        var logs: [Log] = []
        for promise in promises { logs.append(try await promise.futureResult.get()) }
        return logs
    }
}
