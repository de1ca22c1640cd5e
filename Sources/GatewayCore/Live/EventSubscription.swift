import HomeModel

/// One reader's access to the feed.
package struct EventSubscription: Sendable {
    let id: Int
    private let feed: LiveFeed
    private let wakes: AsyncStream<Void>
    private let wake: AsyncStream<Void>.Continuation

    init(id: Int, feed: LiveFeed, wakes: AsyncStream<Void>, wake: AsyncStream<Void>.Continuation) {
        self.id = id
        self.feed = feed
        self.wakes = wakes
        self.wake = wake
    }

    /// The batches of events; the first batch comes at once. The sequence ends when the reader's rights change. For one
    /// task.
    package var batches: AsyncCompactMapSequence<AsyncStream<Void>, EventBatch> {
        wakes.compactMap { [feed, id] in await feed.nextBatch(id) }
    }

    /// Ends the batches.
    package func finish() { wake.finish() }
}

extension PublishedEvent {
    var isOfDevices: Bool { if case .devicesChanged = event { true } else { false } }
}
