import HomeModel
import Synchronization
import Testing

@testable import GatewayCore

/// A watchdog asks whether the loop that decides commands still takes turns.
@Suite struct CommandTurnTests {
    private let lamp: DeviceID = DeviceID("lamp")

    @Test func loopAnswersWhileADeviceIsSilent() async throws {
        try await withCore { home in
            let console = try #require(CoreHome.console)
            try await home.add(lamp, capabilities: [.lamp])
            await home.link.behave(.silent)
            let request = CommandRequest(
                id: CommandID("silent"), device: lamp, capability: CapabilityName(.switch), value: .boolean(true),
                receivedAt: home.clock.now(), deadline: .seconds(120))
            let id = try await home.commands.submit(request, by: console)
            _ = await home.tracker.await(id, until: .dispatched)
            for _ in 0..<3 { await home.commands.nextTurn() }
            #expect(await home.commands.queueDepth.inFlight == 1)
        }
    }

    /// These commands are not run, as if their loop hung.
    @Test func loopThatHangsDoesNotAnswer() async throws {
        try await withCore { home in
            let commands = home.commands(on: CommandTracker(feed: home.feed, uptime: home.clock.uptime))
            let isAnswered = Mutex(false)
            let asked = Task {
                await commands.nextTurn()
                isAnswered.withLock { $0 = !Task.isCancelled }
            }
            await home.commands.nextTurn()
            asked.cancel()
            await asked.value
            #expect(!isAnswered.withLock { $0 })
        }
    }
}
