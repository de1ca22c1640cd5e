import AuditTrail
import Concurrency
import HomeModel
import Logging
import Synchronization
import TestSupport
import Testing

@testable import GatewayCore

@Suite struct WipeServiceTests {
    private struct DiskIsFull: Error {}

    private func service(
        of home: CoreHome, links: [any DeviceLink], requestDeletion: @escaping @Sendable () throws -> Void = {}
    ) -> WipeService {
        WipeService(
            links: links, registry: home.registry,
            naming: HomeNameService(
                registry: home.registry, feed: home.feed, actions: home.actions, configured: "Home"),
            actions: home.actions, requestDeletion: requestDeletion,
            logger: Logger(label: "core") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Nothing is deleted and no pairing ends, and the wipe can be requested again.
    @Test func wipeThatCannotBeStoredDoesNothing() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let isFull = Mutex(true)
            let wipe = service(of: home, links: [home.link]) { if isFull.withLock({ $0 }) { throw DiskIsFull() } }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await wipe.run() }
                await #expect(throws: ActionRefusal.self) { try await wipe.wipe(confirming: "Home", as: console) }
                let state = try? await wipe.progress(as: console).state
                #expect(state == WipeProgress.State.none)
                isFull.withLock { $0 = false }
                let wiped = try? await wipe.wipe(confirming: "Home", as: console)
                #expect(wiped?.state == .wiping)
                await #expect(throws: ActionRefusal.self) { try await wipe.wipe(confirming: "Home", as: console) }
                group.cancelAll()
            }
            let entries = try await home.audit.records(AuditFilter(event: .dataErase)).map(\.entry)
            #expect(entries.count { $0.success && $0.metadata["act"] == "wipe" } == 2)
        }
    }

    /// The pairings end all the same, and the result can be read.
    @Test func unpairingGoesOnWhenTheClientLeaves() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let link = SlowPairingLink(at: home.clock.now())
            let wipe = service(of: home, links: [link])
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await wipe.run() }
                try await withThrowingTaskGroup(of: Void.self) { request in
                    request.addTask { _ = try await wipe.wipe(confirming: "Home", as: console) }
                    await link.isAsked.wait()
                    request.cancelAll()
                    try await request.waitForAll()
                }
                #expect(try await wipe.progress(as: console).state == .unpairing)
                link.mayAnswer.send()
                try await eventually("the pairing was removed") {
                    try await wipe.progress(as: console).state == .wiping
                }
                let progress = try await wipe.progress(as: console)
                #expect(progress.unpaired == ["Reading lamp"] && progress.byHand.isEmpty)
                group.cancelAll()
            }
        }
    }

    /// The gateway stops by the signal, and must not start again by itself.
    @Test func gatewayThatIsStoppedWhileDevicesAreUnpairedDoesNotStopForTheWipe() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            let link = SlowPairingLink(at: home.clock.now())
            let wipe = service(of: home, links: [link])
            let result = try await withThrowingTaskGroup(of: WipeProgress.self) { request in
                request.addTask { try await wipe.wipe(confirming: "Home", as: console) }
                await withTaskGroup(of: Void.self) { group in
                    group.addTask { await wipe.run() }
                    await link.isAsked.wait()
                    group.cancelAll()
                }
                return try await request.next()
            }
            #expect(result?.state == .unpairing && result?.byHand == ["Reading lamp"])
            #expect(await !wipe.stopsGateway)
        }
    }
}
