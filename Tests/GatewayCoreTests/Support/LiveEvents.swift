import HomeModel

@testable import GatewayCore

/// The events of a subscription, one after the other.
struct LiveEvents {
    private var batches: AsyncCompactMapSequence<AsyncStream<Void>, EventBatch>.AsyncIterator
    private var waiting: [LiveEvent] = []

    init(of reader: EventSubscription) { batches = reader.batches.makeAsyncIterator() }

    /// Returns the next event; nil once the subscription has ended.
    mutating func next() async -> LiveEvent? {
        while waiting.isEmpty {
            guard let batch = await batches.next() else { return nil }
            waiting = batch.events.map(\.event)
        }
        return waiting.removeFirst()
    }
}

extension LiveEvent {
    /// The value of a reading; nil for other events.
    var value: Double? {
        if case .reading(_, let reading) = self { reading.value } else { nil }
    }

    var isOfHome: Bool { if case .homeChanged = self { true } else { false } }

    var isOfOwnHome: Bool { if case .ownHomeChanged = self { true } else { false } }

    var isOfDevices: Bool { if case .devicesChanged = self { true } else { false } }
}

extension EventBatch {
    var values: [Double] { events.compactMap(\.event.value) }

    /// The id after which a client resumes when it received the whole batch.
    var last: String { (events.last?.id ?? start).description }
}
