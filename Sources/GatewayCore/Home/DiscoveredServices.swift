package import HomeModel

/// The HomeKit and Matter devices, and the web servers of other devices, that the local network announces now.
package actor DiscoveredServices {
    private var services: [NetworkService.ID: NetworkService] = [:]
    private var readers: [Int: Reader] = [:]
    private var lastReader = 0
    private let feed: LiveFeed

    /// A link that follows the services of its kinds.
    private struct Reader {
        let kinds: Set<ServiceKind>
        let continuation: AsyncStream<[NetworkService]>.Continuation
    }

    package init(feed: LiveFeed) { self.feed = feed }

    package var all: [NetworkService] { services.values.sorted { $0.id < $1.id } }

    /// All services of these kinds, now and after each change of one of them. A slow reader gets only the latest list.
    /// The sequence ends when its reader is cancelled.
    package func lists(of kinds: Set<ServiceKind>) -> AsyncStream<[NetworkService]> {
        let (lists, continuation) = AsyncStream.makeStream(
            of: [NetworkService].self, bufferingPolicy: .bufferingNewest(1))
        lastReader += 1
        readers[lastReader] = Reader(kinds: kinds, continuation: continuation)
        continuation.yield(list(of: kinds))
        return lists
    }

    /// Applies a change that the network announced, and shows it to the links and to readers of the feed.
    package func apply(_ change: ServiceChange) async {
        switch change {
        case .found(let service), .changed(let service): services[service.id] = service
        case .lost(let id): services[id] = nil
        }
        for (number, reader) in readers where reader.kinds.contains(change.id.kind) {
            if case .terminated = reader.continuation.yield(list(of: reader.kinds)) { readers[number] = nil }
        }
        await feed.publish(.devices)
    }

    private func list(of kinds: Set<ServiceKind>) -> [NetworkService] { all.filter { kinds.contains($0.kind) } }
}
