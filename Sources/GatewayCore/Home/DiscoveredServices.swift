package import HomeModel

/// The HomeKit and Matter devices, and the web servers of other devices, that the local network announces now.
package actor DiscoveredServices {
    private var services: [NetworkService.ID: NetworkService] = [:]
    private let feed: LiveFeed

    package init(feed: LiveFeed) { self.feed = feed }

    package var all: [NetworkService] { services.values.sorted { $0.id < $1.id } }

    /// Applies a change that the network announced, and shows it to readers of the feed.
    package func apply(_ change: ServiceChange) async {
        switch change {
        case .found(let service), .changed(let service): services[service.id] = service
        case .lost(let id): services[id] = nil
        }
        await feed.publish(.devices)
    }
}
