import AuditTrail
import HomeModel
import Logging
import Synchronization
import Testing

@testable import GatewayCore

@Suite struct WipeServiceTests {
    private struct DiskIsFull: Error {}

    /// Nothing is deleted and no pairing ends, and the wipe can be requested again.
    @Test func wipeThatCannotBeStoredDoesNothing() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let isFull = Mutex(true)
            let naming = HomeNameService(
                registry: home.registry, feed: home.feed, actions: home.actions, configured: "Home")
            let wipe = WipeService(
                links: [home.link], registry: home.registry, naming: naming, actions: home.actions,
                requestDeletion: { if isFull.withLock({ $0 }) { throw DiskIsFull() } },
                logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
            let name = await naming.name
            await #expect(throws: ActionRefusal.self) { try await wipe.wipe(confirming: name, as: console) }
            #expect(try await wipe.progress(as: console).state == .none)
            isFull.withLock { $0 = false }
            #expect(try await wipe.wipe(confirming: name, as: console).state == .wiping)
            await #expect(throws: ActionRefusal.self) { try await wipe.wipe(confirming: name, as: console) }
            let entries = try await home.audit.records(AuditFilter(event: .dataErase)).map(\.entry)
            #expect(entries.count { $0.success && $0.metadata["act"] == "wipe" } == 2)
        }
    }
}
