import HomeModel
import HomeStore

@testable import AuditTrail
@testable import GatewayCore

/// One run of the gateway's process. A test kills it by not running its jobs any more.
final class ScheduledRun: Sendable {
    let executor: SeededExecutor
    let tracker: CommandTracker
    let commands: CommandService
    private let home: ScheduledHome
    private let deviceMessages: AsyncStream<(ModelledPart, ModelledDevice.Message)>.Continuation
    private let execution: Task<Void, Never>

    /// Starts as the gateway does, with the commands in the audit log.
    init(
        of home: ScheduledHome, link: ScheduledLink, seed: UInt64
    ) async throws {
        self.home = home
        executor = SeededExecutor(seed: seed)
        let clock = home.time.clock
        let recent = try await home.audit.recentCommands(within: CommandTracker.recordLifetime, before: clock.now())
        let pending = await PendingCommands(after: recent, in: home.registry.snapshot, clock: clock)
        for open in recent.open { try await home.audit.close(open) }
        let (deviceStates, feed) = (
            DeviceStateCache(), LiveFeed(registry: home.registry, people: home.people, clock: clock)
        )
        for part in ModelledPart.all { _ = await deviceStates.set(.ready, of: part.device) }
        tracker = CommandTracker(feed: feed, recent: recent, uptime: clock.uptime)
        let authorization = CommandAuthorization(
            registry: home.registry, people: home.people, deviceStates: deviceStates, clock: clock,
            isStillValid: { _ in true })
        commands = CommandService(
            registry: home.registry, people: home.people, authorization: authorization, audit: home.audit,
            dispatcher: CommandDispatcher(
                links: [link], authorization: authorization, pending: pending, tracker: tracker, clock: clock),
            tracker: tracker, clock: clock, logger: ScheduledHome.logger)
        let receiver = LinkEventReceiver(
            registry: home.registry, display: StateDisplay(current: deviceStates, feed: feed), pending: pending,
            findings: LinkFindings(),
            reachability: ReachabilityRecorder(
                store: home.database.readings, last: [:], logger: ScheduledHome.logger),
            clock: clock, logger: ScheduledHome.logger)
        let (messages, continuation) = AsyncStream.makeStream(of: (ModelledPart, ModelledDevice.Message).self)
        deviceMessages = continuation
        let commands = commands
        execution = Task(executorPreference: executor) { await commands.run() }
        Task(executorPreference: executor) {
            for await (part, message) in messages {
                switch message {
                case .state(let kind, let value):
                    await receiver.state(part.series(of: kind), value: value, isRetained: false)
                case .target(let kind, let value):
                    await receiver.accepted(part.series(of: kind), value: value, isRetained: false)
                case .reply(let command): await receiver.replied(command, failure: nil)
                case .unanswered(let kind):
                    let series = part.series(of: kind)
                    await receiver.failed(
                        series.device, part: series.part, capability: series.capability, reason: "no answer",
                        isCertain: false)
                }
            }
        }
    }

    func receive(_ messages: [ModelledDevice.Message], from part: ModelledPart) {
        for message in messages { deviceMessages.yield((part, message)) }
    }

    /// Submits a command as a request to the API does. Calls `onResponse` with the record of the command once it has ended,
    /// unless the run ends first or the command is refused at once.
    func submit(
        _ request: CommandRequest, as identity: Identity, onResponse: @escaping @Sendable (CommandRecord) -> Void
    ) {
        Task(executorPreference: executor) { [commands, tracker] in
            guard let id = try? await commands.submit(request, by: identity),
                let record = await tracker.await(id, until: .ended)
            else { return }
            onResponse(record)
        }
    }

    /// Stops as the gateway does after a signal to stop.
    func stop() async {
        execution.cancel()
        await settle()
    }

    /// Returns when all tasks wait for time to pass or for the network.
    func settle() async {
        while true {
            let count = executor.run()
            await home.settleAudit()
            if count == 0, executor.run() == 0 { return }
        }
    }
}
