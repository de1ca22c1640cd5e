import AvahiDiscovery
import Logging

/// Keeps the services of a simulated device on the network as they are now.
struct ServiceAnnouncer {
    private struct Name: Hashable {
        let name: String
        let type: String
    }

    private let publisher: AvahiPublisher
    private let logger: Logger
    private var published: [Name: (id: PublicationID, service: PublishedService)] = [:]

    init(publisher: AvahiPublisher, logger: Logger) {
        self.publisher = publisher
        self.logger = logger
    }

    /// Publishes these services, and withdraws all others.
    mutating func announce(_ services: [PublishedService]) async {
        let wanted = Dictionary(
            services.map { (Name(name: $0.name, type: $0.type), $0) }, uniquingKeysWith: { first, _ in first })
        for (name, present) in published where wanted[name] == nil {
            await publisher.withdraw(present.id)
            published[name] = nil
        }
        for (name, service) in wanted where published[name]?.service != service {
            do {
                try await publish(service, as: name)
            } catch {
                logger.warning("a simulated device cannot be announced", metadata: ["error": "\(error)"])
            }
        }
    }

    private mutating func publish(_ service: PublishedService, as name: Name) async throws(AvahiError) {
        if let (id, present) = published[name] {
            var changed = present
            changed.txt = service.txt
            if changed == service {
                try await publisher.update(id, txt: service.txt)
                published[name] = (id, service)
                return
            }
            await publisher.withdraw(id)
            published[name] = nil
        }
        published[name] = (try await publisher.publish(service), service)
    }
}
