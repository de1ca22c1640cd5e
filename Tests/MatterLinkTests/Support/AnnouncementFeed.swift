import Concurrency
import HomeModel
import MatterEmulator
import MatterFixtures

/// Shows what a node announces to one home after another.
actor AnnouncementFeed {
    private let turns = AsyncLock()
    private var latest: [NodeAnnouncement]
    private var home: MatterHome?
    private var known: Set<NetworkService.ID> = []

    private init(_ latest: [NodeAnnouncement]) { self.latest = latest }

    /// Runs `body`, and follows the announcements meanwhile.
    static func run(of node: NodeUnderTest, body: (AnnouncementFeed) async throws -> Void) async throws {
        let feed = AnnouncementFeed(await node.server.announcements(port: node.port))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await announcements in node.server.announcements { try await feed.receive(announcements) }
            }
            try await body(feed)
            group.cancelAll()
        }
    }

    /// Shows to this home from now on what the node announces, until `hide`.
    func show(to home: MatterHome) async throws {
        self.home = home
        try await publish()
    }

    /// Shows nothing until a home is shown something again.
    func hide() { home = nil }

    private func receive(_ announcements: [NodeAnnouncement]) async throws {
        latest = announcements
        try await publish()
    }

    private func publish() async throws {
        try await turns.withLock {
            guard let home else { return }
            known = try await home.announce(latest, besides: known)
        }
    }
}
