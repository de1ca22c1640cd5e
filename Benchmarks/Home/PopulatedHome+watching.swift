import TestSupport

/// The delays of the readings that were seen; readings that were not seen are not included.
struct SeenReadings: Sendable {
    let latencies: Latencies

    init(_ sent: [LoadGenerator.Delivery], arrivals: [Int: ContinuousClock.Instant]) {
        latencies = Latencies(
            sent.compactMap { delivery in arrivals[delivery.number].map { $0 - delivery.sentAt } })
    }
}

extension PopulatedHome {
    /// A reading that arrives later than this counts as not seen.
    static let seenWithin = Duration.seconds(1)

    /// Publishes `count` readings at this rate while a client watches live events.
    func watch(_ count: Int, perSecond rate: Double) async throws -> SeenReadings {
        Console.note("  watching \(count) readings at \(rate.brief)/s")
        let recorder = EventRecorder()
        async let recording = recorder.record(socket)
        try await eventually("the event stream is open") { recorder.isReceiving }
        let sent = await bridge.publish(count, perSecond: rate)
        try await Task.sleep(for: Self.seenWithin)
        recorder.stop()
        let arrivals = try await recording.compactMap { arrival in
            bridge.number(of: arrival.series, arrival.value).map { ($0, arrival.time) }
        }
        return SeenReadings(sent, arrivals: Dictionary(arrivals, uniquingKeysWith: { first, _ in first }))
    }
}
