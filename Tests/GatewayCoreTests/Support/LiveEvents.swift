import HomeModel

@testable import GatewayCore

/// What a reader gets, one event after the other.
struct LiveEvents {
    private var batches: AsyncCompactMapSequence<AsyncStream<Void>, LiveBatch>.AsyncIterator
    private var waiting: [LiveEvent] = []

    init(of reader: LiveReader) { batches = reader.batches.makeAsyncIterator() }

    /// Nil once the reader is ended.
    mutating func next() async -> LiveEvent? {
        while waiting.isEmpty {
            guard let batch = await batches.next() else { return nil }
            waiting = batch.events.map(\.event)
        }
        return waiting.removeFirst()
    }
}

extension LiveEvent {
    /// Of a reading.
    var value: Double? {
        if case .reading(_, let reading) = self { reading.value } else { nil }
    }

    var isOfHome: Bool { if case .homeChanged = self { true } else { false } }

    var isOfDevices: Bool { if case .devicesChanged = self { true } else { false } }
}

extension LiveBatch {
    var values: [Double] { events.compactMap(\.event.value) }

    /// What a client names when it comes back: of a batch that arrived whole.
    var last: String { (events.last?.id ?? start).description }
}
