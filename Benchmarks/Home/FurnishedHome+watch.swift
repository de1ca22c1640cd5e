import TestSupport

/// How late readings were seen; what was not seen is not among them.
struct Seen: Sendable {
    let latencies: Latencies

    init(_ sent: [LoadBridge.Delivery], _ arrivals: [Int: ContinuousClock.Instant]) {
        latencies = Latencies(
            sent.compactMap { delivery in arrivals[delivery.number].map { $0 - delivery.sentAt } })
    }
}

extension FurnishedHome {
    /// Whoever is later than this counts as not seen.
    static let patience = Duration.seconds(1)

    /// Publishes so many readings at this rate while somebody watches.
    func watch(_ count: Int, perSecond rate: Double) async throws -> Seen {
        Console.note("  watching \(count) readings at \(rate.brief)/s")
        let recorder = EventRecorder()
        async let recording = recorder.record(socket)
        try await eventually("the event stream is open") { recorder.listens }
        let sent = await bridge.publish(count, perSecond: rate)
        try await Task.sleep(for: Self.patience)
        recorder.stop()
        let arrivals = try await recording.compactMap { arrival in
            bridge.number(of: arrival.series, arrival.value).map { ($0, arrival.time) }
        }
        return Seen(sent, Dictionary(arrivals, uniquingKeysWith: { first, _ in first }))
    }
}
